// Package check finds out what a program means: names, types, effects,
// contracts, matches, generics, classes, protocols, mutation and ownership.
//
// [Single] checks one file, [Workspace] several that import from each other.
// Both return a [Program]: all declarations under dense ids, linked across
// modules, with the types interned and everything known about single nodes in
// side [Tables]. The trees are never touched. All faults of all files are
// reported, those that only follow from another are not.
//
// Vocabulary: a nominal is a declared type; a template is a generic function
// and an instance its use with type arguments; a place is a variable with a
// path of fields; a local is a slot of a function; a mode says how a value is
// held (value, own, borrow, shared); an identity is the stable text that names
// a declaration (explicit when written, else automatic).
//
// Order of diagnostics in a file: `use` lines; types with their members;
// interfaces and imports; import shapes; drops; protocols; member types;
// recursive layouts; function headers; impls; generic cycles; for each function
// signature, requires, body, result, ensures, lifecycle effects, permits,
// callee effects; capacities; entry; imported declarations.
//
// Refused: everything the language forbids, with its own code, and with
// SPX-P299 what is outside this build's level or has no rule.
package check
