// Package schema declares the shape of a JSON value once and derives the rest.
//
// From one declaration come the decoding of a validated span into a typed
// struct with the protocol's exact parameter errors, the encoding of that struct
// as canonical JSON, and its JSON Schema 2020-12. There is no second list of fields.
//
// Vocabulary:
//
//   - A kind is the shape of a value that lives in a Go type V: Text(128) is a
//     *Kind[[]byte], Integer(0, 9) a *Kind[uint64], Object(…) a *Kind of a struct.
//   - A field binds a member name to a kind and to the place of its value in a
//     struct T. It is Required, Optional (absent leaves the zero value), Defaulted,
//     or constant.
//   - A node is the description of a kind, without its Go type: what discovery,
//     documents and generated tests read.
//   - A document is a node with a name; its $id is "urn:" and that name. Inside
//     other shapes it is referred to by its $id.
//   - A bundle is a set of documents closed under reference.
//
// A span is the bytes of one JSON value that wire has scanned: decoding takes it as
// well formed, without duplicate keys, and of bounded depth.
//
// Ownership: byte slices and raw spans in a decoded struct alias the frame or the
// decoder's scratch. They die with the next Decoder.Reset or with the frame. What
// is kept longer is declared with Owned, which copies: the one visible boundary.
//
// Kinds are built by functions, never kept in package variables, and are
// immutable and safe for concurrent use once built; a Decoder is not.
//
// The package refuses values with a *Fault; a wrong declaration panics with "BUG:".
package schema
