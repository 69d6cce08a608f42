package check

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// Identities are the revision-scoped names of everything inside a function.
// Each is `declaration:LEN:ID:KIND:PLEN:PATH`, or inside an instance
// `function-execution:LEN:EXECUTIONKEY:KIND:PLEN:PATH`, with LEN and PLEN in
// bytes. They survive renames but not edits.
type Identities struct {
	// Expressions in the order requires, body, ensures, each in preorder. A
	// place is one expression, whatever its path.
	Expressions []ExpressionIdentity
	// Locals are indexed by LocalID.
	Locals []string
	// Result names the function result.
	Result string

	// first is the id of the function's node; byNode finds, for a node that many
	// ids later, its position in Expressions plus one.
	first  syntax.NodeID
	byNode []uint32
}

// ExpressionIdentity names one expression.
type ExpressionIdentity struct {
	ID string
	// Path is the last part of ID.
	Path  string
	Expr  syntax.Expr
	Phase Phase
	// Clause is the position of the requires or ensures clause.
	Clause int
}

// Find returns the expression with an identity.
func (i *Identities) Find(id string) (ExpressionIdentity, bool) {
	for _, found := range i.Expressions {
		if found.ID == id {
			return found, true
		}
	}
	return ExpressionIdentity{}, false
}

// Of returns the identity of an expression, or "" for one that has none of its
// own (the inner parts of a place).
func (i *Identities) Of(e syntax.Expr) string {
	offset := e.ID() - i.first
	if int(offset) >= len(i.byNode) || i.byNode[offset] == 0 {
		return ""
	}
	found := &i.Expressions[i.byNode[offset]-1]
	if found.Expr != e {
		return ""
	}
	return found.ID
}

// Identities names everything inside a function that was checked without
// errors.
func (p *Program) Identities(fn *Function) *Identities {
	return p.identify(fn, "declaration:", fn.Identity.Text)
}

// InstanceIdentities names everything inside an instance of a template.
func (p *Program) InstanceIdentities(instance InstanceID) *Identities {
	made := &p.Instances[instance]
	return p.identify(p.Functions[made.Function], "function-execution:", ExecutionKey(made.Identity))
}

func (p *Program) identify(fn *Function, word, owner string) *Identities {
	w := &identityWalk{
		tables: p.Modules[fn.Module].Tables, prefix: string(appendCounted([]byte(word), owner)) + ":",
		out: &Identities{Locals: make([]string, len(fn.Locals))},
	}
	for i := range fn.Params {
		w.out.Locals[i] = w.name("value:param", strconv.Itoa(i))
	}
	w.out.Result = w.name("value:result", "")
	for i, clause := range fn.Decl.Requires {
		w.root(PhaseRequires, i, "requires."+strconv.Itoa(i), clause.Cond)
	}
	w.root(PhaseBody, 0, "body", fn.Decl.Body)
	for i, clause := range fn.Decl.Ensures {
		w.root(PhaseEnsures, i, "ensures."+strconv.Itoa(i), clause.Cond)
	}
	w.out.index(fn.Decl.ID())
	return w.out
}

// index fills byNode.
func (i *Identities) index(first syntax.NodeID) {
	i.first = first
	for position, found := range i.Expressions {
		offset := int(found.Expr.ID() - first)
		for len(i.byNode) <= offset {
			i.byNode = append(i.byNode, 0)
		}
		i.byNode[offset] = uint32(position + 1)
	}
}

// identityWalk carries the path of the node at hand.
type identityWalk struct {
	tables *Tables
	prefix string
	path   []byte
	phase  Phase
	clause int
	out    *Identities
}

func (w *identityWalk) name(kind, path string) string {
	return string(appendCounted([]byte(w.prefix+kind+":"), path))
}

func (w *identityWalk) root(phase Phase, clause int, path string, e syntax.Expr) {
	w.phase, w.clause = phase, clause
	w.path = append(w.path[:0], path...)
	w.expr(e)
}

// under walks with a longer path.
func (w *identityWalk) under(segment string, step func()) {
	mark := len(w.path)
	w.path = append(w.path, segment...)
	step()
	w.path = w.path[:mark]
}

func (w *identityWalk) child(segment string, e syntax.Expr) {
	w.under(segment, func() { w.expr(e) })
}

func (w *identityWalk) local(id LocalID) { w.out.Locals[id] = w.name("value:local", string(w.path)) }

