// Package project opens a project: the manifest semaprax.toml, its declared
// sources, their modules, the linked program and the revisions.
//
// Vocabulary:
//
//   - A [Manifest] is the parsed semaprax.toml. Its text is always its own
//     canonical rendering.
//   - A [Root] is the directory capability a project is opened under. It is the
//     only way from this package to a file system.
//   - [Held] inputs are the open descriptors of the manifest, the sources and the
//     directories on the way, with the identity that was seen of each. Recheck
//     authenticates them again; drift is SPX-J102.
//   - A [Project] is an admitted project: sources, checked and linked program,
//     closures, revisions. It is immutable and knows nothing of files.
//   - A closure is the entry (or test) module with every module its use lines
//     reach. All functions of a closure are linked.
//   - A case is a function test_NAME of the test module.
//
// Refused: manifests that are not canonical or whose schema this build does not
// have; inputs that are links, have a second hard link, are no regular file or
// are reached over a link; sources that are not canonical; module cycles; entry,
// test, export and command signatures the manifest's form cannot carry. Every
// refusal is a list of diagnostics with a code of the G, I, J or a language
// family. On systems other than Linux and macOS [OpenRoot] answers
// [ErrUnsupported]; [Build] works everywhere.
package project
