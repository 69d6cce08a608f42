package candidate

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
)

// Classification says what changed concurrently about the target of one replayed
// intention.
type Classification struct {
	Target                                      string
	Intent                                      intent.Kind
	Display, Signature, Body, Contract, Effects bool
}

// concurrence compares the project an intention was made for with the one it is
// replayed on.
type concurrence struct {
	wasBase, isBase *intent.Base
	before, after   *check.Program // of the bases
	intention       *intent.Intention
	// What changed about the target, when it is an explicit function.
	Classification
	location bool
}

func newConcurrence(before, after *intent.Base, intention *intent.Intention) *concurrence {
	target := intention.Target()
	c := &concurrence{
		wasBase: before, isBase: after, before: before.Project().Program(), after: after.Project().Program(),
		intention: intention, Classification: Classification{Target: target, Intent: intention.Kind()},
	}
	was, is, both := c.functions(target)
	if both {
		c.Display, c.Signature, c.Body = was.Name != is.Name, was.Signature != is.Signature, was.Body != is.Body
		c.Contract, c.Effects, c.location = was.Contracts != is.Contracts, was.Effects != is.Effects, isElsewhere(was, is)
	}
	return c
}

// functions reads the fingerprints of a function on both sides; both is false when a
// side has no such explicit function.
func (c *concurrence) functions(identity string) (was, is intent.Fingerprint, both bool) {
	was, had := explicitFunction(c.wasBase, identity)
	is, has := explicitFunction(c.isBase, identity)
	return was, is, had && has
}

func isElsewhere(was, is intent.Fingerprint) bool {
	return was.Path != is.Path || was.Module != is.Module
}

// check refuses what must not be replayed (candidate facts 6.2).
func (c *concurrence) check() diag.List {
	if !isExplicit(c.after, c.Target) {
		return conflict("the target %s was deleted or lost its explicit identity", diag.Shown(c.Target))
	}
	for _, rule := range []func() diag.List{c.checkTarget, c.checkNew, c.checkMentions, c.checkSelection} {
		if fault := rule(); fault != nil {
			return fault
		}
	}
	return nil
}

func conflict(format string, args ...any) diag.List { return refusal(CodeConflict, format, args...) }

// checkTarget applies the row of the intention's kind.
func (c *concurrence) checkTarget() diag.List {
	changed := false
	switch c.Intent {
	case intent.RenameDeclaration:
		changed = c.Display || c.shapeChanged(c.Target, true)
	case intent.ReplaceFunctionBody, intent.ReplaceExpression, intent.ExtractFunction, intent.ChangeFunctionSignature:
		changed = c.Signature || c.Body || c.Effects
	case intent.ReplaceContractExpression:
		changed = c.Signature || c.Contract || c.Effects
	case intent.AddContract, intent.AddDeclaration:
		changed = c.Signature || c.Effects
	case intent.MoveDeclaration:
		changed = c.Signature || c.Effects || c.location || c.moved(c.intention.Fields().Destination)
	case intent.DeleteDeclaration:
		changed = c.Signature || c.Body || c.Contract || c.Effects
	case intent.AddRecordField, intent.AddVariantCase:
		changed = c.shapeChanged(c.Target, true)
	case intent.ImplementInterface:
		return c.checkImplementation()
	default:
		return refusal(CodeRebaseData, "`%s` has no rule for concurrent changes", c.Intent)
	}
	if changed {
		return conflict("%s was changed concurrently in what `%s` stands on", diag.Shown(c.Target), c.Intent)
	}
	return nil
}

func (c *concurrence) shapeChanged(identity string, names bool) bool {
	return shapeText(c.before, identity, names) != shapeText(c.after, identity, names)
}

// moved reports whether a function is gone or somewhere else.
func (c *concurrence) moved(identity string) bool {
	was, is, both := c.functions(identity)
	return !both || isElsewhere(was, is)
}

// checkImplementation covers receiver, protocol, selected functions and the pair.
func (c *concurrence) checkImplementation() diag.List {
	f := c.intention.Fields()
	if c.shapeChanged(f.Target, false) || c.shapeChanged(f.Protocol, false) {
		return conflict("the receiver or protocol of %s was changed concurrently", diag.Shown(f.ID))
	}
	for _, member := range f.Members {
		was, is, both := c.functions(member.Implementation)
		if !both || was.Signature != is.Signature || was.Effects != is.Effects || was.Contracts != is.Contracts {
			return conflict("the implementation %s was changed concurrently", diag.Shown(member.Implementation))
		}
	}
	for i := range c.after.Impls {
		impl := &c.after.Impls[i]
		if c.after.Protocols[impl.Protocol].Identity.Text == f.Protocol && c.after.Nominals[impl.Nominal].Identity.Text == f.Target {
			return conflict("the protocol %s is already implemented for %s", diag.Shown(f.Protocol), diag.Shown(f.Target))
		}
	}
	return nil
}

// checkNew refuses identities that exist by now.
func (c *concurrence) checkNew() (fault diag.List) {
	c.intention.NewIdentities(func(identity string) {
		if _, taken := c.after.Lookup(identity); taken && fault == nil {
			fault = conflict("the new identity %s is taken by now", diag.Shown(identity))
		}
	})
	return fault
}

// checkMentions refuses what the intention refers to and is gone or different:
// functions by signature, types with their cases and fields by shape.
func (c *concurrence) checkMentions() (fault diag.List) {
	var introduced []string
	c.intention.NewIdentities(func(identity string) { introduced = append(introduced, identity) })
	c.intention.Mentions(func(m intent.Mention) {
		if fault != nil || slices.Contains(introduced, m.Identity) {
			return
		}
		was, had := explicitFunction(c.wasBase, m.Identity)
		is, has := explicitFunction(c.isBase, m.Identity)
		_, exists := c.after.Lookup(m.Identity)
		switch {
		case !exists || had != has:
			fault = conflict("%s, which the intention refers to, is gone", diag.Shown(m.Identity))
		case was.Signature != is.Signature:
			fault = conflict("the signature of %s was changed concurrently", diag.Shown(m.Identity))
		case c.shapeChanged(m.Identity, false):
			fault = conflict("the shape of %s was changed concurrently", diag.Shown(m.Identity))
		}
	})
	return fault
}

// checkSelection follows an expression selector along its path: type and ownership
// must be what they were.
func (c *concurrence) checkSelection() diag.List {
	id := c.intention.Fields().ExpressionID
	if id == "" {
		return nil
	}
	was := expressionText(c.before, c.Target, id)
	if was == "" || was != expressionText(c.after, c.Target, id) {
		return conflict("the selected expression has another type or ownership by now")
	}
	return nil
}
