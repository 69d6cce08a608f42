package session

import "github.com/semaprax/semaprax-go/engine/diag"

// Meaning completes the sentence "CODE occurs when …" for the codes that answer a
// request rather than judge a program; the others are in the table of diag. It is
// empty for a code of neither.
func Meaning(code diag.Code) string {
	if entry, known := diag.Lookup(code); known {
		return entry.Meaning
	}
	for _, m := range meanings() {
		if m.code == code {
			return m.text
		}
	}
	return ""
}

// meaning says when a code is answered.
type meaning struct {
	code diag.Code
	text string
}

// meanings lists the request codes in order.
func meanings() []meaning {
	return []meaning{
		{"SPX-G219", "a query names an identity, capability or option that it does not admit"},
		{"SPX-G220", "an image or a report is over its bound"},
		{"SPX-G227", "a facet is asked of what is no function"},
		{"SPX-G228", "facet options are out of bounds, or a page is over max_bytes"},
		{"SPX-G229", "a facet handle or cursor belongs to something else"},
		{"SPX-G230", "a hole, a draft capsule or a page option is malformed, or the target admits no hole"},
		{"SPX-G231", "draft slots or another bound of drafts are exhausted"},
		{"SPX-G232", "a draft handle is unknown or stale, or holes are still pending"},
		{"SPX-G233", "a rebase meets another manifest or a kind of change that has no conflict rule"},
		{"SPX-G234", "a merged history or its report is over its bound"},
		{"SPX-G235", "what a change stands on was changed, or the candidates do not belong together"},
		{"SPX-G236", "a capsule is no canonical capsule of this build"},
		{"SPX-G237", "a capsule is over its bounds"},
		{"SPX-G238", "the base or the digests of a capsule are not what it says"},
		{"SPX-G239", "a project has no tests, or a test policy is out of its ranges"},
		{"SPX-G240", "a test plan or test report is over its bound"},
		{"SPX-G241", "a chunk starts outside a report or inside a character"},
		{"SPX-G242", "attempt slots or the bounds of an attempt are exhausted"},
		{"SPX-G243", "an attempt handle is unknown or stale"},
		{"SPX-G252", "a semantic delta cannot be given for these subjects"},
		{"SPX-G253", "a semantic delta is over its bound"},
		{"SPX-G254", "a semantic delta rendered again gives other bytes"},
		{"SPX-G263", "a publication is not of an admitted shape"},
		{"SPX-G264", "a bound of publication is exhausted"},
		{"SPX-G265", "the branch, the source or the history is not as expected"},
		{"SPX-G266", "the host failed before the branch could move"},
		{"SPX-G267", "the branch may have moved: ask source-commit/status"},
		{"SPX-G271", "a history that is rebased holds a repair"},
		{"SPX-G276", "what was published is not what the receipt says"},
		{"SPX-G280", "the host or the session is configured wrongly"},
		{"SPX-G281", "the response of a refresh or its preview does not fit"},
		{"SPX-G282", "image_revision is not the current one"},
		{"SPX-G283", "the manifest changed in what a refresh may not change"},
		{"SPX-G284", "the commit host is bound to something else"},
		{"SPX-G285", "a receipt chunk or its sequence is out of bounds"},
		{"SPX-G286", "there is no matching approval or no receipt"},
		{"SPX-G287", "the commit host has published, or may have"},
		{"SPX-G288", "discovery is inconsistent"},
		{"SPX-G289", "a discovery payload is over its bound"},
		{"SPX-G294", "a read batch is malformed, or its workers are not the host's"},
		{"SPX-G295", "a worker of a read batch could not start or panicked"},
		{"SPX-G310", "an interface delta cannot be given for these subjects"},
		{"SPX-G311", "an interface delta is over its bound"},
		{"SPX-G312", "an interface delta rendered again gives other bytes"},
		{"SPX-G320", "the target of a dependency report is none"},
		{"SPX-G321", "a dependency report is over its bound"},
		{"SPX-G322", "the options of a dependency page are out of bounds"},
		{"SPX-G323", "a dependency page cannot be made within its bound"},
		{"SPX-G324", "a dependency handle or cursor belongs to something else"},
		{"SPX-G325", "a contract delta cannot be given for these subjects"},
		{"SPX-G326", "a contract delta is over its bound"},
		{"SPX-G327", "a contract delta rendered again gives other bytes"},
		{"SPX-G328", "an ownership delta cannot be given for these subjects"},
		{"SPX-G329", "an ownership delta is over its bound"},
		{"SPX-G330", "an ownership delta rendered again gives other bytes"},
		{"SPX-G333", "the impact of a candidate is asked with a view, handle, cursor or option that does not fit"},
		{"SPX-G334", "the impact of a candidate is over its bound"},
		{"SPX-G343", "the replayed history does not carry the draft"},
		{"SPX-G344", "a rebased draft is over its bounds"},
		{"SPX-G345", "the region, dependencies or scope of a pending hole changed"},
		{"SPX-G346", "the merged history does not carry the draft"},
		{"SPX-G347", "a merged draft is over its bounds"},
		{"SPX-G348", "holes clash with a hole or a write of the other parent"},
		{"SPX-G356", "the inventory of retained subjects is inconsistent"},
		{"SPX-G357", "the inventory of retained subjects is over its bound"},
		{"SPX-G358", "a page of a candidate's function is over its bound"},
		{"SPX-G363", "a function reference is not one of this image"},
		{"SPX-G364", "a function reference is over its bound"},
		{"SPX-G365", "a test task does not exist, is not there yet, or has no slot"},
		{"SPX-G366", "the worker of a test task panicked"},
		{"SPX-G367", "a chunk starts outside a test report or inside a character"},
	}
}
