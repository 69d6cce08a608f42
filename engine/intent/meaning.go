package intent

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// Fingerprint says what a function means, in parts that change independently. Values
// are named by their slots, everything else by identity, so renames of anything but
// the function's parameters leave the digests alone. They mean something only
// within this build.
type Fingerprint struct {
	// Name is the display name.
	Name string
	// Module and Path are where the function stands.
	Module, Path string
	// Signature covers parameter names, types, modes, the result and the number of
	// type parameters.
	Signature canon.Digest
	// Effects covers the declared effects and the module's permits.
	Effects canon.Digest
	// Contracts and Body cover the clauses and the body.
	Contracts, Body canon.Digest
}

// meaningDomain opens the digests of fingerprints.
const meaningDomain = "semaprax.intent.meaning.v1"

// FunctionFingerprint reads the fingerprint of the top-level function or method with
// an identity.
func (b *Base) FunctionFingerprint(identity string) (Fingerprint, bool) {
	ref, ok := b.program.Lookup(identity)
	if !ok || ref.Kind != check.RefFunction {
		return Fingerprint{}, false
	}
	return b.fingerprint(b.program.Functions[ref.Index]), true
}

func (b *Base) fingerprint(fn *check.Function) Fingerprint {
	m := b.module(fn.Module)
	return Fingerprint{
		Name: fn.Name, Module: m.Name, Path: m.Path,
		Signature: b.digestOf(fn, (*meaning).signature),
		Effects:   b.digestOf(fn, (*meaning).effects),
		Contracts: b.digestOf(fn, (*meaning).contracts),
		Body:      b.digestOf(fn, (*meaning).body),
	}
}

// meaningPart writes one part of what a function means.
type meaningPart func(*meaning, *check.Function)

// sameMeaning compares parts of a function that both projects must have.
func sameMeaning(before, after *Base, identity string, parts []meaningPart) bool {
	then, had := before.program.Lookup(identity)
	now, has := after.program.Lookup(identity)
	if !had || !has || then.Kind != check.RefFunction || now.Kind != check.RefFunction {
		return false
	}
	x, y := before.program.Functions[then.Index], after.program.Functions[now.Index]
	v, w := meaning{base: before, tables: before.tables(x.Module)}, meaning{base: after, tables: after.tables(y.Module)}
	for _, write := range parts {
		v.out, w.out = v.out[:0], w.out[:0]
		write(&v, x)
		write(&w, y)
		if !bytes.Equal(v.out, w.out) {
			return false
		}
	}
	return true
}

func (b *Base) digestOf(fn *check.Function, write meaningPart) canon.Digest {
	w := meaning{base: b, tables: b.tables(fn.Module)}
	write(&w, fn)
	return canon.Sum(meaningDomain, w.out)
}

// meaning writes resolved syntax as bytes that tell apart what differs.
type meaning struct {
	base   *Base
	tables *check.Tables
	out    []byte
}

func (w *meaning) number(n int)     { w.out = binary.AppendVarint(w.out, int64(n)) }
func (w *meaning) text(s string)    { w.number(len(s)); w.out = append(w.out, s...) }
func (w *meaning) tag(s string)     { w.out = append(append(w.out, s...), ':') }
func (w *meaning) typ(t check.Type) { w.text(w.base.program.TypeKey(t)) }

func (w *meaning) signature(fn *check.Function) {
	w.number(len(fn.TypeParameters))
	for i := range fn.Params {
		w.text(fn.Params[i].Name)
		w.number(int(fn.Params[i].Mode))
		w.typ(fn.Params[i].Type)
	}
	w.typ(fn.Result)
}

func (w *meaning) effects(fn *check.Function) {
	for _, effect := range fn.Effects {
		w.text(effect)
	}
	w.tag("permits")
	for _, permit := range w.base.module(fn.Module).Permits {
		w.text(permit)
	}
}

func (w *meaning) contracts(fn *check.Function) {
	w.number(len(fn.Decl.Requires))
	for _, clause := range fn.Decl.Requires {
		w.tree(clause.Cond)
	}
	for _, clause := range fn.Decl.Ensures {
		w.tree(clause.Cond)
	}
}

// tree writes a node and all below it in preorder; a place is one node.
func (w *meaning) tree(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		if w.placed(n) {
			return false
		}
		switch n := n.(type) {
		case syntax.TypeExpr:
			return false // types are written where they are used
		case syntax.Pattern, *syntax.FieldPattern, *syntax.Arm:
			w.pattern(n)
		case syntax.Item:
			w.item(n)
		case syntax.Expr:
			w.expr(n)
		}
		return true
	})
}

// placed writes a place: its slot and its path of fields.
func (w *meaning) placed(n syntax.Node) bool {
	place := w.tables.Place(n.ID())
	if _, isExpr := n.(syntax.Expr); place == nil || !isExpr {
		return false
	}
	w.tag("place")
	w.number(int(place.Root))
	for _, field := range place.Fields {
		w.text(w.base.program.Fields[field].Identity.Text)
	}
	return true
}

func (w *meaning) item(n syntax.Item) {
	switch n := n.(type) {
	case *syntax.Let:
		w.tag("let")
		if row := w.tables.Let(n.ID()); row != nil {
			w.number(int(row.Local))
		}
		w.typ(w.tables.Type(n.ID()))
	case *syntax.Assign:
		w.tag("assign")
		if row := w.tables.Assignment(n.ID()); row != nil {
			w.number(int(row.Local))
			w.field(row.Field)
		}
	case *syntax.While:
		w.tag("while")
	}
}

