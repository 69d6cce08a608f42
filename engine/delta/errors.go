package delta

import "github.com/semaprax/semaprax-go/engine/diag"

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
