// Package policy reads closed host policies: the file with which a host says what a
// session may do. A request can never widen it.
//
// Vocabulary:
//
//   - A policy is one JSON object of a known version, v1 to v7, with exactly the
//     fields of that version.
//   - A grant is a right a session has; its name is the one discovery shows.
//   - A feature is the part of this program that a field asks for. A field whose
//     feature is not built is judged in full and then refused.
//   - A git host policy is the file of the publish command: the fields of git_commit
//     without the approved candidate, with a schema.
//
// Reading and judging are separate: OpenFile opens one regular file without
// following a link and is for the command line only; ReadFile reads an
// opened file under its bound; Parse and ParseGitHost judge bytes. Nothing else
// here touches the host: no clock, no environment, no process.
//
// # Refusals
//
// A refusal is one *Error with a code and the JSON Pointer of the field.
// SPX-G219: not a readable regular file. SPX-G220: over 65,536 bytes. SPX-G280:
// not JSON, a wrong key set, type, bound or combination, or a feature that is not
// built. SPX-G239: test policy out of range. SPX-G263: any fault of a git host policy.
//
// The order of checks is fixed: schema, key set, archives, caches, read batch
// workers, test policy, the three capability booleans, what needs candidate_prepare,
// git_commit. The values inside git_commit are judged where they are used.
package policy
