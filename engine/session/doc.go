// Package session is the Semantic Workspace protocol v5: its life, its table of
// methods and everything derived from the table.
//
// Vocabulary:
//
//   - A frame is one request, notification or blank line, without its LF.
//   - A row declares one method: name, grant, parameters, payload, codes, and
//     what it does. Dispatch, grant checks, parameter checks, schemas, the query
//     catalogue, instructions, MCP tools and the read batch's allowlist derive
//     from the rows; a method without a row is unknown.
//   - A grant is what the host policy must have selected for a row to exist.
//   - The snapshot is the held source with the image derived from it. Drift is a
//     change of the source behind a snapshot; it is absorbing until a refresh.
//   - The registry holds the retained candidates, drafts and attempts.
//   - A view is what a query may see: immutable subjects, no session.
//
// Life. A session is unused until its first frame, then started. An oversized
// frame makes it terminal; a terminal session answers nothing. Finish performs
// the final authentication. Claim hands an unused session to an adapter, after
// which direct calls and approvals are refused.
//
// A request is decoded, looked up, its parameters judged and its image revision
// compared before anything is looked at. What it does is then prepared, admitted
// against the registry's bounds, rendered, the source authenticated again, and only
// then retained: there is no path on which a client sees an error and the registry
// changed.
//
// Not offered: request-id deduplication, generic cancellation, exactly-once delivery,
// retry, rollback, any way for a request to add a grant, name a path, choose a
// worker count or approve a publication.
//
// A Session is for one goroutine; Serve keeps to that by itself.
package session
