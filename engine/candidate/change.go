package candidate

import (
	"errors"
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/wire"
)

// ChangeSchema names the change envelope.
const ChangeSchema = "semaprax.semantic-change.v1"

// Change is one change envelope (candidate facts 2.2): an intention bound to the
// project revision it starts from. It is immutable and owns its texts. The
// intention inside may still be malformed: Apply says so.
type Change struct {
	base         canon.Digest
	intent, text string
}

// requirements are the constants every envelope carries.
func requirements() []string {
	return []string{
		"preserve_stable_identity", "preserve_public_exports", "update_all_callers", "no_new_effects",
		"no_new_capabilities", "preserve_contracts", "revalidate_ownership_and_cleanup",
		"preserve_project_profile_admission", "preserve_admitted_core_targets",
	}
}

// ChangeShape declares the envelope as reports carry it.
func ChangeShape() *schema.Kind[envelope] {
	return schema.Document(ChangeSchema,
		schema.Required("base_revision", schema.Digest(), func(e *envelope) *canon.Digest { return &e.Base }),
		schema.Required("intent", schema.Opaque(intent.IntentionDocument), func(e *envelope) *[]byte { return &e.Intent }),
		schema.ConstStrings[envelope]("requirements", requirements()...))
}

// envelope is semaprax.semantic-change.v1 as its shape describes it.
type envelope struct {
	Base   canon.Digest
	Intent []byte
}

// NewChange binds an intention, one validated JSON value, to a project revision.
// Refusals: SPX-G223 for the structural bounds and an envelope over
// intent.MaxChangeBytes, SPX-G222 for a value that is no object.
func NewChange(base canon.Digest, span []byte) (*Change, diag.List) {
	if fault := intent.CheckBounds(span); fault != nil {
		return nil, fault
	}
	if wire.KindOf(span) != wire.Object {
		return nil, refusal(diag.G222, "an intention is an object")
	}
	var b canon.Builder
	b.Reset(make([]byte, 0, len(span)), canon.CJ)
	schema.EncodeSpan(&b, span)
	c := &Change{base: base, intent: string(b.Bytes())}
	c.text = string(c.render())
	if len(c.text)+1 > intent.MaxChangeBytes {
		return nil, refusal(diag.G223, "the change has more than %d bytes", intent.MaxChangeBytes)
	}
	return c, nil
}

// render writes the envelope without its LF.
func (c *Change) render() []byte {
	var b canon.Builder
	b.Reset(make([]byte, 0, len(c.intent)+512), canon.CJAsserted)
	b.BeginObject()
	b.Key("base_revision").Digest(c.base)
	b.Key("intent").RawString(c.intent)
	b.Key("requirements").Strings(requirements())
	b.Key("schema").String(ChangeSchema)
	b.EndObject()
	return b.Bytes()
}

// ParseChange reads a change envelope with its one LF. It must be exactly the
// canonical envelope of its base revision and intention.
//
// Refusals: SPX-G223 for more than intent.MaxChangeBytes and the structural bounds,
// SPX-G222 for anything else.
func ParseChange(text []byte) (*Change, diag.List) {
	if len(text) > intent.MaxChangeBytes {
		return nil, refusal(diag.G223, "the change has more than %d bytes", intent.MaxChangeBytes)
	}
	if _, err := wire.Scan(wire.Document, text); err != nil {
		var refused *wire.Error
		if errors.As(err, &refused) && refused.Code == wire.CodeBounds {
			return nil, refusal(diag.G223, "the change is out of bounds: %s", refused.Message())
		}
		return nil, refusal(diag.G222, "the change is not one JSON value: %s", err)
	}
	n := len(text) - 1
	if n < 0 || text[n] != '\n' {
		return nil, refusal(diag.G222, "a change ends with one LF")
	}
	return parseChange(text[:n])
}

// parseChange is ParseChange for a validated value without LF.
func parseChange(span []byte) (*Change, diag.List) {
	if wire.KindOf(span) != wire.Object {
		return nil, refusal(diag.G222, "a change is an object in canonical form")
	}
	if fault := intent.CheckBounds(span); fault != nil {
		return nil, fault
	}
	base, haveBase := wire.Find(span, wire.Whole(span), "base_revision")
	intention, haveIntent := wire.Find(span, wire.Whole(span), "intent")
	if !haveBase || !haveIntent {
		return nil, refusal(diag.G222, "a change has a base revision and an intention")
	}
	text, _ := wire.PlainString(base.Of(span))
	revision, ok := canon.ParseDigest(text)
	if !ok {
		return nil, refusal(diag.G222, "the base revision of a change is a digest")
	}
	c, fault := NewChange(revision, intention.Of(span))
	if fault != nil {
		return nil, fault
	}
	if c.text != string(span) {
		return nil, refusal(diag.G222, "the change is not in its canonical form")
	}
	return c, nil
}

// Base is the project revision the change starts from.
func (c *Change) Base() canon.Digest { return c.base }

// Text is the canonical envelope without its LF.
func (c *Change) Text() string { return c.text }

// IntentText is the canonical intention.
func (c *Change) IntentText() string { return c.intent }

// Intention decodes the intention; the refusals are those of the grammar.
func (c *Change) Intention(p *Programs) (*intent.Intention, diag.List) {
	return p.grammar().Decode([]byte(c.intent))
}

// onto binds the same intention to another revision.
func (c *Change) onto(base canon.Digest) *Change {
	moved := &Change{base: base, intent: c.intent}
	moved.text = string(moved.render())
	return moved
}

// member is one text member of the intention, or empty.
func (c *Change) member(name string) string {
	span := []byte(c.intent)
	at, ok := wire.Find(span, wire.Whole(span), name)
	if !ok {
		return ""
	}
	text, ok := wire.AppendString(nil, at.Of(span))
	if !ok {
		return ""
	}
	return string(text)
}

// samePrefix counts the changes two histories begin with alike.
func samePrefix(x, y []*Change) int {
	n := 0
	for n < len(x) && n < len(y) && x[n].text == y[n].text {
		n++
	}
	return n
}

// texts lists the canonical envelopes.
func texts(changes []*Change) [][]byte {
	list := make([][]byte, len(changes))
	for i, c := range changes {
		list[i] = []byte(c.text)
	}
	return slices.Clip(list)
}
