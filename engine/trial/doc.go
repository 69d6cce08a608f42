// Package trial runs the declared tests of a candidate under the host's fixed test
// policy.
//
// Vocabulary:
//
//   - A trial replays the candidate exactly, plans, executes the whole declared test
//     closure and reports; what the plan selected only describes, it never skips.
//   - A report is one canonical line whose digest is its revision. A test that fails
//     or does not end is a report that did not pass, never an error and never a hang.
//   - A task is one trial that runs beside its session: queued behind a gate, running,
//     then completed, cancelled or failed. The first look at it opens the gate.
//   - A pool bounds the tasks of a process that have live workers.
//
// Cancelling is cooperative: the flag is looked at between the stages of the replay,
// before the tests and every 1,024 units a run is charged. A queued task is
// cancelled before its first step.
//
// Refused: a policy out of its ranges and a project without tests (SPX-G239), a
// report or plan over its bound (SPX-G240, before a step is spent where that can be
// known), lifecycle and pool (SPX-G365), a worker that panicked (SPX-G366), what replaying
// and executing answer. Who cuts the report answers SPX-G367 outside it.
package trial
