package check

import "github.com/semaprax/semaprax-go/engine/syntax"

// Tables are the side tables of one module: what the checker found out about
// each node of its file, keyed by [syntax.NodeID]. The tree itself is never
// touched. In a generic function the types may be type parameters; apply
// [Program.Substitute] with the instance's arguments.
//
// A node that was not reached, because an error stopped the check before it,
// has TypeInvalid and no rows.
type Tables struct {
	types []Type
	modes []Mode
	rows  []row

	places     []Place
	calls      []Call
	constructs []Construct
	updates    []Update
	projects   []Projection
	matches    []Match
	patterns   []Pattern
	tries      []Try
	assigns    []Assignment
	lets       []Let
}

// row says which sparse table holds more about a node.
type row struct {
	table rowTable
	index uint32
}

type rowTable uint8

const (
	noRow rowTable = iota
	placeRow
	callRow
	constructRow
	updateRow
	projectRow
	matchRow
	patternRow
	tryRow
	assignRow
	letRow
	typeRow
)

// Type returns the type of an expression, of a type written in the source or
// of a pattern's scrutinee.
func (t *Tables) Type(node syntax.NodeID) Type { return t.types[node] }

// Mode returns how the value of an expression is held: ModeValue for Copy
// types, else ModeOwn, ModeBorrow or ModeShared.
func (t *Tables) Mode(node syntax.NodeID) Mode { return t.modes[node] }

// Place is a variable, perhaps with a path of fields: `x`, `x.f`, `x.f.g` are
// one place node each. `result` of an ensures clause has Root NoLocal.
type Place struct {
	Root   LocalID
	Fields []FieldID
}

// IsResult says whether the place is, or lies in, the function result.
func (p *Place) IsResult() bool { return p.Root == NoLocal }

// TargetKind says what a call enters.
type TargetKind uint8

// The kinds of call targets.
const (
	TargetNone     TargetKind = iota
	TargetFunction            // a function or method, also of another module
	TargetBuiltin             // a function of the compiler's own
	TargetImport              // an `import rust fn`
)

// Call is the resolution of a call expression.
type Call struct {
	Kind     TargetKind
	Function FunctionID // TargetFunction
	Builtin  Builtin    // TargetBuiltin
	Import   ImportID   // TargetImport
	// TypeArguments of a generic call; Instance is NoInstance when the call
	// stands in a template.
	TypeArguments []Type
	Instance      InstanceID
	// Use is the position of the `use` line the name comes from, or -1.
	Use int
	// Method: the receiver is the first argument. Super: `super.m(…)`, whose
	// receiver is the enclosing method's first parameter.
	Method, Super bool
	// Receiver is the receiver's type; Upcast says that the method belongs to
	// an ancestor of it, so that only the ancestor's fields are passed.
	Receiver Type
	Upcast   bool
}

// Construct is the resolution of a record, class or variant constructor.
type Construct struct {
	Type    Type
	Nominal NominalID
	// Case is NoCase for records and classes.
	Case CaseID
	// Fields are the members in source order, one per initialiser; Slots are
	// their positions in the value (the effective fields, or the case's).
	Fields []FieldID
	Slots  []int
}

// Update is the resolution of `base with { … }`.
type Update struct {
	Nominal NominalID
	Fields  []FieldID
	Slots   []int
}

// Projection is the resolution of `.f` on a value that is not a place.
type Projection struct {
	Field FieldID
	Slot  int
}

// MatchKind says how a match decides.
type MatchKind uint8

// The kinds of matches.
const (
	MatchRecord MatchKind = iota
	MatchVariant
	MatchScalar
)

// Match is the resolution of a match expression.
type Match struct {
	Kind MatchKind
	// Scrutinee is the type matched on.
	Scrutinee Type
	// Mode is ModeOwn or ModeBorrow for `match own` and `match borrow`.
	Mode Mode
	// Exhaustive: every value finds an arm. Witness is the first case that does
	// not, or NoCase.
	Exhaustive bool
	Witness    CaseID
	Arms       []Arm
}

