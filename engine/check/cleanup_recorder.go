package check

import "github.com/semaprax/semaprax-go/engine/syntax"

// recorder writes down the plans of a function while a flow walks it. All its
// methods do nothing on a nil recorder, which is what the check uses.
type recorder struct {
	program *Program
	fn      *Function
	args    []Type
	names   *Identities
	// expressions finds the identity of an expression's node.
	expressions map[syntax.NodeID]string
	out         *Ownership
	phase       Phase

	block  BlockID
	region RegionID
	// after is the block in which ensures clauses start, once somebody needs it.
	after    BlockID
	branches []openBranch
	loops    []openLoop
	// slots finds the slot of a local.
	slots []SlotID
	// failures finds the failing exit of a region.
	failures map[RegionID]ExitID
	flags    map[flagKey]FlagID
	// parameterLoans finds the loan of a borrowing parameter.
	parameterLoans []LoanID
}

// openBranch is a fork whose branches are being written.
type openBranch struct {
	head BlockID
	// ends are the last blocks of the branches done.
	ends    []BlockID
	started bool
	// guard is the block of a guard whose false edge waits for the next arm.
	guard BlockID
}

type openLoop struct{ head, test BlockID }

// flagKey names a place by the flag of what it is a part of.
type flagKey struct {
	parent FlagID
	slot   SlotID
	field  FieldID
}

func newRecorder(p *Program, fn *Function, instance InstanceID, args []Type, names *Identities) *recorder {
	r := &recorder{
		program: p, fn: fn, args: args, names: names, after: NoBlock, region: NoRegion,
		expressions: make(map[syntax.NodeID]string, len(names.Expressions)),
		out:         &Ownership{Function: fn.ID, Instance: instance},
		slots:       make([]SlotID, len(fn.Locals)),
		failures:    map[RegionID]ExitID{}, flags: map[flagKey]FlagID{},
	}
	for _, named := range names.Expressions {
		r.expressions[named.Expr.ID()] = named.ID
	}
	r.region = r.newRegion(RegionFunction, "")
	r.block = r.newBlock()
	r.out.Cleanup.Exits = []CleanupExit{{ExitReturned, r.region}}
	for i := range fn.Params {
		r.parameter(LocalID(i))
	}
	r.newSlot(Slot{Origin: SlotResult, Local: NoLocal, Identity: names.Result, Type: fn.Result})
	return r
}

// parameter enters a parameter's slot, what it owns on entry and what it lends.
func (r *recorder) parameter(id LocalID) {
	local := &r.fn.Locals[id]
	slot := r.newLocalSlot(SlotParameter, id)
	r.parameterLoans = append(r.parameterLoans, NoLoan)
	inventory := &r.out.Inventory
	switch {
	case local.Mode == ModeBorrow || local.Mode == ModeShared:
		loan := r.newLoan(Loan{
			Kind: LoanParameter, Place: StoragePlace{Storage: slot}, Holder: id, Expression: r.names.Locals[id],
		})
		r.parameterLoans[id] = loan
	case inventory.Slots[slot].Shape == ShapeVariant:
		inventory.Conditional = append(inventory.Conditional, r.conditional(slot))
	case inventory.Slots[slot].Shape != ShapeNoDrop:
		inventory.LiveOwned = append(inventory.LiveOwned, slot)
	}
}

// conditional lists the cases in which a variant owns something.
func (r *recorder) conditional(slot SlotID) ConditionalParameter {
	held := &r.out.Inventory.Slots[slot]
	variant := r.program.NominalOf(held.Type)
	made := ConditionalParameter{Storage: slot, Variant: variant}
	for _, id := range r.program.Nominals[variant].Cases {
		one := ConditionalCase{Case: id}
		for _, field := range r.program.Cases[id].Fields {
			t := r.program.Substitute(r.program.Fields[field].Type, r.program.TypeArguments(held.Type))
			if r.program.Facts(t).NeedsDrop {
				one.LiveFlags = []FlagID{held.Flag}
			}
		}
		made.Cases = append(made.Cases, one)
	}
	return made
}

// finish closes the plan: the return, and the ends of what parameters lend.
func (r *recorder) finish() {
	for _, loan := range r.parameterLoans {
		if loan != NoLoan {
			r.endLoan(loan)
		}
	}
	r.edge(CleanupEdge{Kind: EdgeNext, From: r.block, To: NoBlock, Exit: 0, Status: NoStatus})
}

func (r *recorder) newRegion(kind RegionKind, expression string) RegionID {
	plan := &r.out.Cleanup
	plan.Regions = append(plan.Regions, CleanupRegion{Kind: kind, Parent: r.region, Expression: expression})
	return RegionID(len(plan.Regions) - 1)
}

// newBlock adds a block in the present region.
func (r *recorder) newBlock() BlockID {
	plan := &r.out.Cleanup
	plan.Blocks = append(plan.Blocks, CleanupBlock{Region: r.region})
	return BlockID(len(plan.Blocks) - 1)
}

