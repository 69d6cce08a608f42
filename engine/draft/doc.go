// Package draft holds candidates with places that are still to be written.
//
// Vocabulary:
//
//   - A draft is a last valid candidate with at most MaxHoles pending holes. It is
//     immutable; its revision is the digest of its report.
//   - A hole is one place to be filled: the body of a function, an expression of a
//     body, or an expression of a contract clause. There is no placeholder in any
//     syntax tree: the program of a draft is that of its last valid candidate.
//   - Filling a hole applies one ordinary intention to the last valid candidate and
//     finds the places of the other holes again. A refused fill leaves the draft as
//     it was.
//   - The lineage lists the holes that were filled, the ancestry the rebases and
//     merges a draft came through. Neither gives authority.
//   - A context says what may stand in a hole: scope, calls, effects, contracts,
//     what was proved of the text the hole covers. It is evidence, not validation.
//   - A summary and pages are the same context in small pieces; a suggestion is an
//     expression that was filled in to see that it is accepted.
//   - A capsule is a draft written down: the capsule of its candidate and its holes.
//
// Refused: malformed, unknown, repeated or overlapping holes (SPX-G230), bounds
// (SPX-G231), stale digests and drafts that are not complete (SPX-G232), rebases with
// SPX-G343 to G345 and merges with G346 to G348 beside the candidate's own codes, and
// whatever applying the intention of a fill answers. A refusal leaves nothing behind.
package draft
