package check

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// Single checks one file on its own. A file with `use` lines cannot be checked
// alone: that is one SPX-G172. The module must have a `main`. The file comes
// from syntax.Parse: files built by code have no node ids.
func Single(file *syntax.File) *Program {
	if len(file.Uses) > 0 {
		program := newProgram([]*syntax.File{file})
		c := &checker{program: program}
		m := &moduleChecker{checker: c, module: program.Modules[0], file: file}
		m.report(diag.G172, file.Uses[0].Span(), "a file with `use` cannot be checked alone; check its project")
		c.gather()
		return program
	}
	return run([]*syntax.File{file}, false)
}

// Workspace checks files together and links them: `use` lines are resolved by
// identity. The order of files does not matter; modules are ordered by path. No
// module needs a `main`.
func Workspace(files []*syntax.File) *Program {
	sorted := slices.Clone(files)
	slices.SortStableFunc(sorted, func(a, b *syntax.File) int { return strings.Compare(a.Path(), b.Path()) })
	return run(sorted, true)
}

// checker is the state of one run over all modules.
type checker struct {
	program *Program
	modules []*moduleChecker
	builtin map[string]Builtin
	table   []BuiltinRow
	// workspace: no module needs a main.
	workspace bool
	// owners names the first declaration with each identity.
	owners map[string]owner
	// templates finds generic instances by template and arguments.
	instances map[instanceKey]InstanceID
	// inherited counts the fields that classes take from their ancestors.
	inherited int
	// methods finds the methods of classes that have many.
	methods map[NominalID]map[string]FunctionID
	// drops keeps the effects of dropping a type.
	drops map[Type][]string
}

// moduleChecker is the state of the check of one module.
type moduleChecker struct {
	*checker
	module *Module
	file   *syntax.File
	tables *Tables
	// functions are those declared here, methods included, in source order.
	functions []*functionChecker
	permits   map[string]bool
	// wide and wideCases find the members of nominals that have many.
	wide      map[memberKey]map[string]int
	wideCases map[NominalID]map[string]CaseID
	// pending are the methods that override an inherited one.
	pending []*functionChecker
	// cyclesAt is where faults of generic cycles go among the diagnostics.
	cyclesAt int
}

func newProgram(files []*syntax.File) *Program {
	p := &Program{types: newTypeTable(), builtins: Builtins(), identities: map[string]Ref{}}
	for i, file := range files {
		if file.NodeCount() == 0 {
			panic("BUG: check takes only parsed files")
		}
		p.Modules = append(p.Modules, &Module{
			ID:        ModuleID(i),
			Path:      file.Path(),
			Name:      file.Module.Text,
			File:      file,
			Tables:    newTables(file.NodeCount()),
			types:     map[string]NominalID{},
			functions: map[string]callee{},
			protocols: map[string]ProtocolID{},
		})
	}
	return p
}

// run is the order of checks: every step goes over all modules, and inside a
// module's list the diagnostics stand in the order of the steps.
func run(files []*syntax.File, workspace bool) *Program {
	program := newProgram(files)
	c := &checker{
		program:   program,
		table:     program.builtins,
		workspace: workspace,
		owners:    map[string]owner{},
		instances: map[instanceKey]InstanceID{},
		drops:     map[Type][]string{},
		methods:   map[NominalID]map[string]FunctionID{},
	}
	c.declarePrelude()
	for i, file := range files {
		m := &moduleChecker{
			checker: c, module: program.Modules[i], file: file, tables: program.Modules[i].Tables,
			wide: map[memberKey]map[string]int{}, wideCases: map[NominalID]map[string]CaseID{},
		}
		c.modules = append(c.modules, m)
	}
	if !c.checkCounts() {
		c.gather()
		return program
	}
	c.each((*moduleChecker).collect)
	c.resolveUses()
	c.each((*moduleChecker).checkNominals)
	c.each((*moduleChecker).checkInterfaces)
	c.each((*moduleChecker).checkImportShapes)
	c.each((*moduleChecker).checkDrops)
	c.each((*moduleChecker).checkProtocols)
	c.each((*moduleChecker).checkMemberTypes)
	c.checkLayouts()
	c.each((*moduleChecker).checkHeaders)
	c.each((*moduleChecker).checkOverrideShapes)
	c.each((*moduleChecker).checkImpls)
	c.each((*moduleChecker).markCycles)
	c.each((*moduleChecker).checkFunctions)
	c.checkTemplateReach()
	c.checkGraphCounts()
	c.checkCapacity()
	c.each((*moduleChecker).checkEntry)
	c.each((*moduleChecker).checkImported)
	c.gather()
	return program
}

func (c *checker) each(step func(*moduleChecker)) {
	for _, m := range c.modules {
		step(m)
	}
}

// gather joins the modules' lists. A fault of `import rust` hides all others of
// its module.
func (c *checker) gather() {
	for _, module := range c.program.Modules {
		if i := slices.IndexFunc(module.Diagnostics, func(d *diag.Diagnostic) bool { return d.Code == diag.B107 }); i >= 0 {
			module.Diagnostics = module.Diagnostics[i : i+1]
		}
		c.program.Diagnostics = append(c.program.Diagnostics, module.Diagnostics...)
	}
	c.program.nameInstances()
	c.program.finishFacts()
}

// nameInstances gives instances their identities.
func (p *Program) nameInstances() {
	for i := range p.Instances {
		p.Instances[i].Identity = p.InstanceKey(p.Instances[i].Function, p.Instances[i].Args)
	}
}

// finishFacts works out the facts of every type, so that reading them later
// changes nothing.
func (p *Program) finishFacts() {
	for t := range p.types.entries {
		p.Facts(Type(t))
	}
}

// maxArgBytes bounds an argument of a message: names of types far away may be
// long, and a source may ask for them often.
const maxArgBytes = 256

// report adds a diagnostic to the module.
func (m *moduleChecker) report(code diag.Code, span diag.Span, args ...string) {
	for i, arg := range args {
		args[i] = clip(arg)
	}
	m.module.Diagnostics = append(m.module.Diagnostics, diag.New(code, m.module.Path, span, args...))
}

// clip shortens an argument of a message.
func clip(arg string) string {
	if len(arg) <= maxArgBytes {
		return arg
	}
	end := maxArgBytes
	for !utf8.RuneStart(arg[end]) {
		end--
	}
	return arg[:end] + "…"
}
