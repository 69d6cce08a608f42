// Package wire bounds and validates JSON that somebody else sent.
//
// It reads NDJSON frames under a byte limit ([Reader]), judges each in one pass
// ([Scanner.Scan]), decodes the closed JSON-RPC envelope ([Scanner.DecodeRequest]),
// walks validated values without allocating ([Members], [Elements]), builds replies
// of known size ([AppendResult], [AppendError]) and writes them ([Writer]).
//
// # Vocabulary
//
//   - frame: the bytes between two LFs; the LF is not part of it.
//   - envelope: the top-level object of a request: jsonrpc, id, method, params.
//   - profile: a set of limits and an envelope grammar ([V5], [MCP], [Document]).
//   - span: a half-open byte range of the scanned input ([Span]).
//   - depth: the root value is at depth 0, its members or elements at 1.
//   - nodes: every value counts, keys do not.
//
// # Refusals
//
// A refusal is one [*Error] with a [Code], the [Stage] that refused, a byte offset, the
// JSON Pointer of the place and, for caps, the limit's name, value and what was
// seen. Refusals are ordered by stage, not by position: size, raw newline and
// encoding, then syntax, then structure bounds, then the first unknown member or duplicate
// key in document order, then the envelope grammar, then params. Failures of the host (a broken
// pipe, a failing disk) are [*IOError], never [*Error].
//
// Beyond RFC 8259 the scanner refuses duplicate keys in any object (compared
// after unescaping, over their whole length), invalid UTF-8, lone surrogate
// escapes, numbers whose float64 value overflows, a byte order mark and more than
// [MaxContainers] nested containers.
//
// Nothing is allocated from a length somebody sent: the reader owns one buffer
// of its limit plus one byte, and a scanner's memory is bounded by its node limit.
package wire
