// Package syntax reads and writes the text of the .spx language.
//
// [Parse] turns one source into an immutable [File]; [Print] turns a file into
// its one canonical text. Every node carries a [diag.Span] and, when it came
// from [Parse], a [NodeID]: dense, in preorder, the file itself 0, so later
// phases keep their results in slices of File.NodeCount elements.
//
// Nodes are plain structs with exported fields. Nothing changes a node after it
// was built; [Rewrite] copies what it changes. Nodes built by code have no span
// and the id 0: print the tree and parse it again to get both.
//
// Vocabulary: a declaration ([Decl]) stands at the top of a file; an item
// ([Item]) is a statement of a block; a block ends in its tail, an [Expr]; an
// identity is the text of `@id("…")`.
//
// Refused: texts over [MaxSourceBytes], nesting over [MaxDepth] (SPX-P207), and
// with SPX-P299 the constructs outside this build's level: agents, sessions,
// closures and function types, vectors, maps, boxes, iterators, `yield`, `for`,
// network operations. `else if` and an `if` without `else` are errors.
package syntax
