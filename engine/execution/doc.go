// Package execution runs an entry or test closure under a budget and writes what
// came of it.
//
// [Run] executes a project in one role: the entry module's main, or the test
// module's main and then every named case, each with a fresh full budget.
// [Interpret] executes one function of a checked program.
//
// Vocabulary:
//
//   - an outcome is how one run ended: a returned value, a failure status, or a
//     capacity outcome (fuel, call depth);
//   - an envelope is the document of an execution: one line with its LF, whose
//     payload's digest and size stand beside it. semaprax.interpret.v1 is the
//     envelope of one function, semaprax.project-execution.v1 that of a role.
//
// Nothing here touches the host; the transcript of a run is handed to the caller.
//
// Refused, before anything runs: options out of range with SPX-F101, what the
// interpreter does not execute with SPX-B104 or SPX-F102, arguments with
// SPX-F103. A transcript or an envelope over its budget is SPX-F104, a cancelled
// execution SPX-F105; of these nothing is handed out.
package execution
