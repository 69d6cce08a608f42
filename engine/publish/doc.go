// Package publish carries one approved candidate into a Git branch.
//
// Vocabulary:
//
//   - A Publisher is the repository a host opened: it plans a commit by reading, and
//     the plan writes, verifies, pivots and confirms. The package declares the
//     interface; the program's outermost layer fills it.
//   - The pivot is the one compare-and-swap of the branch.
//   - An approval is a host's word for exactly one candidate, given before the first
//     frame of a session. It is used up by the attempt it reaches.
//   - A receipt is the canonical line that says what was published. It is rendered
//     before anything is written.
//   - A host is the state of one session's publication: available, then published or
//     publication_uncertain, which are terminal.
//
// The way of a publication, each step before the next:
//
//	fresh load ─► equals the held base ─► replay equals the approval ─► plan ─►
//	receipt ─► recheck ─► write ─► verify ─► recheck ─► pivot ─► recheck, confirm
//
// Refused with nothing published: SPX-G263 (shape), G264 (capacity), G265 (stale
// branch, source or history), G266 (the host failed), G276 (the second opinion
// disagrees). SPX-G267 means the branch may have moved; it names branch and commit.
// Nothing is retried and nothing is rolled back.
package publish