func (w *meaning) field(id check.FieldID) {
	if id == check.NoField {
		w.text("")
		return
	}
	w.text(w.base.program.Fields[id].Identity.Text)
}

func (w *meaning) pattern(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.Arm:
		w.tag("arm")
		if n.Guard != nil {
			w.tag("guard")
		}
		if row := w.tables.Pattern(n.Pattern.ID()); row != nil {
			w.arm(&w.tables.Match(row.Match).Arms[row.Arm])
		}
	case *syntax.LiteralPattern:
		w.tag("literals")
		w.number(len(n.Literals))
	}
}

func (w *meaning) arm(arm *check.Arm) {
	if arm.Case != check.NoCase {
		w.text(w.base.program.Cases[arm.Case].Identity.Text)
	}
	w.number(int(arm.Binding))
	w.parts(arm.Fields)
}

func (w *meaning) parts(fields []check.FieldPattern) {
	w.number(len(fields))
	for i := range fields {
		w.field(fields[i].Field)
		w.number(int(fields[i].Local))
		if fields[i].IsNested {
			w.parts(fields[i].Nested)
		}
	}
}

func (w *meaning) expr(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.IntLit:
		w.tag("int" + e.Kind.String())
		w.number(int(e.Bits))
	case *syntax.FloatLit:
		w.tag("float")
		w.typ(w.tables.Type(e.ID()))
		w.number(int(math.Float64bits(e.Value)))
	case *syntax.CharLit:
		w.tag("char")
		w.number(int(e.Value))
	case *syntax.BoolLit:
		w.tag("bool" + map[bool]string{true: "1", false: "0"}[e.Value])
	case *syntax.StringLit:
		w.tag("string")
		w.text(e.Value)
	case *syntax.ArrayLit:
		w.array(e)
	case *syntax.Unary:
		w.tag("unary" + e.Op.String())
	case *syntax.Binary:
		w.tag("binary" + e.Op.String())
	case *syntax.Block:
		w.tag("block")
		w.number(len(e.Items))
	case *syntax.If:
		w.tag("if")
	case *syntax.Match:
		w.tag("match")
		w.number(int(e.Mode))
		w.number(len(e.Arms))
	case *syntax.Try:
		w.tag("try")
	default:
		w.resolved(e)
	}
}

func (w *meaning) array(e *syntax.ArrayLit) {
	w.tag("array")
	if e.Repeat {
		w.number(int(e.Length))
		w.number(int(e.Fill))
		return
	}
	w.text(string(e.Elements))
}

// resolved writes the expressions that name declarations.
func (w *meaning) resolved(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Call, *syntax.MethodCall, *syntax.SuperCall:
		w.call(w.tables.Call(e.ID()))
	case *syntax.RecordExpr, *syntax.VariantExpr:
		w.tag("construct")
		if row := w.tables.Construct(e.ID()); row != nil {
			w.typ(row.Type)
			if row.Case != check.NoCase {
				w.text(w.base.program.Cases[row.Case].Identity.Text)
			}
			w.fields(row.Fields)
		}
	case *syntax.Update:
		w.tag("update")
		if row := w.tables.Update(e.ID()); row != nil {
			w.fields(row.Fields)
		}
	case *syntax.Project:
		w.tag("project")
		if row := w.tables.Projection(e.ID()); row != nil {
			w.field(row.Field)
		}
	}
}

func (w *meaning) fields(list []check.FieldID) {
	w.number(len(list))
	for _, id := range list {
		w.field(id)
	}
}

func (w *meaning) call(row *check.Call) {
	w.tag("call")
	if row == nil {
		return
	}
	w.text(w.base.callee(row))
	for _, t := range row.TypeArguments {
		w.typ(t)
	}
}

// callee is the identity of what a call enters.
func (b *Base) callee(row *check.Call) string {
	switch row.Kind {
	case check.TargetFunction:
		return b.program.Functions[row.Function].Identity.Text
	case check.TargetImport:
		return b.program.Imports[row.Import].Identity.Text
	}
	return b.builtins[row.Builtin].Identity
}

// unchangedBut demands that every function that is in both projects means the same,
// but for those listed. It guards against effects of an edit nobody asked for.
func unchangedBut(identities ...string) func(before, after *Base) diag.List {
	return func(before, after *Base) diag.List {
		var then, now meaning
		for _, fn := range before.program.Functions {
			id := fn.Identity.Text
			ref, found := after.program.Lookup(id)
			if !found || ref.Kind != check.RefFunction || slices.Contains(identities, id) {
				continue
			}
			rebuilt := after.program.Functions[ref.Index]
			if fn.Decl == rebuilt.Decl {
				continue // its whole file is the same
			}
			then.whole(before, fn)
			now.whole(after, rebuilt)
			if !bytes.Equal(then.out, now.out) {
				return unsupported("the change alters the meaning of `%s`", id)
			}
		}
		return nil
	}
}

func (w *meaning) body(fn *check.Function) { w.tree(fn.Decl.Body) }

// whole writes what a function means but for its effects.
func (w *meaning) whole(b *Base, fn *check.Function) {
	w.base, w.tables, w.out = b, b.tables(fn.Module), w.out[:0]
	w.signature(fn)
	w.contracts(fn)
	w.tree(fn.Decl.Body)
}
