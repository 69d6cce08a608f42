// Package intent holds the closed shapes of typed intentions and turns each into
// an edit of a checked project.
//
// Vocabulary:
//
//   - An Intention is one request to change a program by meaning: a Kind and the
//     members of one of its forms. It is decoded once and never changes.
//   - An Expression is one value of the closed expression vocabulary
//     (`semaprax.typed-expression.v1`) that intentions carry instead of text.
//   - A Base is the checked project an intention is applied to.
//   - An Edit is what came of it: new syntax files, the summary of the operation
//     and what the intention authorises to differ. It proves nothing by itself:
//     the caller renders its sources, builds the whole project from them and then
//     asks the edit to verify the result.
//   - An inventory lists what an intention must not change: permits, effects,
//     numbers of contracts, protocol implementations.
//   - A catalogue lists what Apply can accept for a target. Catalogues and Apply
//     ask the same predicates.
//
// Way of an intention: Grammar.Decode, Apply, then of the edit CheckInventory, Sources and,
// on the project built from these, Verify. Nothing here touches the base.
//
// Refused: shapes outside the closed vocabulary and forms that a target does not
// admit (SPX-G225 unless a kind has codes of its own), bounds (SPX-G223, SPX-G226).
package intent
