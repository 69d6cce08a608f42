// Package candidate holds proposed changes of a project: immutable candidates, the
// changes that led to them, and the reports that say what they are.
//
// Vocabulary:
//
//   - A change is the envelope around one intention: the revision it starts from,
//     the intention, the requirements nobody can lower.
//   - A candidate is a base revision with an ordered history of at most MaxChanges
//     changes. It keeps sources, history and report, not checked programs. Its
//     revision is the digest of its report.
//   - Sources are one admitted revision of a project, kept as text.
//   - Programs is the small store of checked revisions that candidates share; what
//     is not in it is built again from sources.
//   - Applying a change gives a sibling: the candidate itself, its base and every
//     file stay what they are.
//   - Replay applies a history again and demands the same bytes. Rebase and merge
//     replay intentions on another base; a concurrent change of what an intention
//     stands on is a conflict, never guessed away.
//   - A capsule is a candidate written down: base revision, changes, digests.
//   - An attempt is a change the compiler refused, kept with its diagnostics; a
//     repair is one closed transformation that makes such a change acceptable.
//   - A test plan says which changes the declared tests may reach. It runs nothing.
//
// Refused: changes that are malformed (SPX-G222), over a bound (SPX-G223) or bound
// to another revision (SPX-G224); what intentions and the compiler refuse, with
// their codes; rebases and merges with SPX-G233 to G235, capsules with G236 to
// G238, plans with G239 and G240, attempts with G241 to G243, repairs with G268,
// G270 and G271. A refusal leaves nothing behind.
package candidate
