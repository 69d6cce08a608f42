package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// The dense ids of declarations. Each counts from 0 within one [Program] and
// indexes the slice of the same name; ids of declarations follow module order
// (by path) and source order. The No… constants mean "none".
type (
	// ModuleID indexes Program.Modules.
	ModuleID int32
	// NominalID indexes Program.Nominals.
	NominalID int32
	// FieldID indexes Program.Fields.
	FieldID int32
	// CaseID indexes Program.Cases.
	CaseID int32
	// FunctionID indexes Program.Functions.
	FunctionID int32
	// InterfaceID indexes Program.Interfaces.
	InterfaceID int32
	// ImportID indexes Program.Imports.
	ImportID int32
	// ProtocolID indexes Program.Protocols.
	ProtocolID int32
	// ImplID indexes Program.Impls.
	ImplID int32
	// LocalID indexes Function.Locals: one slot per parameter, let and pattern
	// binding, parameters first.
	LocalID int32
	// InstanceID indexes Program.Instances.
	InstanceID int32
)

// The absent ids.
const (
	NoModule    ModuleID    = -1
	NoNominal   NominalID   = -1
	NoField     FieldID     = -1
	NoCase      CaseID      = -1
	NoFunction  FunctionID  = -1
	NoInterface InterfaceID = -1
	NoImport    ImportID    = -1
	NoProtocol  ProtocolID  = -1
	NoLocal     LocalID     = -1
	NoInstance  InstanceID  = -1
)

// Source is one file to check.
type Source struct {
	// Path is the file's name in diagnostics; modules are ordered by it.
	Path string
	// File is its syntax tree, shared and never changed.
	File *syntax.File
}

// Program is a checked set of modules, linked: a call of an imported function
// names the function of its provider. It is immutable once returned and may be
// read by many goroutines. A program with errors is complete enough to be read,
// but only one without errors ([Program.OK]) may be run.
type Program struct {
	// Modules in path order.
	Modules []*Module
	// Nominals are the types declared, the prelude's Option and Result first.
	Nominals []Nominal
	// Fields of records, classes, resources' none, and cases.
	Fields []Field
	// Cases of variants.
	Cases []Case
	// Functions are all functions and class methods.
	Functions []*Function
	// Interfaces and their Imports, Protocols and Impls: checked, never run.
	Interfaces []Interface
	Imports    []Import
	Protocols  []Protocol
	Impls      []Impl
	// Instances of generic functions, in the order of their first use.
	Instances []Instance
	// Diagnostics of all modules: files by path, inside a file the order of
	// checks.
	Diagnostics diag.List

	types    *typeTable
	builtins []BuiltinRow
	// hasResources: some module declares a resource.
	hasResources bool
	identities   map[string]Ref
}

// HasResources says whether some module declares a resource; such a program is
// checked but never run.
func (p *Program) HasResources() bool { return p.hasResources }

// OK says whether the program has no errors; warnings do not count.
func (p *Program) OK() bool { return !p.Diagnostics.HasErrors() }

// Origin says where an identity comes from.
type Origin uint8

// The origins of identities.
const (
	Explicit      Origin = iota // written with @id
	Automatic                   // derived from names; changes on rename
	CompilerOwned               // the prelude's and the built-ins'
)

// Identity is the stable name of a declaration.
type Identity struct {
	Text   string
	Origin Origin
}

// Module is one checked file.
type Module struct {
	ID   ModuleID
	Path string
	// Name is the dotted module name.
	Name string
	File *syntax.File
	// Permits are the effects the module may use, in source order.
	Permits []string
	// Uses are its imports from other modules, in source order.
	Uses []Use
	// Declarations in source order, with the kind of each.
	Declarations []Ref
	// Depends are the modules it imports from, ascending, without repetition.
	Depends []ModuleID
	// Tables are the side tables of the file's nodes.
	Tables *Tables
	// Diagnostics of this module, in the order of checks.
	Diagnostics diag.List

	types     map[string]NominalID
	functions map[string]callee
	protocols map[string]ProtocolID
}

// Use is one `use` line.
type Use struct {
	// Kind is RefFunction, RefNominal or RefProtocol.
	Kind RefKind
	// Identity is the imported identity, From the provider's module name and
	// Alias the local name.
	Identity, From, Alias string
	// Target is the imported declaration; its Kind is RefNone when unresolved.
	Target Ref
	// Provider is the module it comes from, or NoModule.
	Provider ModuleID
	Decl     *syntax.Use
}

// RefKind says what a [Ref] refers to.
type RefKind uint8

// The kinds of declarations with an identity.
const (
	RefNone RefKind = iota
	RefNominal
	RefField
	RefCase
	RefFunction
	RefInterface
	RefImport
	RefLifecycle
	RefProtocol
	RefProtocolMethod
	RefImpl
	RefBuiltin
)

// Ref names one declaration: its kind and its dense id. The index of a
// RefLifecycle is the NominalID of its resource; of a RefProtocolMethod the
// ProtocolID shifted left by 16 or-ed with the method's position.
type Ref struct {
	Kind  RefKind
	Index int32
}

// Builtin returns the description of a built-in function; it belongs to the
// program.
func (p *Program) Builtin(b Builtin) *BuiltinRow { return &p.builtins[b] }

// Builtins returns the table of the built-ins, as the function of this name makes it.
// Do not change it.
func (p *Program) Builtins() []BuiltinRow { return p.builtins }

// CallEffects returns the effects a call may have; the slice belongs to the
// program.
func (p *Program) CallEffects(row *Call) []string {
	switch row.Kind {
	case TargetFunction:
		return p.Functions[row.Function].Effects
	case TargetImport:
		return p.Imports[row.Import].Effects
	case TargetBuiltin:
		return p.builtins[row.Builtin].Effects
	}
	return nil
}

// Lookup finds the declaration with an identity, explicit or automatic.
func (p *Program) Lookup(identity string) (Ref, bool) {
	ref, ok := p.identities[identity]
	return ref, ok
}

// ModuleNamed finds a module by its dotted name.
func (p *Program) ModuleNamed(name string) (*Module, bool) {
	for _, module := range p.Modules {
		if module.Name == name {
			return module, true
		}
	}
	return nil, false
}

// FunctionNamed finds a function declared in the module, by its source name.
// Imported functions are found under their alias.
func (m *Module) FunctionNamed(name string) (FunctionID, bool) {
	found, ok := m.functions[name]
	if !ok || found.kind != TargetFunction {
		return NoFunction, false
	}
	return FunctionID(found.index), true
}

// TypeNamed finds a type visible in the module under a name: declared,
// imported under that alias, or of the prelude.
func (m *Module) TypeNamed(name string) (NominalID, bool) {
	id, ok := m.types[name]
	return id, ok
}
