package candidate

import (
	"errors"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/wire"
)

// Names of the recovery capsule (candidate facts 8.11).
const (
	CapsuleSchema        = "semaprax.project-candidate-recovery.v1"
	capsuleCompatibility = "semaprax.project-candidate-recovery-compatibility.v1"
	domainCapsule        = "semaprax.project-candidate-recovery.payload.v1"
)

// Capsule is the content of a recovery capsule. Compiler is the version that wrote
// it.
type Capsule struct {
	Compiler  string
	Base      canon.Digest
	Changes   [][]byte // canonical envelopes, or their spans
	Candidate canon.Digest
	Project   canon.Digest
	Digest    canon.Digest
}

// CapsuleShape declares the recovery capsule.
func CapsuleShape() *schema.Kind[Capsule] {
	return schema.Document(CapsuleSchema, capsulePayload(),
		schema.Required("capsule_digest", schema.Digest(), func(c *Capsule) *canon.Digest { return &c.Digest }))
}

// capsulePayload declares the members the capsule digest covers, the schema aside.
func capsulePayload() schema.Field[Capsule] {
	type c = Capsule
	compiler := schema.Object(
		schema.Const[string]("package", image.CompilerPackage),
		schema.Required("version", schema.String(), func(s *string) *string { return s }),
		schema.Const[string]("compatibility", capsuleCompatibility))
	changes := schema.Array(schema.ObjectOf(ChangeSchema), 0, MaxChanges)
	return schema.Lift(func(p *c) *c { return p },
		schema.Required("compiler", compiler, func(p *c) *string { return &p.Compiler }),
		schema.Required("base_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Base }),
		schema.Const[c]("change_schema", ChangeSchema),
		schema.Const[c]("candidate_schema", ReportSchema),
		schema.Required("changes", changes, func(p *c) *[][]byte { return &p.Changes }),
		schema.Required("candidate_digest", schema.Digest(), func(p *c) *canon.Digest { return &p.Candidate }),
		schema.Required("candidate_project_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Project }))
}

// Capsule writes the candidate down: one canonical line of at most MaxCapsuleBytes
// (else SPX-G237).
func (c *Candidate) Capsule(p *Programs) ([]byte, diag.List) {
	capsule := Capsule{Compiler: p.compiler, Base: c.base.revision, Changes: texts(c.changes), Candidate: c.revision, Project: c.now.revision}
	capsule.Digest = capsule.digest()
	line, ok := CapsuleShape().Line(&capsule, MaxCapsuleBytes)
	if !ok {
		return nil, refusal(CodeCapsuleBound, "the capsule has more than %d bytes", MaxCapsuleBytes)
	}
	return line, nil
}

// digest is the digest of the payload without the digest itself.
func (c *Capsule) digest() canon.Digest {
	payload, _ := schema.Document(CapsuleSchema, capsulePayload()).Line(c, 0)
	return canon.Sum(domainCapsule, payload)
}

// ReadCapsule reads a capsule without restoring it. It must be exactly one canonical
// line of this build's form, with its content digest.
//
// Refusals: SPX-G237 for a bound, SPX-G236 for the grammar, another schema or
// compiler and any other spelling, SPX-G238 for a wrong content digest. The changes
// are spans of text.
func ReadCapsule(p *Programs, text []byte) (*Capsule, diag.List) {
	span, fault := ScanCapsule(text, MaxCapsuleBytes, CodeCapsule, CodeCapsuleBound)
	if fault != nil {
		return nil, fault
	}
	var d schema.Decoder
	c := &Capsule{}
	if wrong := CapsuleShape().Decode(&d, span, c); wrong != nil {
		return nil, refusal(CodeCapsule, "the capsule does not fit its shape: %s", wrong.Error())
	}
	if c.Compiler != p.compiler {
		return nil, refusal(CodeCapsule, "the capsule was written by version %s of the compiler", diag.Shown(c.Compiler))
	}
	if line, _ := CapsuleShape().Line(c, 0); string(line) != string(text) {
		return nil, refusal(CodeCapsule, "the capsule is not in its canonical form")
	}
	if c.Digest != c.digest() {
		return nil, refusal(CodeCapsuleIdentity, "the capsule's digest is not that of its content")
	}
	return c, nil
}

// ScanCapsule judges what every capsule is, before anything is read of it: at most
// maxBytes bytes, one JSON object within the bounds of nesting and values, ended by one
// LF. It returns the object. malformed and bound are the codes of its refusals.
func ScanCapsule(text []byte, maxBytes int, malformed, bound diag.Code) (span []byte, fault diag.List) {
	if len(text) > maxBytes {
		return nil, refusal(bound, "the capsule has more than %d bytes", maxBytes)
	}
	if _, err := wire.Scan(wire.Document, text); err != nil {
		code := malformed
		var refused *wire.Error
		if errors.As(err, &refused) && refused.Code == wire.CodeBounds {
			code = bound
		}
		return nil, refusal(code, "the capsule is not one bounded JSON value: %s", err)
	}
	n := len(text) - 1
	if text[n] != '\n' || wire.KindOf(text) != wire.Object {
		return nil, refusal(malformed, "a capsule is an object in canonical form, ended by one LF")
	}
	return text[:n], nil
}

// Restore replays a capsule on the base it names. Beside the refusals of
// ReadCapsule: SPX-G238 for another base, for final digests that differ and for a
// candidate whose own capsule is not this one, what ParseChange answers for a
// change, and what applying answers.
func Restore(p *Programs, base *image.Image, text []byte) (*Candidate, diag.List) {
	capsule, fault := ReadCapsule(p, text)
	if fault != nil {
		return nil, fault
	}
	if capsule.Base != base.Project().Revision() {
		return nil, refusal(CodeCapsuleIdentity, "the capsule belongs to another base revision")
	}
	changes := make([]*Change, len(capsule.Changes))
	for i, span := range capsule.Changes {
		if changes[i], fault = parseChange(span); fault != nil {
			return nil, fault
		}
	}
	restored, fault := replay(p, base, changes, nil)
	if fault != nil {
		return nil, fault
	}
	if restored.revision != capsule.Candidate || restored.now.revision != capsule.Project {
		return nil, refusal(CodeCapsuleIdentity, "replaying the capsule leads to another candidate")
	}
	again, fault := restored.Capsule(p)
	if fault != nil {
		return nil, fault
	}
	if string(again) != string(text) {
		return nil, refusal(CodeCapsuleIdentity, "the restored candidate has another capsule")
	}
	return restored, nil
}
