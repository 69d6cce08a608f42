package delta

import (
	"fmt"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// The codes of this package. Those of images and candidates pass through.
const (
	// CodeSemantic, CodeSemanticBound and CodeSemanticReplay: semantic deltas and
	// their catalogue; facts that cannot be given, a bound, bytes that differ.
	CodeSemantic       diag.Code = "SPX-G252"
	CodeSemanticBound  diag.Code = "SPX-G253"
	CodeSemanticReplay diag.Code = "SPX-G254"
	// CodeOffset: a chunk of one of these that starts where none can.
	CodeOffset diag.Code = "SPX-G241"
	// CodeInterface, CodeInterfaceBound and CodeInterfaceReplay: interface deltas.
	CodeInterface       diag.Code = "SPX-G310"
	CodeInterfaceBound  diag.Code = "SPX-G311"
	CodeInterfaceReplay diag.Code = "SPX-G312"
	// CodeContract, CodeContractBound and CodeContractReplay: contract deltas.
	CodeContract       diag.Code = "SPX-G325"
	CodeContractBound  diag.Code = "SPX-G326"
	CodeContractReplay diag.Code = "SPX-G327"
	// CodeOwnership, CodeOwnershipBound and CodeOwnershipReplay: ownership deltas.
	CodeOwnership       diag.Code = "SPX-G328"
	CodeOwnershipBound  diag.Code = "SPX-G329"
	CodeOwnershipReplay diag.Code = "SPX-G330"
	// CodeImpact and CodeImpactBound: navigation of a candidate's impact.
	CodeImpact      diag.Code = "SPX-G333"
	CodeImpactBound diag.Code = "SPX-G334"
	// CodeFunction: a page of a candidate's function over its bound.
	CodeFunction diag.Code = "SPX-G358"
)

// refusal makes one diagnostic without a place.
func refusal(code diag.Code, format string, args ...any) diag.List {
	return diag.List{diag.New(code, "", diag.Span{}, fmt.Sprintf(format, args...))}
}

// maxShownBytes bounds what a message repeats of somebody's value.
const maxShownBytes = 256

// shown is somebody's value in a message.
func shown(text string) string {
	if len(text) > maxShownBytes {
		end := maxShownBytes
		for end > 0 && text[end]&0xc0 == 0x80 {
			end--
		}
		text = text[:end] + "…"
	}
	return "`" + text + "`"
}
