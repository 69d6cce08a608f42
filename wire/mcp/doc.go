// Package mcp serves a semantic workspace session as Model Context Protocol
// tools, revision 2025-11-25, over newline-delimited frames.
//
// Vocabulary. A frame is one line of input without its LF. A request has an
// id and is answered once; a notification has none and is never answered and
// never executes anything. The host is the session behind the adapter; its
// methods become tools, and the list of tools with their schemas is the
// catalogue. An inner request is what the host is asked on behalf of a
// tools/call; its response comes back whole, as one text item.
//
// Life. A Session begins New, an accepted initialize request makes it
// AwaitingInitialized, the notifications/initialized notification makes it
// Ready, and only a ready session lists and calls tools. An oversized frame,
// a host that becomes terminal, and Finish make it terminal: it then answers
// nothing.
//
// Authority. The adapter adds none. It serves exactly the methods the host
// grants, injects nothing into arguments, never reads client capabilities or
// _meta as policy, and exposes no way to reach the host behind it.
//
// Space. The room for the largest possible response is reserved before the
// host is asked. After that no step can fail, so a completed publication is
// never reported as a capacity error.
//
// Refusals. Malformed frames and wrong request shapes are ordinary JSON-RPC
// errors: -32700 (not a frame), -32600 (not a request), -32601 (unknown
// method), -32602 (wrong parameters, unknown tool, bad cursor). Adapter
// failures are -32000 with SPX-G349 (lifecycle) or SPX-G351 (reservation);
// SPX-G350 (catalogue, cursor) and SPX-G351 (capacity) also refuse
// construction. What the host refuses is a successful MCP result whose
// isError is true.
//
// Not offered: resources, prompts, logging, sampling, elicitation, the MCP
// task facility, server-initiated requests, request-id deduplication, generic
// cancellation, exactly-once delivery, retry and rollback.
package mcp