func (r *recorder) edge(edge CleanupEdge) {
	r.out.Cleanup.Edges = append(r.out.Cleanup.Edges, edge)
}

// link adds an edge between blocks.
func (r *recorder) link(kind EdgeKind, from, to BlockID) {
	r.edge(CleanupEdge{Kind: kind, From: from, To: to, Exit: NoExit, Status: NoStatus})
}

// goOn continues in a new block.
func (r *recorder) goOn(kind EdgeKind) {
	from := r.block
	r.block = r.newBlock()
	r.link(kind, from, r.block)
}

func (r *recorder) step(step CleanupStep) {
	block := &r.out.Cleanup.Blocks[r.block]
	block.Steps = append(block.Steps, step)
}

// status notes that an expression may fail here.
func (r *recorder) status(e syntax.Expr, kind StatusKind) {
	if r == nil {
		return
	}
	plan := &r.out.Cleanup
	exit, ok := r.failures[r.region]
	if !ok {
		exit = ExitID(len(plan.Exits))
		plan.Exits = append(plan.Exits, CleanupExit{ExitFailed, r.region})
		r.failures[r.region] = exit
	}
	id := StatusID(len(plan.StatusSources))
	plan.StatusSources = append(plan.StatusSources, StatusSource{
		Kind: kind, Expr: e, Expression: r.expressions[e.ID()], Block: r.block,
		Step: len(plan.Blocks[r.block].Steps), Exit: exit,
	})
	nowhere := StoragePlace{Storage: NoSlot}
	r.step(CleanupStep{Kind: StepStatus, Place: nowhere, From: nowhere, Expression: r.expressions[e.ID()], Status: id})
	r.edge(CleanupEdge{Kind: EdgeStatus, From: r.block, To: NoBlock, Exit: exit, Status: id})
}

// enter opens the region of a block or of an arm's bindings and value.
func (r *recorder) enter(kind RegionKind, e syntax.Expr) {
	if r == nil {
		return
	}
	r.region = r.newRegion(kind, r.expressions[e.ID()])
	r.goOn(EdgeNext)
}

// leave closes the region of a block or arm whose value is in slot. The value
// moves into the target of a branch; without one the temporary passes to the
// region around, where it is used.
func (r *recorder) leave(slot, target SlotID, e syntax.Expr) SlotID {
	if r == nil {
		return NoSlot
	}
	if slot != NoSlot && target != NoSlot {
		r.transfer(StoragePlace{Storage: slot}, target, e)
		slot = NoSlot
	}
	regions := r.out.Cleanup.Regions
	inner := &regions[r.region]
	if slot != NoSlot {
		if len(inner.Slots) == 0 || inner.Slots[len(inner.Slots)-1] != slot {
			panic("BUG: a block's value is not its newest temporary")
		}
		inner.Slots = inner.Slots[:len(inner.Slots)-1]
		outer := &regions[inner.Parent]
		outer.Slots = append(outer.Slots, slot)
		r.out.Inventory.Slots[slot].Region = inner.Parent
	}
	r.region = inner.Parent
	r.goOn(EdgeNext)
	return slot
}

// fork starts branches at the present block.
func (r *recorder) fork() {
	if r != nil {
		r.branches = append(r.branches, openBranch{head: r.block, guard: NoBlock})
	}
}

// branch starts the next branch.
func (r *recorder) branch(kind EdgeKind) {
	if r == nil {
		return
	}
	top := &r.branches[len(r.branches)-1]
	if top.started {
		top.ends = append(top.ends, r.block)
	}
	top.started = true
	r.block = r.newBlock()
	r.link(kind, top.head, r.block)
	if top.guard != NoBlock {
		r.link(EdgeFalse, top.guard, r.block)
		top.guard = NoBlock
	}
}

// guarded goes on after a guard that holds.
func (r *recorder) guarded() {
	if r == nil {
		return
	}
	r.branches[len(r.branches)-1].guard = r.block
	r.goOn(EdgeTrue)
}

// join goes on where all branches meet.
func (r *recorder) join() {
	if r == nil {
		return
	}
	top := r.branches[len(r.branches)-1]
	r.branches = r.branches[:len(r.branches)-1]
	last := r.block
	r.block = r.newBlock()
	for _, end := range append(top.ends, last) {
		r.link(EdgeNext, end, r.block)
	}
}

// loop starts the test of a loop.
func (r *recorder) loop() {
	if r != nil {
		r.goOn(EdgeNext)
		r.loops = append(r.loops, openLoop{head: r.block})
	}
}

// loopBody starts the body.
func (r *recorder) loopBody() {
	if r != nil {
		r.loops[len(r.loops)-1].test = r.block
		r.goOn(EdgeTrue)
	}
}

// loopEnd goes back to the test and on after the loop.
func (r *recorder) loopEnd() {
	if r == nil {
		return
	}
	top := r.loops[len(r.loops)-1]
	r.loops = r.loops[:len(r.loops)-1]
	r.link(EdgeBack, r.block, top.head)
	r.block = r.newBlock()
	r.link(EdgeFalse, top.test, r.block)
}