func (w *identityWalk) expr(e syntax.Expr) {
	path := string(w.path)
	w.out.Expressions = append(w.out.Expressions, ExpressionIdentity{
		ID: w.name("expression", path), Path: path, Expr: e, Phase: w.phase, Clause: w.clause,
	})
	switch e := e.(type) {
	case *syntax.Unary:
		w.child(".value", e.Operand)
	case *syntax.Binary:
		w.child(".left", e.Left)
		w.child(".right", e.Right)
	case *syntax.Block:
		w.block(e)
	case *syntax.If:
		w.child(".condition", e.Cond)
		w.child(".then", e.Then)
		w.child(".else", e.Else)
	case *syntax.Match:
		w.match(e)
	case *syntax.Project:
		if w.tables.Place(e.ID()) == nil {
			w.child(".base", e.Base)
		}
	case *syntax.Try:
		w.child(".operand", e.Operand)
	default:
		w.members(e)
	}
}

// members walks calls, constructors and updates.
func (w *identityWalk) members(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Call:
		segment := ".arg."
		if row := w.tables.Call(e.ID()); row != nil && row.Kind == TargetImport {
			segment = ".native-rust-arg."
		}
		w.list(segment, "", e.Args, 0)
	case *syntax.MethodCall:
		if row := w.tables.Call(e.ID()); row != nil && row.Upcast {
			w.child(".arg.0.source", e.Receiver)
		} else {
			w.child(".arg.0", e.Receiver)
		}
		w.list(".arg.", "", e.Args, 1)
	case *syntax.SuperCall:
		w.list(".arg.", "", e.Args, 1)
	case *syntax.RecordExpr:
		w.inits(e.Inits)
	case *syntax.VariantExpr:
		w.inits(e.Inits)
	case *syntax.Update:
		w.child(".base", e.Base)
		w.inits(e.Inits)
	}
}

func (w *identityWalk) list(before, after string, list []syntax.Expr, first int) {
	for i, e := range list {
		w.child(before+strconv.Itoa(first+i)+after, e)
	}
}

func (w *identityWalk) inits(inits []*syntax.Init) {
	for i, init := range inits {
		w.child(".field."+strconv.Itoa(i)+".value", init.Value)
	}
}

func (w *identityWalk) block(e *syntax.Block) {
	for i, item := range e.Items {
		w.under(".s"+strconv.Itoa(i), func() { w.item(item) })
	}
	w.child(".tail", e.Tail)
}

func (w *identityWalk) item(item syntax.Item) {
	switch item := item.(type) {
	case *syntax.Let:
		segment := ".value"
		if row := w.tables.Let(item.ID()); row != nil {
			w.local(row.Local)
			if row.Upcast {
				segment = ".value.source"
			}
		}
		w.child(segment, item.Value)
	case *syntax.Assign:
		w.child(".value", item.Value)
	case *syntax.While:
		w.child(".condition", item.Cond)
		w.child(".body", item.Body)
	}
}

func (w *identityWalk) match(e *syntax.Match) {
	w.child(".scrutinee", e.Scrutinee)
	row := w.tables.Match(e.ID())
	for i, arm := range e.Arms {
		w.under(".arm."+strconv.Itoa(i), func() {
			if row != nil {
				w.arm(row, &row.Arms[i])
			}
			if arm.Guard != nil {
				w.child(".guard", arm.Guard)
			}
			w.child(".value", arm.Value)
		})
	}
}

// arm names the bindings of an arm's pattern.
func (w *identityWalk) arm(made *Match, arm *Arm) {
	switch {
	case arm.Binding != NoLocal:
		w.under(".binding", func() { w.local(arm.Binding) })
	case made.Kind == MatchRecord:
		w.under(".record", func() { w.parts(arm.Fields) })
	default:
		for i := range arm.Fields {
			if local := arm.Fields[i].Local; local != NoLocal {
				w.under(".binding."+strconv.Itoa(i), func() { w.local(local) })
			}
		}
	}
}

func (w *identityWalk) parts(fields []FieldPattern) {
	for i := range fields {
		part := &fields[i]
		segment := ".field." + strconv.Itoa(i)
		switch {
		case part.IsNested:
			w.under(segment+".record", func() { w.parts(part.Nested) })
		case part.Local != NoLocal:
			w.under(segment+".binding", func() { w.local(part.Local) })
		}
	}
}

// ScopeAt lists the locals visible at an expression of the function, in slot
// order: the parameters in a contract clause, all that were declared before it
// in the body.
func (f *Function) ScopeAt(e syntax.Expr) []LocalID {
	span := e.Span()
	var visible []LocalID
	for id := range f.Locals {
		if local := &f.Locals[id]; local.From <= span.Start && span.End <= local.To {
			visible = append(visible, LocalID(id))
		}
	}
	return visible
}
