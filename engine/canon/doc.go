// Package canon writes canonical JSON bytes and computes domain digests.
//
// Vocabulary:
//
//   - CJ is the dialect of reports and payloads: object keys sorted by their
//     UTF-8 bytes at every level, arrays in their own order, no white space.
//   - Ordered is the dialect of the documents that fix their own member order
//     (diagnostics, error data, manifests, store entries): members stay as written.
//   - A line is a canonical text with its one closing LF. Whether a document
//     has the LF is the document's rule; digests and limits count it.
//   - A domain is the ASCII text that opens a digest. It is written here without
//     its NUL; the functions add the NUL.
//   - A digest is 32 bytes, written as "sha256:" and 64 lower-case hex digits.
//
// Everything appends to a slice the caller owns. There is no reflection, no
// package state, and no allocation beyond growth of those slices. Strings are
// taken as valid UTF-8; bytes that are not are written as they are.
//
// The package refuses nothing at run time but a text over its limit
// (Builder.Over) and a digest argument (ParseDigest, CheckDigest). A builder
// used out of turn panics with "BUG:".
package canon
