package candidate

import (
	"math"
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
)

const domainRepair = "semaprax.project-candidate-typed-repair.v1"

// RepairClass is one of the two closed transformations.
type RepairClass string

// The classes of repairs (candidate facts 7.3).
const (
	RepairLiteral   RepairClass = "retag_integer_literal_to_retained_return_type"
	RepairByteField RepairClass = "borrow_owned_byte_field_without_staging"
)

// Why a catalogue has a repair or none.
const (
	reasonNoClass      = "no_supported_repair_class"
	reasonNoLiteral    = "requires_an_exact_supported_integer_literal"
	reasonNoSignature  = "target_has_no_retained_function_signature"
	reasonNoInteger    = "target_return_type_has_no_supported_integer_repair"
	reasonSameType     = "literal_already_matches_retained_return_type"
	reasonOutOfRange   = "integer_value_does_not_fit_retained_return_type"
	reasonNotAdmitted  = "derived_change_failed_full_candidate_admission"
	reasonRepairExists = "one_compiler_admitted_typed_repair"
)

// Repair is one transformation of a refused change that was admitted.
type Repair struct {
	ID        canon.Digest
	Class     RepairClass
	Target    string
	Change    []byte // the transformed change
	Intent    []byte // the repair_diagnostic intention that stands for it
	Validated canon.Digest
	// FromType, ExpectedType and Value belong to RepairLiteral.
	FromType, ExpectedType string
	Value                  int64
	Unsigned               uint64
	// Replacements belong to RepairByteField.
	Replacements []Replacement

	change *Change
	result *Candidate
}

// Replacement is one field that is borrowed in place.
type Replacement struct{ Field, Root string }

// transformed is what a class made of the refused body, before admission.
type transformed struct {
	Repair
	body intent.Expression
}

// derive finds the repair of an attempt and admits it; without one it says why.
func (a *Attempt) derive(p *Programs) (repair *Repair, reason string, fault diag.List) {
	made, reason, fault := a.propose(p)
	if made == nil {
		return nil, reason, fault
	}
	result, refused := a.candidate.Apply(p, made.change)
	if refused != nil {
		return nil, reasonNotAdmitted, nil
	}
	made.result, made.Validated = result, result.revision
	return &made.Repair, reasonRepairExists, nil
}

// propose finds the change that would repair an attempt, before admission; without
// one it says why.
func (a *Attempt) propose(p *Programs) (made *transformed, reason string, fault diag.List) {
	if a.change.member("kind") != string(intent.ReplaceFunctionBody) {
		return nil, reasonNoClass, nil
	}
	intention, malformed := a.change.Intention(p)
	if malformed != nil {
		return nil, reasonNoClass, nil
	}
	current, fault := p.Current(a.candidate)
	if fault != nil {
		return nil, "", fault
	}
	made, reason = a.transform(current.Project().Program(), intention)
	if made == nil {
		return nil, reason, nil
	}
	return made, "", a.identify(p, made)
}

// transform tries the class the refused body and its diagnostics call for.
func (a *Attempt) transform(p *check.Program, intention *intent.Intention) (*transformed, string) {
	body := intention.Fields().Expression
	if slices.ContainsFunc(a.diagnostics, func(d *diag.Diagnostic) bool { return d.Code == diag.T266 }) {
		if made := borrowFields(body); made != nil {
			made.Target = intention.Target()
			return made, ""
		}
	}
	made, reason := retagLiteral(p, intention.Target(), body)
	if made != nil {
		made.Target = intention.Target()
	}
	return made, reason
}

// retagLiteral gives an integer literal the type its function returns.
func retagLiteral(p *check.Program, target string, body *intent.Expression) (*transformed, string) {
	ref, found := p.Lookup(target)
	switch {
	case !isInteger(body.Kind):
		return nil, reasonNoLiteral
	case !found || ref.Kind != check.RefFunction:
		return nil, reasonNoSignature
	}
	wanted := intent.ExpressionKind(p.TypeString(p.Functions[ref.Index].Result))
	if !isInteger(wanted) {
		return nil, reasonNoInteger
	}
	if wanted == body.Kind {
		return nil, reasonSameType
	}
	made := &transformed{Repair: Repair{
		Class: RepairLiteral, FromType: string(body.Kind), ExpectedType: string(wanted), Value: body.Int, Unsigned: body.Uint,
	}}
	made.body.Kind = wanted
	if !fitInteger(body, &made.body) {
		return nil, reasonOutOfRange
	}
	return made, ""
}

func isInteger(kind intent.ExpressionKind) bool {
	return kind == intent.ExprI64 || kind == intent.ExprI32 || kind == intent.ExprU8 || kind == intent.ExprUsize
}

