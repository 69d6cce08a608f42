// Package interp evaluates a checked program under hard bounds.
//
// [Compile] lowers an entry function and everything it can reach to compact
// code; [Code.Run] executes it. Code is immutable and may be run by many
// goroutines at once; each run owns its own machine.
//
// Vocabulary:
//
//   - a step is one unit of fuel: every expression node costs one on entry, a
//     contract clause, a test of a loop condition and a call of a built-in one
//     more (language facts 5.4);
//   - work is what built-ins spend besides: one unit per byte they copy, compare
//     or search. Work is not part of a program's meaning; it only bounds a run;
//   - a status is a failure of the program (5.3); running out of fuel, work,
//     frames or output is a capacity outcome, never a status;
//   - a word is a 64-bit slot that holds a scalar or a variant's tag, a
//     reference is a slot that holds text or bytes. Aggregates lie flat in
//     consecutive slots, so the machine never allocates for them.
//
// Slots are typed by the code, not at run time: i64 and i32 sign-extended, u8,
// usize, char and bool zero-extended, f32 and f64 as their bits.
//
// Fuel is charged in groups. A group is a run of instructions that control can
// only enter at its start; it is paid for at once. When an instruction of the
// group fails, the steps behind it are given back, and when the group cannot be
// paid, it is run up to the exact instruction at which the budget ends. The
// steps reported are those of node-by-node charging.
//
// Nothing here touches the host: arguments and standard input come in by
// [Input], output is a transcript handed back with a returned value. What the
// package does not execute is refused before the run: a module that declares
// resources with SPX-B104, a function outside the executable profile with
// SPX-F102 and its reason, arguments with SPX-F103, options with SPX-F101.
package interp
