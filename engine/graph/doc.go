// Package graph relates the declarations of a checked program to each other, in
// both directions, and walks those relations.
//
// Vocabulary: a node is a declaration, a module, a capability (an effect by name)
// or a built-in function; a relation is a directed edge between two nodes, with a
// kind, a site (where in its origin it stands) and a count of places; the origin
// depends on the target, so forward leads to what something needs and reverse to
// what needs it. A fact is one thing a function does to a declaration or a
// binding, at one expression; relations sum facts up. A walk is a breadth-first
// visit of relations under bounds on depth, nodes and whatever its caller counts;
// it says which bound cut it short.
//
// The document of a graph is canonical JSON of our own schema ([DocumentSchema]),
// described in docs/graph.md; its digest covers it.
//
// A graph is immutable and safe for concurrent use. It is built in one pass over
// the program; everything else costs what it returns.
//
// The package refuses nothing: programs given to it have no errors, and an unknown
// identity is an absent node.
package graph
