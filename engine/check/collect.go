package check

import (
	"strings"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// callee is what a function name of a module means.
type callee struct {
	kind  TargetKind
	index int32
	use   int // position of the use line, or -1
}

// collect declares everything the module declares, without judging it: dense
// ids, identities and the name tables. The first of two equal names wins.
func (m *moduleChecker) collect() {
	for _, permit := range m.file.Permits {
		m.module.Permits = append(m.module.Permits, permit.Text)
	}
	m.permits = make(map[string]bool, len(m.module.Permits))
	for _, permit := range m.module.Permits {
		m.permits[permit] = true
	}
	for id := OptionNominal; id <= ResultNominal; id++ {
		m.module.types[m.program.Nominals[id].Name] = id
	}
	for _, decl := range m.file.Decls {
		m.module.Declarations = append(m.module.Declarations, m.declare(decl))
	}
}

func (m *moduleChecker) declare(decl syntax.Decl) Ref {
	switch decl := decl.(type) {
	case *syntax.Resource:
		return m.declareResource(decl)
	case *syntax.Record:
		id := m.declareNominal(NominalRecord, decl, "record", decl.TypeParams)
		m.declareFields(id, decl.Fields)
		return Ref{RefNominal, int32(id)}
	case *syntax.Variant:
		id := m.declareNominal(NominalVariant, decl, "variant", decl.TypeParams)
		m.declareCases(id, decl.Cases)
		return Ref{RefNominal, int32(id)}
	case *syntax.Class:
		return m.declareClass(decl)
	case *syntax.Interface:
		return m.declareInterface(decl)
	case *syntax.Protocol:
		return m.declareProtocol(decl)
	case *syntax.Impl:
		return m.declareImpl(decl)
	case *syntax.Function:
		id := m.declareFunction(decl, NoNominal)
		m.nameFunction(decl.Name.Text, callee{TargetFunction, int32(id), -1})
		return Ref{RefFunction, int32(id)}
	}
	panic("BUG: unknown declaration")
}

// nominalKinds gives the type family of each kind of declaration.
func (k NominalKind) typeKind() Kind {
	return [...]Kind{
		NominalRecord: KindRecord, NominalClass: KindClass,
		NominalVariant: KindVariant, NominalResource: KindResource,
	}[k]
}

func (m *moduleChecker) declareNominal(kind NominalKind, decl syntax.Decl, word string, params []syntax.Name) NominalID {
	p := m.program
	id := NominalID(len(p.Nominals))
	name := decl.DeclName().Text
	nominal := Nominal{
		ID: id, Kind: kind, Name: name, Module: m.module.ID, Parent: NoNominal, Decl: decl,
		Identity:  identityOf(decl.DeclIdentity(), "auto:", word, ":", m.module.Name, ".", name),
		Lifecycle: Lifecycle{Import: NoImport},
	}
	nominal.wide = len(params) > MaxTypeParameters
	for i, param := range params[:min(len(params), MaxTypeParameters)] {
		nominal.TypeParameters = append(nominal.TypeParameters, param.Text)
		nominal.Parameters = append(nominal.Parameters, p.types.parameter(nominal.Identity.Text, uint32(i), param.Text))
	}
	nominal.Type = p.types.instance(kind.typeKind(), id, nominal.Parameters...)
	p.Nominals = append(p.Nominals, nominal)
	if _, taken := m.module.types[name]; !taken {
		m.module.types[name] = id
	}
	m.keep(nominal.Identity.Text, Ref{RefNominal, int32(id)})
	return id
}

func (m *moduleChecker) declareFields(owner NominalID, fields []*syntax.Field) {
	p := m.program
	for i, field := range fields {
		id := m.declareField(field, owner, NoCase, i)
		p.Nominals[owner].Fields = append(p.Nominals[owner].Fields, id)
	}
	p.Nominals[owner].Effective = p.Nominals[owner].Fields
}

func (m *moduleChecker) declareField(field *syntax.Field, owner NominalID, of CaseID, index int) FieldID {
	p := m.program
	id := FieldID(len(p.Fields))
	prefix, outer := "auto:field:", p.Nominals[owner].Identity.Text
	if of != NoCase {
		prefix, outer = "auto:case-field:", p.Cases[of].Identity.Text
	}
	made := Field{
		ID: id, Name: field.Name.Text, Owner: owner, Case: of, Index: index, Decl: field,
		Identity: identityOf(field.Identity, prefix, outer, ".", field.Name.Text),
	}
	p.Fields = append(p.Fields, made)
	m.keep(made.Identity.Text, Ref{RefField, int32(id)})
	return id
}

func (m *moduleChecker) declareCases(owner NominalID, cases []*syntax.Case) {
	p := m.program
	for i, decl := range cases {
		id := CaseID(len(p.Cases))
		made := Case{
			ID: id, Name: decl.Name.Text, Owner: owner, Index: i, Decl: decl,
			Identity: identityOf(decl.Identity, "auto:case:", p.Nominals[owner].Identity.Text, ".", decl.Name.Text),
		}
		p.Cases = append(p.Cases, made)
		m.keep(made.Identity.Text, Ref{RefCase, int32(id)})
		for j, field := range decl.Fields {
			fieldID := m.declareField(field, owner, id, j)
			p.Cases[id].Fields = append(p.Cases[id].Fields, fieldID)
		}
		p.Nominals[owner].Cases = append(p.Nominals[owner].Cases, id)
	}
}

func (m *moduleChecker) declareClass(decl *syntax.Class) Ref {
	id := m.declareNominal(NominalClass, decl, "class", decl.TypeParams)
	m.declareFields(id, decl.Fields)
	for _, method := range decl.Methods {
		made := m.declareFunction(method, id)
		m.program.Nominals[id].Methods = append(m.program.Nominals[id].Methods, made)
	}
	return Ref{RefNominal, int32(id)}
}

func (m *moduleChecker) declareResource(decl *syntax.Resource) Ref {
	id := m.declareNominal(NominalResource, decl, "resource", decl.TypeParams)
	m.program.hasResources = true
	if len(decl.Lifecycles) > 0 {
		first := decl.Lifecycles[0]
		lifecycle := Lifecycle{Import: NoImport, Decl: first}
		if first.Identity != nil {
			lifecycle.Identity = Identity{first.Identity.Value, Explicit}
			m.keep(first.Identity.Value, Ref{RefLifecycle, int32(id)})
		}
		if first.Import != nil {
			lifecycle.Imported, lifecycle.ImportKey = true, first.Import.Value
		}
		m.program.Nominals[id].Lifecycle = lifecycle
	}
	return Ref{RefNominal, int32(id)}
}

func (m *moduleChecker) declareFunction(decl *syntax.Function, receiver NominalID) FunctionID {
	p := m.program
	id := FunctionID(len(p.Functions))
	made := &Function{
		ID: id, Name: decl.Name.Text, Module: m.module.ID, Receiver: receiver, Overrides: NoFunction, Decl: decl,
		Identity: identityOf(decl.Identity, "auto:", m.module.Name, ".", decl.Name.Text),
	}
	made.wide = len(decl.TypeParams) > MaxFunctionTypeParameters
	for _, param := range decl.TypeParams[:min(len(decl.TypeParams), MaxFunctionTypeParameters)] {
		made.TypeParameters = append(made.TypeParameters, param.Text)
	}
	for _, effect := range decl.Uses {
		made.Effects = append(made.Effects, effect.Text)
	}
	p.Functions = append(p.Functions, made)
	m.functions = append(m.functions, &functionChecker{moduleChecker: m, fn: made, decl: decl})
	m.keep(made.Identity.Text, Ref{RefFunction, int32(id)})
	return id
}

// nameFunction enters a callable name unless it is taken.
func (m *moduleChecker) nameFunction(name string, found callee) {
	if _, taken := m.module.functions[name]; !taken {
		m.module.functions[name] = found
	}
}

func (m *moduleChecker) declareInterface(decl *syntax.Interface) Ref {
	p := m.program
	id := InterfaceID(len(p.Interfaces))
	made := Interface{
		ID: id, Name: decl.Name.Text, Module: m.module.ID, Decl: decl,
		Identity: identityOf(decl.Identity, "auto:interface:", m.module.Name, ".", decl.Name.Text),
	}
	for _, permit := range decl.Permits {
		made.Permits = append(made.Permits, permit.Text)
	}
	m.keep(made.Identity.Text, Ref{RefInterface, int32(id)})
	for _, imported := range decl.Imports {
		made.Imports = append(made.Imports, m.declareImport(imported, id, made.Identity.Text))
	}
	p.Interfaces = append(p.Interfaces, made)
	return Ref{RefInterface, int32(id)}
}

func (m *moduleChecker) declareImport(decl *syntax.Import, owner InterfaceID, ownerIdentity string) ImportID {
	p := m.program
	id := ImportID(len(p.Imports))
	made := Import{
		ID: id, Name: decl.Name.Text, Interface: owner, Module: m.module.ID, Rust: decl.Rust, Decl: decl,
		Identity:   identityOf(decl.Identity, "auto:import:", ownerIdentity, ".", decl.Name.Text),
		Infallible: decl.Status == nil, Consumes: -1,
	}
	if decl.Status != nil {
		made.StatusDomain = decl.Status.Value
	}
	for _, effect := range decl.Effects {
		made.Effects = append(made.Effects, effect.Text)
	}
	for i, param := range decl.Params {
		if !decl.Rust && param.Name.Text == decl.Consumes.Text {
			made.Consumes = i
		}
	}
	p.Imports = append(p.Imports, made)
	m.keep(made.Identity.Text, Ref{RefImport, int32(id)})
	if decl.Rust {
		m.nameFunction(decl.Name.Text, callee{TargetImport, int32(id), -1})
	}
	return id
}

func (m *moduleChecker) declareProtocol(decl *syntax.Protocol) Ref {
	p := m.program
	id := ProtocolID(len(p.Protocols))
	made := Protocol{
		ID: id, Name: decl.Name.Text, Module: m.module.ID, Decl: decl,
		Identity: identityOf(decl.Identity, "auto:protocol:", m.module.Name, ".", decl.Name.Text),
	}
	m.keep(made.Identity.Text, Ref{RefProtocol, int32(id)})
	for i, method := range decl.Methods {
		identity := identityOf(method.Identity, "auto:method:", made.Identity.Text, ".", method.Name.Text)
		made.Methods = append(made.Methods, ProtocolMethod{Name: method.Name.Text, Identity: identity, Decl: method})
		m.keep(identity.Text, Ref{RefProtocolMethod, int32(id)<<16 | int32(i)})
	}
	p.Protocols = append(p.Protocols, made)
	if _, taken := m.module.protocols[made.Name]; !taken {
		m.module.protocols[made.Name] = id
	}
	return Ref{RefProtocol, int32(id)}
}

func (m *moduleChecker) declareImpl(decl *syntax.Impl) Ref {
	p := m.program
	id := ImplID(len(p.Impls))
	made := Impl{ID: id, Module: m.module.ID, Protocol: NoProtocol, Nominal: NoNominal, Decl: decl}
	if decl.Identity != nil {
		made.Identity = Identity{decl.Identity.Value, Explicit}
		m.keep(made.Identity.Text, Ref{RefImpl, int32(id)})
	}
	p.Impls = append(p.Impls, made)
	return Ref{RefImpl, int32(id)}
}

// identityOf is the written identity, or else the automatic one, given in parts.
func identityOf(written *syntax.Text, automatic ...string) Identity {
	if written != nil {
		return Identity{written.Value, Explicit}
	}
	return Identity{strings.Join(automatic, ""), Automatic}
}

// keep enters an identity in the program's index; the first owner wins.
func (m *moduleChecker) keep(identity string, ref Ref) {
	if _, taken := m.program.identities[identity]; !taken {
		m.program.identities[identity] = ref
	}
}

// nameSpan is the place of a declaration's name.
func nameSpan(decl syntax.Decl) diag.Span {
	name := decl.DeclName()
	if name.Span.IsZero() {
		return decl.Span()
	}
	return name.Span
}
