package trial

import "github.com/semaprax/semaprax-go/engine/diag"

// The codes of this package.
const (
	// CodePolicy: a policy out of its ranges, or a project without tests.
	CodePolicy diag.Code = "SPX-G239"
	// CodeBound: a report over the policy's bound.
	CodeBound diag.Code = "SPX-G240"
	// CodeTask: a task that does not exist, is not there yet, or has no slot.
	CodeTask diag.Code = "SPX-G365"
	// CodeWorker: the worker of a task panicked.
	CodeWorker diag.Code = "SPX-G366"
	// CodeChunk: a chunk that starts outside the report or inside a character.
	CodeChunk diag.Code = "SPX-G367"
)
