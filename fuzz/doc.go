// Package fuzz holds the fuzz targets that cross packages, and the load and fault
// runs over the built command. It has no code of its own and nobody imports it.
//
// Vocabulary:
//
//   - A tape is the fuzzer's input read as choices; an empty tape chooses zeros.
//   - A conversation is a whole session of protocol v5, direct or behind the MCP
//     adapter, over a project on disk.
//   - A judge is the oracle of a conversation: it keeps the compiled schemas of the
//     session's own discovery and knows, from an independent reading of a frame,
//     whether an answer is due and under which id.
//
// Every target has an oracle. What a target found stays: an input that failed once
// is a seed with a name and a reason beside the target.
package fuzz