// Arm is one arm of a match.
type Arm struct {
	// CatchAll: `_` or a whole-value binding.
	CatchAll bool
	// Case is the variant case, or NoCase.
	Case CaseID
	// Binding is the local of a whole-value binding, or NoLocal.
	Binding LocalID
	// Fields are the parts of a record or case pattern, in source order.
	Fields []FieldPattern
	// Literals are the alternatives of a scalar arm.
	Literals []Literal
	// Guard is the guard's expression; HasGuard says whether there is one.
	Guard    syntax.NodeID
	HasGuard bool
	// Pattern and Value are the arm's nodes.
	Pattern, Value syntax.NodeID
}

// FieldPattern is what a pattern does with one field.
type FieldPattern struct {
	Field FieldID
	// Slot is the field's position in the value it is taken from.
	Slot int
	// Local is the binding, or NoLocal for `_` and nested patterns.
	Local LocalID
	// Nested are the parts of a nested record pattern; nil when there is none.
	Nested []FieldPattern
	// IsNested tells `R {}` from `_`.
	IsNested bool
	Node     syntax.NodeID
}

// Literal is one alternative of a scalar pattern. Bits holds the value: a
// signed integer as two's complement of 64 bits, a char as its scalar value,
// a bool as 0 or 1.
type Literal struct {
	Type Type
	Bits uint64
}

// Pattern is kept for each pattern node: the arm it heads.
type Pattern struct {
	Match syntax.NodeID
	Arm   int
}

// Try is the resolution of `e?`.
type Try struct {
	// IsResult: Result; else Option.
	IsResult bool
	// Operand is the operand's type, Outer the function's result type.
	Operand, Outer Type
}

// Let is the resolution of a let statement.
type Let struct {
	Local LocalID
	// Upcast: the value's class is a proper descendant of the local's.
	Upcast bool
}

// Assignment is the resolution of `x = e` and `x.f = e`.
type Assignment struct {
	Local LocalID
	// Field is NoField when the whole variable is stored; Slot its position.
	Field FieldID
	Slot  int
}

func newTables(nodes int) *Tables {
	return &Tables{types: make([]Type, nodes), modes: make([]Mode, nodes), rows: make([]row, nodes)}
}

// find returns the index of a node's row in one table.
func (t *Tables) find(node syntax.NodeID, table rowTable) (uint32, bool) {
	found := t.rows[node]
	return found.index, found.table == table
}

// Place returns the variable path an expression stands for, or nil.
func (t *Tables) Place(node syntax.NodeID) *Place { return lookup(t, node, placeRow, t.places) }

// Call returns the resolution of a call expression, or nil.
func (t *Tables) Call(node syntax.NodeID) *Call { return lookup(t, node, callRow, t.calls) }

// Construct returns the resolution of a constructor, or nil.
func (t *Tables) Construct(node syntax.NodeID) *Construct {
	return lookup(t, node, constructRow, t.constructs)
}

// Update returns the resolution of an update, or nil.
func (t *Tables) Update(node syntax.NodeID) *Update { return lookup(t, node, updateRow, t.updates) }

// Projection returns the resolution of a projection from a value, or nil; a
// projection from a variable path has a Place instead.
func (t *Tables) Projection(node syntax.NodeID) *Projection {
	return lookup(t, node, projectRow, t.projects)
}

// Match returns the resolution of a match, or nil.
func (t *Tables) Match(node syntax.NodeID) *Match { return lookup(t, node, matchRow, t.matches) }

// Pattern returns which arm a pattern heads, or nil.
func (t *Tables) Pattern(node syntax.NodeID) *Pattern {
	return lookup(t, node, patternRow, t.patterns)
}

// Try returns the resolution of `e?`, or nil.
func (t *Tables) Try(node syntax.NodeID) *Try { return lookup(t, node, tryRow, t.tries) }

// Let returns the resolution of a let statement, or nil.
func (t *Tables) Let(node syntax.NodeID) *Let { return lookup(t, node, letRow, t.lets) }

// Assignment returns the resolution of an assignment, or nil.
func (t *Tables) Assignment(node syntax.NodeID) *Assignment {
	return lookup(t, node, assignRow, t.assigns)
}

func lookup[T any](t *Tables, node syntax.NodeID, table rowTable, rows []T) *T {
	if index, ok := t.find(node, table); ok {
		return &rows[index]
	}
	return nil
}

// attach appends a row and ties it to the node.
func attach[T any](t *Tables, node syntax.NodeID, table rowTable, rows *[]T, value T) {
	t.rows[node] = row{table, uint32(len(*rows))}
	*rows = append(*rows, value)
}
