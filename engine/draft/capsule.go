package draft

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/wire"
)

// Names of the recovery capsules (candidate facts 5.7), of drafts that came through
// nothing and of those with lineage or ancestry.
const (
	CapsuleSchema        = "semaprax.project-candidate-draft-recovery.v1"
	LineageCapsuleSchema = "semaprax.project-candidate-draft-recovery.v2"
)

// capsuleForm is one of the two forms of capsules.
type capsuleForm struct {
	schema, compatibility, domain, report string
	lineage                               bool
}

func capsuleForms() [2]capsuleForm {
	return [2]capsuleForm{
		{CapsuleSchema, "semaprax.project-candidate-draft-recovery-compatibility.v1", "semaprax.project-candidate-draft-recovery.payload.v1", ReportSchema, false},
		{LineageCapsuleSchema, "semaprax.project-candidate-draft-recovery-compatibility.v2", "semaprax.project-candidate-draft-recovery.payload.v2", LineageReportSchema, true},
	}
}

// Capsule is the content of a recovery capsule. Candidate is the capsule of the last
// valid candidate without its LF; of holes only what selects them is known.
type Capsule struct {
	Compiler  string
	Base      canon.Digest
	Candidate []byte
	Holes     []Hole
	Past      history
	Draft     canon.Digest
	Digest    canon.Digest
}

// CapsuleShape declares the capsule of a draft that came through nothing.
func CapsuleShape() *schema.Kind[Capsule] { return capsuleForms()[0].shape(true) }

// LineageCapsuleShape declares the capsule of a draft with lineage or ancestry.
func LineageCapsuleShape() *schema.Kind[Capsule] { return capsuleForms()[1].shape(true) }

// shape declares the form, with or without the digest over the rest.
func (f capsuleForm) shape(digest bool) *schema.Kind[Capsule] {
	type c = Capsule
	compiler := schema.Object(
		schema.Const[string]("package", image.CompilerPackage),
		schema.Required("version", schema.String(), func(s *string) *string { return s }),
		schema.Const[string]("compatibility", f.compatibility))
	fields := []schema.Field[c]{
		schema.Required("compiler", compiler, func(p *c) *string { return &p.Compiler }),
		schema.Required("base_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Base }),
		schema.Const[c]("draft_schema", f.report),
		schema.Required("candidate_recovery", schema.ObjectOf(candidate.CapsuleSchema), func(p *c) *[]byte { return &p.Candidate }),
		schema.Required("holes", schema.Array(selectorShape(), 0, MaxHoles), func(p *c) *[]Hole { return &p.Holes }),
		schema.Required("draft_digest", schema.Digest(), func(p *c) *canon.Digest { return &p.Draft }),
	}
	if f.lineage {
		fields = append(fields, historyFields(func(p *c) *history { return &p.Past }))
	}
	if digest {
		fields = append(fields, schema.Required("capsule_digest", schema.Digest(), func(p *c) *canon.Digest { return &p.Digest }))
	}
	return schema.Document(f.schema, fields...)
}

// selectorShape declares what a capsule says of a hole.
func selectorShape() *schema.Kind[Hole] {
	type h = Hole
	id := schema.Required("hole_id", schema.String(), func(p *h) *string { return &p.ID })
	target := schema.Required("target", schema.String(), func(p *h) *string { return &p.Target })
	expression := schema.Required("expression_id", schema.String(), func(p *h) *string { return &p.Expression })
	return schema.OneOf(func(p *h) *Kind { return &p.Kind },
		schema.Tagged(Body, id, target),
		schema.Tagged(Expression, id, target, expression),
		schema.Tagged(Contract, id, target, expression))
}

// digest is the digest of the payload without the digest itself.
func (f capsuleForm) digest(c *Capsule) canon.Digest {
	payload, _ := f.shape(false).Line(c, 0)
	return canon.Sum(f.domain, payload)
}

// form is the form of the draft's capsules.
func (d *Draft) form() capsuleForm {
	forms := capsuleForms()
	if d.past.isEmpty() {
		return forms[0]
	}
	return forms[1]
}

// CapsuleSchema names the form of the draft's capsules.
func (d *Draft) CapsuleSchema() string { return d.form().schema }

// Capsule writes the draft down: one canonical line of at most MaxCapsuleBytes (else
// SPX-G231).
func (d *Draft) Capsule(p *candidate.Programs) ([]byte, diag.List) {
	inner, fault := d.valid.Capsule(p)
	if fault != nil {
		return nil, fault
	}
	c := Capsule{
		Compiler: p.Compiler(), Base: d.valid.Base().Revision(), Candidate: inner[:len(inner)-1],
		Holes: d.holes, Past: d.past, Draft: d.revision,
	}
	form := d.form()
	c.Digest = form.digest(&c)
	line, ok := form.shape(true).Line(&c, MaxCapsuleBytes)
	if !ok {
		return nil, diag.Refusal(CodeCapacity, "the capsule has more than %d bytes", MaxCapsuleBytes)
	}
	return line, nil
}

// readCapsule reads a capsule: exactly one canonical line of this build's form, with
// its content digest.
func readCapsule(p *candidate.Programs, text []byte) (*Capsule, diag.List) {
	span, fault := candidate.ScanCapsule(text, MaxCapsuleBytes, CodeHole, CodeCapacity)
	if fault != nil {
		return nil, fault
	}
	form, fault := capsuleFormOf(span)
	if fault != nil {
		return nil, fault
	}
	var decoder schema.Decoder
	c, shape := &Capsule{}, form.shape(true)
	if wrong := shape.Decode(&decoder, span, c); wrong != nil {
		return nil, diag.Refusal(CodeHole, "the capsule does not fit its shape: %s", wrong.Error())
	}
	if c.Compiler != p.Compiler() {
		return nil, diag.Refusal(CodeHole, "the capsule was written by version %s of the compiler", diag.Shown(c.Compiler))
	}
	if line, _ := shape.Line(c, 0); string(line) != string(text) {
		return nil, diag.Refusal(CodeHole, "the capsule is not in its canonical form")
	}
	if c.Digest != form.digest(c) {
		return nil, diag.Refusal(CodeStale, "the capsule's digest is not that of its content")
	}
	return c, nil
}

// capsuleFormOf finds the form a capsule claims to have.
func capsuleFormOf(span []byte) (capsuleForm, diag.List) {
	if at, ok := wire.Find(span, wire.Whole(span), "schema"); ok {
		name, _ := wire.PlainString(at.Of(span))
		for _, form := range capsuleForms() {
			if string(name) == form.schema {
				return form, nil
			}
		}
	}
	return capsuleForm{}, diag.Refusal(CodeHole, "the object is no recovery capsule of a draft")
}