// fitInteger stores the value of one literal in another of its own kind.
func fitInteger(from, to *intent.Expression) bool {
	signed, unsigned := from.Int, from.Uint
	if from.Kind == intent.ExprU8 || from.Kind == intent.ExprUsize {
		signed = int64(unsigned)
		if unsigned > math.MaxInt64 && to.Kind != intent.ExprUsize {
			return false
		}
	} else {
		unsigned = uint64(signed)
	}
	switch to.Kind {
	case intent.ExprI64:
		to.Int = signed
		return true
	case intent.ExprI32:
		to.Int = signed
		return signed >= math.MinInt32 && signed <= math.MaxInt32
	case intent.ExprU8:
		to.Uint = unsigned
		return unsigned <= math.MaxUint8
	}
	to.Uint = unsigned
	return from.Kind == intent.ExprU8 || signed >= 0
}

// identify writes the transformed change, its identity and the intention that
// stands for it.
func (a *Attempt) identify(p *Programs, made *transformed) diag.List {
	intention := replaceBody(p, made.Target, &made.body)
	change, fault := NewChange(a.change.base, intention)
	if fault != nil {
		return fault
	}
	made.change, made.Change = change, []byte(change.text)
	var b canon.Builder
	b.BeginObject()
	b.Key("attempt_revision").Digest(a.revision)
	b.Key("change").RawString(change.text)
	b.Key("class").String(string(made.Class))
	b.EndObject()
	made.ID = canon.Sum(domainRepair, b.Line())
	made.Intent = repairIntention(made.Target, a.change.intent, made.ID)
	return nil
}

// replaceBody writes a replace_function_body intention.
func replaceBody(p *Programs, target string, body *intent.Expression) []byte {
	var b canon.Builder
	b.BeginObject()
	b.Key("body")
	p.expression().Encode(&b, body)
	b.Key("kind").String(string(intent.ReplaceFunctionBody))
	b.Key("target").String(target)
	b.EndObject()
	return b.Bytes()
}

// repairIntention writes a repair_diagnostic intention around the refused one.
func repairIntention(target, rejected string, id canon.Digest) []byte {
	var b canon.Builder
	b.BeginObject()
	b.Key("kind").String(string(intent.RepairDiagnostic))
	b.Key("rejected_intent").RawString(rejected)
	b.Key("repair_id").Digest(id)
	b.Key("target").String(target)
	b.EndObject()
	return b.Bytes()
}

// Repair applies the repair with this identity to the predecessor of the attempt:
// an ordinary body change. No such repair is SPX-G270.
func (a *Attempt) Repair(p *Programs, id canon.Digest) (*Candidate, diag.List) {
	repair, reason, fault := a.derive(p)
	switch {
	case fault != nil:
		return nil, fault
	case repair == nil:
		return nil, refusal(diag.G270, "the attempt has no repair: %s", reason)
	case repair.ID != id:
		return nil, refusal(diag.G270, "the attempt has another repair")
	}
	return repair.result, nil
}

// repair carries out a repair_diagnostic intention: the refused body must be refused
// again, and the one repair of that attempt must be the one named. History keeps the
// intention itself.
func (s *step) repair(p *Programs, change *Change, intention *intent.Intention) (*step, diag.List) {
	fields := intention.Fields()
	if fields.Rejected.Target != fields.Target {
		return nil, refusal(diag.G268, "a repair and its rejected intention have one target")
	}
	predecessor, fault := s.finish(p)
	if fault != nil {
		return nil, fault
	}
	rejected, fault := NewChange(s.now.revision, replaceBody(p, fields.Target, fields.Rejected.Body))
	if fault != nil {
		return nil, fault
	}
	_, attempt, fault := predecessor.Attempt(p, rejected)
	if fault != nil {
		return nil, fault
	}
	if attempt == nil {
		return nil, refusal(diag.G270, "the rejected intention is accepted")
	}
	made, reason, fault := attempt.propose(p)
	switch {
	case fault != nil:
		return nil, fault
	case made == nil:
		return nil, refusal(diag.G270, "the rejected intention has no repair: %s", reason)
	}
	next, admitted := s.admitted(p, made.change)
	switch {
	case !admitted:
		return nil, refusal(diag.G270, "the rejected intention has no repair: %s", reasonNotAdmitted)
	case made.ID != fields.RepairID:
		return nil, refusal(diag.G270, "the rejected intention has another repair")
	}
	return s.followed(next, change, intention), nil
}

// admitted applies a derived change in full, builds and report.
func (s *step) admitted(p *Programs, change *Change) (next *step, ok bool) {
	next, refused := s.advance(p, change)
	if refused == nil {
		_, refused = next.finish(p)
	}
	return next, refused == nil
}
