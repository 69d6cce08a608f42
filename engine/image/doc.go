// Package image holds the semantic image of an admitted project: the checked
// program, its relations, the canonical document that names it, and the queries a
// client asks of it.
//
// Vocabulary: the image revision is the digest of the image document; a symbol is
// a declaration seen from outside; context and impact are bounded walks over
// relations; a facet is one of nine views of a function, cut into pages; a handle
// names a view of one target in one image and gives no authority; a cursor names
// the start of a page; a dependency report lists every place that uses a
// declaration; a function reference is a function named for another session.
//
// Every payload is declared once, beside its value, by a function that ends in
// Shape. Interiors the public protocol leaves open are ours and described in
// docs/payloads.md.
//
// Ownership: an image is immutable and may be read by many goroutines. It shares
// sources and program with its project. Results belong to the caller.
//
// Refused: targets that are absent or of the wrong kind, values out of bounds,
// handles and cursors of something else, references to another image, reports
// over their bound; each with a code of its own and no place in a source.
package image
