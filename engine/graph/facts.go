package graph

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// FactKind says what a function does in one place.
type FactKind uint8

// The facts about declarations, then (from PlaceRead) those about bindings and
// the values in them.
const (
	// CallFact: a call. Target is a function, import or built-in.
	CallFact FactKind = iota
	// MentionFact: a written type. Target is the declared type.
	MentionFact
	// ReadOrMove, Borrow and ProjectionRead: the field a place ends in or passes
	// through, taken or viewed; or projected from a value that is no place.
	ReadOrMove
	Borrow
	ProjectionRead
	// ConstructRecord, ConstructVariant, ConstructCase: a constructor.
	ConstructRecord
	ConstructVariant
	ConstructCase
	// Initialize, UpdateResultField, InPlaceWrite: a field given its value by a
	// constructor, by `with`, by an assignment.
	Initialize
	UpdateResultField
	InPlaceWrite
	// RecordPattern, VariantPattern, CasePattern: the head of a pattern.
	RecordPattern
	VariantPattern
	CasePattern
	// PatternBind, PatternIgnore, NestedPattern: what a pattern does with a field.
	PatternBind
	PatternIgnore
	NestedPattern
	// PlaceRead, PlaceMove, PlaceBorrow: the use of a variable path.
	PlaceRead
	PlaceMove
	PlaceBorrow
	// BindingInitialize and BindingWrite: a binding given its first or another value.
	BindingInitialize
	BindingWrite
	// FieldProjection and FieldInitialize: the value side of ProjectionRead and of
	// Initialize and UpdateResultField.
	FieldProjection
	FieldInitialize
	factCount
)

var factNames = [factCount]string{
	CallFact: "call", MentionFact: "mention", ReadOrMove: "read_or_move", Borrow: "borrow",
	ProjectionRead: "projection_read", ConstructRecord: "construct_record", ConstructVariant: "construct_variant",
	ConstructCase: "construct_case", Initialize: "initialize", UpdateResultField: "update_result_field",
	InPlaceWrite: "in_place_write", RecordPattern: "record_pattern", VariantPattern: "variant_pattern",
	CasePattern: "case_pattern", PatternBind: "pattern_bind", PatternIgnore: "pattern_ignore",
	NestedPattern: "nested_pattern", PlaceRead: "place_read", PlaceMove: "place_move", PlaceBorrow: "place_borrow",
	BindingInitialize: "binding_initialize", BindingWrite: "binding_write", FieldProjection: "field_projection",
	FieldInitialize: "field_initialize",
}

// String is the word used in documents.
func (k FactKind) String() string { return factNames[k] }

// IsAccess says whether the fact is an access to a type, case or field.
func (k FactKind) IsAccess() bool { return k >= ReadOrMove && k <= NestedPattern }

// IsData says whether the fact is about a binding or the value in it.
func (k FactKind) IsData() bool { return k >= PlaceRead }

// FactNames returns the words of the facts for which keep holds, in their order.
func FactNames(keep func(FactKind) bool) []string {
	var names []string
	for k, name := range factNames {
		if keep(FactKind(k)) {
			names = append(names, name)
		}
	}
	return names
}

// relation is the kind of edge a fact about a declaration sums up to.
func (k FactKind) relation() Relation {
	switch k {
	case CallFact:
		return Calls
	case MentionFact:
		return TypeReference
	case ReadOrMove, Borrow, ProjectionRead:
		return FieldRead
	case ConstructRecord, ConstructVariant, ConstructCase:
		return Constructs
	case Initialize, UpdateResultField, InPlaceWrite:
		return FieldWrite
	}
	return Matches
}

// Context says how the value of an expression is used.
type Context uint8

// The contexts. Unclassified is a use the language level does not settle.
const (
	InClause Context = iota
	InBody
	InLet
	InAssignment
	InCondition
	InOperand
	InArgument
	InOwnArgument
	InBorrowArgument
	InScrutinee
	InOwnScrutinee
	InBorrowScrutinee
	InField
	InUpdateBase
	InProjectionBase
	InTry
	Unclassified
	contextCount
)

var contextNames = [contextCount]string{
	InClause: "contract_value", InBody: "block_value", InLet: "let_value", InAssignment: "assigned_value",
	InCondition: "condition", InOperand: "operand", InArgument: "argument_value", InOwnArgument: "argument_own",
	InBorrowArgument: "argument_borrow", InScrutinee: "scrutinee_value", InOwnScrutinee: "scrutinee_own",
	InBorrowScrutinee: "scrutinee_borrow", InField: "field_value", InUpdateBase: "update_base",
	InProjectionBase: "projection_base", InTry: "try_operand", Unclassified: "unclassified",
}

// String is the word used in documents.
func (c Context) String() string { return contextNames[c] }

// Contexts returns the words of all contexts, in their order.
func Contexts() []string { return append([]string(nil), contextNames[:]...) }

// Fact is one thing a function does in one place.
type Fact struct {
	Kind FactKind
	// Phase and Clause say in which part of the function it happens.
	Phase  check.Phase
	Clause int
	// Expr is the nearest expression with an identity of its own: for a pattern the
	// match, for a statement its value.
	Expr syntax.Expr
	// Span is the place of the fact itself.
	Span diag.Span
	// Target is the declaration used; RefNone for facts about bindings.
	Target check.Ref
	// Call is the resolution of a CallFact.
	Call *check.Call
	// Local is the binding of a data fact; NoLocal is the function result, or a
	// value that is no variable.
	Local check.LocalID
	// Fields is the path of fields of a data fact.
	Fields []check.FieldID
	// Type is the type of the value a data fact is about.
	Type check.Type
	// Context is the use of a place.
	Context Context
}

// Work counts what a pass over functions visited.
type Work struct {
	Expressions, Patterns int
}

// Add sums two counts.
func (w *Work) Add(other Work) {
	w.Expressions += other.Expressions
	w.Patterns += other.Patterns
}

// Facts calls emit for every fact of a function, in source order of requires,
// body and ensures, each in preorder. The fact is only valid during the call.
// Whether a place is read, moved or lent comes from the program's ownership, which
// is worked out only for functions where it is in question.
func (g *Graph) Facts(id check.FunctionID, emit func(*Fact)) Work {
	return g.facts(id, true, emit)
}

// facts is Facts; unless told, every place counts as read.
func (g *Graph) facts(id check.FunctionID, told bool, emit func(*Fact)) Work {
	fn := g.program.Functions[id]
	w := &factWalk{graph: g, fn: fn, tables: g.program.Modules[fn.Module].Tables, told: told, emit: emit}
	for i, clause := range fn.Decl.Requires {
		w.root(check.PhaseRequires, i, clause.Cond, InClause)
	}
	w.root(check.PhaseBody, 0, fn.Decl.Body, InBody)
	for i, clause := range fn.Decl.Ensures {
		w.root(check.PhaseEnsures, i, clause.Cond, InClause)
	}
	return w.work
}
