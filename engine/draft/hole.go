package draft

import (
	"cmp"
	"slices"
	"strings"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Kind is the kind of a hole.
type Kind string

// The kinds of holes.
const (
	Body       Kind = "function_body"
	Expression Kind = "expression"
	Contract   Kind = "contract_expression"
)

// intention is the kind of intention that fills a hole of this kind.
func (k Kind) intention() intent.Kind {
	switch k {
	case Expression:
		return intent.ReplaceExpression
	case Contract:
		return intent.ReplaceContractExpression
	}
	return intent.ReplaceFunctionBody
}

// Hole is one pending place. Expression, Ownership and Phase are empty where its
// kind has none.
type Hole struct {
	ID     string
	Kind   Kind
	Target string
	// Expression is the revision-scoped id of the covered expression.
	Expression string
	// Type and Ownership are what a filling must have.
	Type, Ownership string
	// Phase is the phase of a contract hole.
	Phase string

	path string // of the covered expression inside the function
}

// checkHoleID judges the id of a new hole.
func checkHoleID(id string) diag.List {
	if len(id) > MaxHoleIDBytes {
		return diag.Refusal(CodeCapacity, "a hole id has at most %d bytes", MaxHoleIDBytes)
	}
	if id == "" || strings.ContainsFunc(id, func(r rune) bool { return !isHoleIDRune(r) }) {
		return diag.Refusal(CodeHole, "a hole id consists of ASCII letters, digits, `_`, `-` and `.`")
	}
	return nil
}

func isHoleIDRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '.'
}

// excludes reports whether two holes cannot be pending together.
func (h *Hole) excludes(other *Hole) bool {
	if h.Target != other.Target {
		return false
	}
	if h.Kind == Body || other.Kind == Body {
		return h.Kind != Contract && other.Kind != Contract
	}
	return isInside(h.path, other.path) || isInside(other.path, h.path)
}

// isInside reports whether the path inner is that of outer or of a part of it.
func isInside(inner, outer string) bool {
	rest, under := strings.CutPrefix(inner, outer)
	return under && (rest == "" || rest[0] == '.')
}

// sameSubject reports whether two holes cover the same place and expect the same.
func (h *Hole) sameSubject(other *Hole) bool {
	return h.Kind == other.Kind && h.Target == other.Target && h.Expression == other.Expression &&
		h.Type == other.Type && h.Ownership == other.Ownership && h.Phase == other.Phase
}

func compareHoles(x, y Hole) int { return cmp.Compare(x.ID, y.ID) }

// findHole finds a hole among sorted ones.
func findHole(holes []Hole, id string) (int, bool) {
	return slices.BinarySearchFunc(holes, id, func(h Hole, id string) int { return cmp.Compare(h.ID, id) })
}

// handle names a hole of one draft. It gives no authority.
func (d *Draft) handle(h *Hole) canon.Digest {
	var b canon.Builder
	b.BeginObject()
	b.Key("draft").Digest(d.revision)
	if h.Kind != Body {
		b.Key("expression_id").String(h.Expression)
	}
	b.Key("hole").String(h.ID)
	b.Key("target").String(h.Target)
	b.EndObject()
	return canon.Sum(h.Kind.handleDomain(), b.Line())
}

func (k Kind) handleDomain() string {
	switch k {
	case Expression:
		return "semaprax.project-candidate-expression-hole-handle.v1"
	case Contract:
		return "semaprax.project-candidate-contract-expression-hole-handle.v1"
	}
	return "semaprax.project-candidate-hole-handle.v1"
}

// pendingShape declares a hole as reports list it.
func pendingShape() *schema.Kind[Hole] {
	type h = Hole
	text := func(name string, at func(*h) *string) schema.Field[h] {
		return schema.Required(name, schema.String(), at)
	}
	fields := func(more ...schema.Field[h]) []schema.Field[h] {
		return append([]schema.Field[h]{
			text("hole_id", func(p *h) *string { return &p.ID }),
			text("target", func(p *h) *string { return &p.Target }),
			text("expected_type_id", func(p *h) *string { return &p.Type }),
			schema.Const[h]("state", "unresolved"),
		}, more...)
	}
	selector := text("expression_id", func(p *h) *string { return &p.Expression })
	ownership := schema.Required("expected_ownership", modeShape(), func(p *h) *string { return &p.Ownership })
	phase := schema.Required("phase", schema.Choice(check.PhaseRequires.String(), check.PhaseEnsures.String()), func(p *h) *string { return &p.Phase })
	return schema.OneOf(func(p *h) *Kind { return &p.Kind },
		schema.Tagged(Body, fields()...),
		schema.Tagged(Expression, fields(selector, ownership)...),
		schema.Tagged(Contract, fields(selector, ownership, phase)...))
}

func kindShape() *schema.Kind[Kind] { return schema.Choice(Body, Expression, Contract) }

// modeShape declares how a value is held.
func modeShape() *schema.Kind[string] {
	return schema.Choice(check.ModeValue.String(), check.ModeOwn.String(), check.ModeBorrow.String(), check.ModeShared.String())
}
