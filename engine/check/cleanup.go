package check

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// CleanupSchema names the shape of a [CleanupPlan].
const CleanupSchema = "semaprax-go.cleanup-plan.v1"

// Ids inside a [CleanupPlan]; each indexes the slice of the same name.
type (
	// RegionID indexes CleanupPlan.Regions.
	RegionID int32
	// BlockID indexes CleanupPlan.Blocks.
	BlockID int32
	// ExitID indexes CleanupPlan.Exits.
	ExitID int32
	// StatusID indexes CleanupPlan.StatusSources.
	StatusID int32
)

// The absent ids.
const (
	NoRegion RegionID = -1
	NoBlock  BlockID  = -1
	NoExit   ExitID   = -1
	NoStatus StatusID = -1
)

// String is `slot:N`.
func (id SlotID) String() string { return idText("slot:", int32(id)) }

// String is `flag:N`.
func (id FlagID) String() string { return idText("flag:", int32(id)) }

// String is `region:N`.
func (id RegionID) String() string { return idText("region:", int32(id)) }

// String is `block:N`.
func (id BlockID) String() string { return idText("block:", int32(id)) }

// String is `exit:N`.
func (id ExitID) String() string { return idText("exit:", int32(id)) }

// String is `status:N`.
func (id StatusID) String() string { return idText("status:", int32(id)) }

func idText(prefix string, id int32) string { return prefix + strconv.Itoa(int(id)) }

// CleanupPlan is the control flow of one function as far as owned values care.
//
// Leaving a region ends its slots in reverse order of the region's list, each
// if its flag is set, without the parts whose own flags are clear. An edge leaves
// the regions from its block's up to, not including, the nearest one that also
// surrounds its target; an edge to an exit leaves all of them. The result's slot
// goes to the caller when the function returns and ends like others when it
// fails.
type CleanupPlan struct {
	// Slots are the slots with something to clean up, in order of discovery.
	Slots []SlotID
	// StatusSources are the expressions that may fail.
	StatusSources []StatusSource
	// Blocks are straight pieces of evaluation; block 0 is the entry.
	Blocks []CleanupBlock
	// Edges in the order they were found.
	Edges []CleanupEdge
	// Regions are the scopes, each after the one around; region 0 is the
	// function's own.
	Regions []CleanupRegion
	// Exits are the ways out of the function; exit 0 is the return.
	Exits []CleanupExit
}

// StatusSource is an expression that may fail.
type StatusSource struct {
	Kind StatusKind
	Expr syntax.Expr
	// Expression is its identity.
	Expression string
	Block      BlockID
	// Step is the position of its step in the block.
	Step int
	// Exit is where a failure goes.
	Exit ExitID
}

// StatusKind says what may fail.
type StatusKind uint8

// The kinds of status sources.
const (
	StatusContract   StatusKind = iota // a clause of the function itself
	StatusArithmetic                   // an integer operation
	StatusCall                         // a function or method, by its own failures
	StatusImport                       // an import
	StatusBuiltin                      // a built-in function
)

// String is the word used in documents.
func (k StatusKind) String() string {
	return [...]string{
		StatusContract: "contract", StatusArithmetic: "arithmetic", StatusCall: "call",
		StatusImport: "import", StatusBuiltin: "builtin",
	}[k]
}

// CleanupBlock is a straight piece of evaluation inside one region.
type CleanupBlock struct {
	Region RegionID
	Steps  []CleanupStep
}

// CleanupStep is one act on storage.
type CleanupStep struct {
	Kind StepKind
	// Place is what the step acts on; its Storage is NoSlot for StepStatus.
	Place StoragePlace
	// From is where a StepMove or StepStore takes the value; its Storage is
	// NoSlot when the value is fresh or Copy.
	From StoragePlace
	// Expression is the identity of the expression that does it, or "".
	Expression string
	// Status is the source of a StepStatus, else NoStatus.
	Status StatusID
}

// StepKind says what a step does.
type StepKind uint8

// The kinds of steps.
const (
	StepInitialize StepKind = iota // Place gets a fresh or Copy value
	StepMove                       // Place gets the value of From, whose flag clears
	StepStore                      // Place is assigned
	StepConsume                    // the operation takes the value of Place
	StepDrop                       // the value of Place ends, if it is still there
	StepStatus                     // Status may fail here
)

// String is the word used in documents.
func (k StepKind) String() string {
	return [...]string{
		StepInitialize: "initialize", StepMove: "move", StepStore: "store",
		StepConsume: "consume", StepDrop: "drop", StepStatus: "status",
	}[k]
}

// CleanupEdge leads from a block to a block or an exit.
type CleanupEdge struct {
	Kind EdgeKind
	From BlockID
	// To is NoBlock when the edge leads to Exit, which else is NoExit.
	To   BlockID
	Exit ExitID
	// Status is the source of an EdgeStatus, else NoStatus.
	Status StatusID
}

// EdgeKind says when an edge is taken.
type EdgeKind uint8

// The kinds of edges.
const (
	EdgeNext    EdgeKind = iota // always
	EdgeTrue                    // the condition or guard holds
	EdgeFalse                   // it does not
	EdgeRight                   // the right operand is evaluated
	EdgeSkipped                 // it is not
	EdgeArm                     // the pattern fits
	EdgeBack                    // the loop tests again
	EdgeValue                   // `?` goes on
	EdgeEarly                   // `?` returns
	EdgeStatus                  // the status source fails
)

// String is the word used in documents.
func (k EdgeKind) String() string {
	return [...]string{
		EdgeNext: "next", EdgeTrue: "true", EdgeFalse: "false", EdgeRight: "right", EdgeSkipped: "skipped",
		EdgeArm: "arm", EdgeBack: "back", EdgeValue: "value", EdgeEarly: "early_return", EdgeStatus: "status",
	}[k]
}

// CleanupRegion is a scope that ends slots.
type CleanupRegion struct {
	Kind RegionKind
	// Parent is NoRegion for region 0.
	Parent RegionID
	// Expression is the identity of the block or of the arm's value, "" for
	// region 0.
	Expression string
	// Slots end with the region, the last first.
	Slots []SlotID
}

// RegionKind says what a region belongs to.
type RegionKind uint8

// The kinds of regions.
const (
	RegionFunction RegionKind = iota
	RegionBlock
	RegionArm
)

// String is the word used in documents.
func (k RegionKind) String() string {
	return [...]string{RegionFunction: "function", RegionBlock: "block", RegionArm: "arm"}[k]
}

// CleanupExit is a way out of the function.
type CleanupExit struct {
	Kind ExitKind
	// Region is the innermost region left: 0 for the return.
	Region RegionID
}

// ExitKind says how the function ends.
type ExitKind uint8

// The kinds of exits.
const (
	ExitReturned ExitKind = iota
	ExitFailed
)

// String is the word used in documents.
func (k ExitKind) String() string {
	return [...]string{ExitReturned: "returned", ExitFailed: "failed"}[k]
}
