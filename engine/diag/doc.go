// Package diag describes what is wrong with a user's program.
//
// Vocabulary: a [Code] names one kind of fault and never changes meaning; a
// [Span] is the place in the source; a [Diagnostic] joins the two with the
// arguments of its message; the table ([Lookup], [Entries]) holds for each
// code its message, its meaning and an example program.
//
// Only codes steer control flow. Messages are rendered from code and arguments
// at the edge, by [Diagnostic.AppendHuman] and [Diagnostic.AppendJSON].
//
// The package refuses nothing; it describes refusals made elsewhere.
package diag
