package candidate

import (
	"fmt"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// The codes of this package beyond those of intentions.
const (
	// CodeRebaseData: another manifest, or a kind that has no conflict rule.
	CodeRebaseData diag.Code = "SPX-G233"
	// CodeRebaseBound: a merged history or a report over its bound.
	CodeRebaseBound diag.Code = "SPX-G234"
	// CodeConflict: what an intention stands on was changed, or the parents do not
	// belong together.
	CodeConflict diag.Code = "SPX-G235"
	// CodeCapsule, CodeCapsuleBound and CodeCapsuleIdentity: a capsule that is no
	// canonical capsule of this build; one over its bounds; one whose base or
	// digests are not what it says.
	CodeCapsule         diag.Code = "SPX-G236"
	CodeCapsuleBound    diag.Code = "SPX-G237"
	CodeCapsuleIdentity diag.Code = "SPX-G238"
	// CodePlan and CodePlanBound: a project without tests; a plan over its bound.
	CodePlan      diag.Code = "SPX-G239"
	CodePlanBound diag.Code = "SPX-G240"
	// CodeAttemptBound: an attempt over its bounds.
	CodeAttemptBound diag.Code = "SPX-G242"
	// CodeRepairRebase: a repair in a history that is rebased.
	CodeRepairRebase diag.Code = "SPX-G271"
	// CodeLane is the diagnostic of a target lane this build does not emit.
	CodeLane diag.Code = "SPX-B113"
)

// refusal makes one diagnostic without a place.
func refusal(code diag.Code, format string, args ...any) diag.List {
	return diag.List{diag.New(code, "", diag.Span{}, fmt.Sprintf(format, args...))}
}

// clip cuts a text to at most maxBytes bytes at a character boundary.
func clip(text string, maxBytes int) string {
	if len(text) <= maxBytes {
		return text
	}
	for maxBytes > 0 && text[maxBytes]&0xc0 == 0x80 {
		maxBytes--
	}
	return text[:maxBytes]
}
