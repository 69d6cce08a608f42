// Package delta says what a candidate changes: reviews and deltas between its base
// and itself, and bounded reads of the candidate's own revision.
//
// Vocabulary:
//
//   - A side is one of the two revisions: the base or the candidate.
//   - A fact is one canonical JSON value about a side. It is exact; its projection is
//     the fact without the members that only say where something was read from.
//   - A comparison puts the facts of both sides next to each other: equal, equal but
//     for their places (provenance_only), added, removed, modified, or absent on both.
//   - A report is one canonical line that anyone with the base and the history can
//     compute again; verifying replays the candidate and demands the same bytes.
//   - A summary, page, handle and cursor are those of the image, bound to a candidate.
//
// Reports describe. They prove no equivalence, run nothing and grant nothing; each
// lists what it does not claim.
//
// Refused: targets neither side has (SPX-G252), unknown targets of the reads, options
// out of bounds, handles and cursors of something else, reports over their bounds, and
// reports that verification does not reproduce; each family has its own codes.
// Building a revision again passes the compiler's codes through.
package delta
