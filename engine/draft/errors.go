package draft

import "github.com/semaprax/semaprax-go/engine/diag"

// The codes of drafts.
const (
	// CodeHole: a hole that is malformed, repeated, unknown or overlaps another, a
	// target that admits none, a capsule or page option out of its grammar.
	CodeHole diag.Code = "SPX-G230"
	// CodeCapacity: a bound of this package.
	CodeCapacity diag.Code = "SPX-G231"
	// CodeStale: a digest that is not the current one, or holes still pending.
	CodeStale diag.Code = "SPX-G232"
	// CodeRebaseData, CodeRebaseBound and CodeRegion: a rebase whose replayed
	// history does not carry the draft; one over its bounds; a pending hole whose
	// region, dependencies or scope changed.
	CodeRebaseData  diag.Code = "SPX-G343"
	CodeRebaseBound diag.Code = "SPX-G344"
	CodeRegion      diag.Code = "SPX-G345"
	// CodeMergeData, CodeMergeBound and CodeClash: the same of a merge; holes that
	// clash with a hole or a write of the other parent.
	CodeMergeData  diag.Code = "SPX-G346"
	CodeMergeBound diag.Code = "SPX-G347"
	CodeClash      diag.Code = "SPX-G348"
)
