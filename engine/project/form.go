package project

import (
	"fmt"
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// checkForm demands of main functions, cases, exports and the command what the
// manifest's form can carry. All faults are reported, files by path.
func (b *builder) checkForm() diag.List {
	c := formChecker{builder: b}
	c.mains()
	for _, id := range b.manifest.webExports {
		if id != b.manifest.command {
			c.export(id)
		}
	}
	if b.manifest.command != "" {
		c.command(b.manifest.command)
	}
	c.faults.Sort()
	return c.faults
}

type formChecker struct {
	*builder
	faults diag.List
}

// refuse reports a function whose shape is not admitted.
func (c *formChecker) refuse(f *check.Function, format string, args ...any) {
	m := &c.modules[f.Module]
	c.faults = append(c.faults, diag.New(diag.G174, m.Path, f.Decl.Name.Span, message(format, args)))
}

// mains checks every function called main: it stands in the entry or test module
// only, has an explicit identity and is () -> i64. Cases have that shape already.
func (c *formChecker) mains() {
	for _, f := range c.program.Functions {
		if f.Name != mainName || f.Receiver != check.NoNominal {
			continue
		}
		switch {
		case f.Module != c.entry.Root && (c.tests == nil || f.Module != c.tests.Root):
			c.refuse(f, "`main` stands outside the entry and test modules")
		case f.Identity.Origin != check.Explicit:
			c.refuse(f, "`main` has no explicit identity")
		case len(f.Params) != 0 || f.Result != check.TypeI64 || f.IsGeneric():
			c.refuse(f, "`main` is not `() -> i64`")
		default:
			c.effects(f, "`main`")
		}
	}
	for _, test := range c.cases {
		c.effects(c.program.Functions[test.Function], "a test")
	}
}

// effects demands that a function the host starts has no effect beyond the
// manifest's capabilities.
func (c *formChecker) effects(f *check.Function, role string) {
	for _, effect := range f.Effects {
		if !slices.Contains(c.manifest.capabilities, effect) {
			c.refuse(f, "%s uses the effect `%s`, which the manifest does not grant", role, effect)
			return
		}
	}
}

// linked finds a function of the entry closure that the manifest names.
func (c *formChecker) linked(id, role string) (*check.Function, bool) {
	ref, ok := c.program.Lookup(id)
	if !ok || ref.Kind != check.RefFunction {
		c.faults = append(c.faults, refuse(diag.G174, ManifestName, "the %s `%s` is no function", role, id)...)
		return nil, false
	}
	f := c.program.Functions[ref.Index]
	switch {
	case !c.entry.Contains(f.Module):
		c.refuse(f, "the %s `%s` is outside the entry closure", role, id)
	case f.IsGeneric() || f.Receiver != check.NoNominal:
		c.refuse(f, "the %s `%s` is generic or a method", role, id)
	case f.Identity.Origin != check.Explicit:
		c.refuse(f, "the %s `%s` has no explicit identity", role, id)
	default:
		return f, true
	}
	return nil, false
}

func (c *formChecker) export(id string) {
	f, ok := c.linked(id, "export")
	if !ok {
		return
	}
	for _, p := range f.Params {
		if !c.carries(p.Type, p.Mode, input) {
			c.refuse(f, "the export `%s` has a parameter of type `%s`, which %s does not carry", id, c.shown(p.Type, p.Mode), c.manifest.form.schema)
			return
		}
	}
	if !c.carries(f.Result, check.ModeValue, output) {
		c.refuse(f, "the export `%s` has the result `%s`, which %s does not carry", id, c.shown(f.Result, check.ModeValue), c.manifest.form.schema)
		return
	}
	c.effects(f, fmt.Sprintf("the export `%s`", id))
}

func (c *formChecker) shown(t check.Type, mode check.Mode) string {
	if mode == check.ModeValue {
		return c.program.TypeString(t)
	}
	return mode.String() + " " + c.program.TypeString(t)
}

func (c *formChecker) command(id string) {
	f, ok := c.linked(id, "command")
	if !ok {
		return
	}
	views := 0
	if c.manifest.form.command == commandTwoViews {
		views = 2
	}
	fits := len(f.Params) == views && f.Result == check.TypeBool
	for _, p := range f.Params {
		fits = fits && p.Type == check.TypeSlice && p.Mode == check.ModeBorrow
	}
	if !fits {
		c.refuse(f, "the command `%s` has not the signature of %s", id, c.manifest.form.schema)
		return
	}
	c.effects(f, "the command")
}
