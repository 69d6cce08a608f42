package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// acceptedPrograms are the cases and sample projects that check without errors.
func acceptedPrograms(t *testing.T) map[string]*check.Program {
	t.Helper()
	found := map[string]*check.Program{}
	paths, _ := filepath.Glob("testdata/*.spx")
	shared, _ := filepath.Glob(samples + "/*.spx")
	for _, path := range append(paths, shared...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if program := check.Single(parse(t, path, string(text))); program.OK() {
			found[path] = program
		}
	}
	roots, _ := filepath.Glob("../../testdata/projects/*")
	for _, root := range roots {
		found[root] = check.Workspace(projectFiles(t, root))
	}
	return found
}

// TestPlansHold runs every plan of every accepted program through an abstract
// machine of its own: flags are set, clear or unknown, and whatever the plan does
// must fit them.
func TestPlansHold(t *testing.T) {
	judged := 0
	for path, program := range acceptedPrograms(t) {
		for _, fn := range program.Functions {
			judged++
			judge(t, path+" "+fn.Name, program, program.Ownership(fn.ID))
		}
		for i := range program.Instances {
			judged++
			judge(t, path+" instance", program, program.InstanceOwnership(check.InstanceID(i)))
		}
	}
	if judged < 150 {
		t.Errorf("only %d plans", judged)
	}
}

// FuzzPlans builds the plans of every source that checks and judges them.
func FuzzPlans(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.spx")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(planned)
	f.Fuzz(func(t *testing.T, source string) {
		file, fault := syntax.Parse("fuzz.spx", []byte(source))
		if fault != nil || len(source) > 1<<14 {
			return
		}
		program := check.Single(file)
		if !program.OK() {
			return
		}
		for _, fn := range program.Functions {
			judge(t, fn.Name, program, program.Ownership(fn.ID))
		}
	})
}

func judge(t *testing.T, name string, program *check.Program, plan *check.Ownership) {
	t.Helper()
	m := &machine{plan: plan, program: program, at: map[check.BlockID]*machineState{}}
	if fault := m.run(); fault != "" {
		t.Errorf("%s: %s\n%s", name, fault, planText(program, plan))
	}
}

type flagState uint8

const (
	clear flagState = iota
	set
	unknown
)

// machineState is what is known at one point: the flags, and the loans open.
type machineState struct {
	flags []flagState
	loans map[check.LoanID]bool
}

func (s *machineState) clone() *machineState {
	loans := map[check.LoanID]bool{}
	for id := range s.loans {
		loans[id] = true
	}
	return &machineState{slices.Clone(s.flags), loans}
}

// machine walks a plan's blocks until nothing changes.
type machine struct {
	program *check.Program
	plan    *check.Ownership
	at      map[check.BlockID]*machineState
	work    []check.BlockID
}

func (m *machine) run() string {
	inventory := &m.plan.Inventory
	entry := &machineState{make([]flagState, len(inventory.Flags)), map[check.LoanID]bool{}}
	for _, slot := range inventory.LiveOwned {
		m.fill(entry, check.StoragePlace{Storage: slot}, set)
	}
	for _, conditional := range inventory.Conditional {
		m.fill(entry, check.StoragePlace{Storage: conditional.Storage}, set)
		live := 0
		for _, one := range conditional.Cases {
			live += len(one.LiveFlags)
		}
		if live == 0 {
			return "a conditional parameter is never live"
		}
	}
	m.at[0], m.work = entry, []check.BlockID{0}
	for len(m.work) > 0 {
		id := m.work[len(m.work)-1]
		m.work = m.work[:len(m.work)-1]
		state := m.at[id].clone()
		if fault := m.block(id, state); fault != "" {
			return fmt.Sprintf("%v: %s", id, fault)
		}
	}
	for id := range m.plan.Cleanup.Blocks {
		if m.at[check.BlockID(id)] == nil {
			return fmt.Sprintf("block:%d is not reached", id)
		}
	}
	return m.balanced()
}

// block runs one block and passes its state on.
func (m *machine) block(id check.BlockID, state *machineState) string {
	block := &m.plan.Cleanup.Blocks[id]
	for i := range block.Steps {
		m.endpoints(state, id, i)
		if fault := m.step(state, &block.Steps[i]); fault != "" {
			return fmt.Sprintf("step %d: %s", i, fault)
		}
	}
	m.endpoints(state, id, len(block.Steps))
	for _, edge := range m.plan.Cleanup.Edges {
		if edge.From != id {
			continue
		}
		if edge.To == check.NoBlock {
			if edge.Kind == check.EdgeNext && m.plan.Cleanup.Exits[edge.Exit].Kind != check.ExitReturned {
				return "a failing exit without a status"
			}
			if edge.Kind == check.EdgeNext && len(state.loans) > 0 {
				return "loans are open at the return"
			}
			continue
		}
		if fault := m.pass(edge, state.clone()); fault != "" {
			return fault
		}
	}
	return ""
}

// pass carries a state over an edge: regions that the edge leaves end.
func (m *machine) pass(edge check.CleanupEdge, state *machineState) string {
	regions := m.plan.Cleanup.Regions
	outer := map[check.RegionID]bool{}
	for id := m.plan.Cleanup.Blocks[edge.To].Region; id != check.NoRegion; id = regions[id].Parent {
		outer[id] = true
	}
	for id := m.plan.Cleanup.Blocks[edge.From].Region; !outer[id]; id = regions[id].Parent {
		for _, slot := range regions[id].Slots {
			m.fill(state, check.StoragePlace{Storage: slot}, clear)
		}
	}
	known := m.at[edge.To]
	if known == nil {
		m.at[edge.To], m.work = state, append(m.work, edge.To)
		return ""
	}
	changed := false
	for i, flag := range state.flags {
		if known.flags[i] != flag && known.flags[i] != unknown {
			known.flags[i], changed = unknown, true
		}
	}
	for id := range known.loans {
		if !state.loans[id] {
			delete(known.loans, id)
			changed = true
		}
	}
	if changed {
		m.work = append(m.work, edge.To)
	}
	return ""
}

func (m *machine) endpoints(state *machineState, block check.BlockID, step int) {
	for _, end := range m.plan.Loans.Endpoints {
		if end.Block == block && end.Step == step {
			if end.Start {
				state.loans[end.Loan] = true
			} else {
				delete(state.loans, end.Loan)
			}
		}
	}
}

func (m *machine) step(state *machineState, step *check.CleanupStep) string {
	switch step.Kind {
	case check.StepInitialize:
		if m.held(state, step.Place) == set {
			return "initialises what is full"
		}
		m.fill(state, step.Place, set)
	case check.StepMove:
		if fault := m.leaves(state, step.From); fault != "" {
			return fault
		}
		m.fill(state, step.Place, set)
	case check.StepStore:
		if step.From.Storage == check.NoSlot {
			return ""
		}
		if m.held(state, step.Place) != clear {
			return "stores over a value"
		}
		if fault := m.leaves(state, step.From); fault != "" {
			return fault
		}
		m.fill(state, step.Place, set)
	case check.StepConsume:
		return m.leaves(state, step.Place)
	case check.StepDrop:
		m.fill(state, step.Place, clear)
	case check.StepStatus:
		source := m.plan.Cleanup.StatusSources[step.Status]
		if source.Expression == "" || source.Expression != step.Expression {
			return "a status without its expression"
		}
	}
	return ""
}

// leaves takes a value out of a place, which must hold it whole and lend nothing
// of it.
func (m *machine) leaves(state *machineState, place check.StoragePlace) string {
	if got := m.held(state, place); got != set {
		return fmt.Sprintf("takes %v from a place that is %d", place, got)
	}
	for id := range state.loans {
		loan := m.plan.Loans.Loans[id]
		if loan.Kind != check.LoanParameter && overlap(loan.Place, place) {
			return fmt.Sprintf("moves %v while %v lends it", place, id)
		}
	}
	for i, flag := range m.plan.Inventory.Flags {
		if flag.Place.Storage == place.Storage && prefix(place.Projections, flag.Place.Projections) {
			state.flags[i] = clear
		}
	}
	return ""
}

// held joins the flags that overlap a place; storage without a flag counts as
// asked for.
func (m *machine) held(state *machineState, place check.StoragePlace) flagState {
	found, any := set, false
	if place.Storage == check.NoSlot || m.plan.Inventory.Slots[place.Storage].Flag == check.NoFlag {
		return unknown
	}
	for i, flag := range m.plan.Inventory.Flags {
		if overlap(flag.Place, place) {
			if any && found != state.flags[i] {
				return unknown
			}
			found, any = state.flags[i], true
		}
	}
	return found
}

func (m *machine) fill(state *machineState, place check.StoragePlace, value flagState) {
	for i, flag := range m.plan.Inventory.Flags {
		if flag.Place.Storage == place.Storage && prefix(place.Projections, flag.Place.Projections) {
			state.flags[i] = value
		}
	}
}

func overlap(a, b check.StoragePlace) bool {
	return a.Storage == b.Storage && (prefix(a.Projections, b.Projections) || prefix(b.Projections, a.Projections))
}

func prefix(short, long []check.FieldID) bool {
	return len(short) <= len(long) && slices.Equal(short, long[:len(short)])
}

// balanced demands one start and one end of each loan, ordered, and edges that
// run from older to newer loans.
func (m *machine) balanced() string {
	starts, ends := map[check.LoanID]int{}, map[check.LoanID]int{}
	for _, end := range m.plan.Loans.Endpoints {
		if end.Start {
			starts[end.Loan]++
		} else if starts[end.Loan] == 1 {
			ends[end.Loan]++
		}
	}
	for i, loan := range m.plan.Loans.Loans {
		if id := check.LoanID(i); starts[id] != 1 || ends[id] != 1 {
			return fmt.Sprintf("%v starts %d times and ends %d times", id, starts[id], ends[id])
		}
		if loan.Expression == "" {
			return "a loan without an expression"
		}
	}
	for _, edge := range m.plan.Loans.Edges {
		if edge.From >= edge.To {
			return "an edge to an older loan"
		}
	}
	for id, slot := range m.plan.Inventory.Slots {
		if slot.Identity == "" {
			return fmt.Sprintf("slot:%d has no identity", id)
		}
	}
	return ""
}

// planText writes a plan for people, one row a line.
func planText(program *check.Program, plan *check.Ownership) string {
	var b strings.Builder
	place := func(p check.StoragePlace) string {
		text := p.Storage.String()
		for _, field := range p.Projections {
			text += "." + program.Fields[field].Name
		}
		return text
	}
	for i, slot := range plan.Inventory.Slots {
		fmt.Fprintf(&b, "slot:%d %v %s %v in %v %v\n", i, slot.Origin, program.TypeString(slot.Type), slot.Shape, slot.Region, slot.Flag)
	}
	for i, flag := range plan.Inventory.Flags {
		fmt.Fprintf(&b, "flag:%d %s %v\n", i, place(flag.Place), flag.Lifecycle)
	}
	fmt.Fprintf(&b, "live %v conditional %d\n", plan.Inventory.LiveOwned, len(plan.Inventory.Conditional))
	for i, loan := range plan.Loans.Loans {
		fmt.Fprintf(&b, "loan:%d %v %s held by %d\n", i, loan.Kind, place(loan.Place), loan.Holder)
	}
	for _, end := range plan.Loans.Endpoints {
		fmt.Fprintf(&b, "%s %v at %v step %d\n", end.Kind(), end.Loan, end.Block, end.Step)
	}
	for _, edge := range plan.Loans.Edges {
		fmt.Fprintf(&b, "%v through %v\n", edge.To, edge.From)
	}
	for i, region := range plan.Cleanup.Regions {
		fmt.Fprintf(&b, "region:%d %v in %v ends %v\n", i, region.Kind, region.Parent, region.Slots)
	}
	for i, block := range plan.Cleanup.Blocks {
		fmt.Fprintf(&b, "block:%d in %v\n", i, block.Region)
		for _, step := range block.Steps {
			fmt.Fprintf(&b, "  %v", step.Kind)
			if step.Place.Storage != check.NoSlot {
				fmt.Fprintf(&b, " %s", place(step.Place))
			}
			if step.From.Storage != check.NoSlot {
				fmt.Fprintf(&b, " from %s", place(step.From))
			}
			if step.Status != check.NoStatus {
				fmt.Fprintf(&b, " %v %v", step.Status, plan.Cleanup.StatusSources[step.Status].Kind)
			}
			b.WriteString("\n")
		}
	}
	for _, edge := range plan.Cleanup.Edges {
		if edge.To != check.NoBlock {
			fmt.Fprintf(&b, "%v -%v-> %v\n", edge.From, edge.Kind, edge.To)
		} else {
			fmt.Fprintf(&b, "%v -%v-> %v\n", edge.From, edge.Kind, edge.Exit)
		}
	}
	for i, exit := range plan.Cleanup.Exits {
		fmt.Fprintf(&b, "exit:%d %v from %v\n", i, exit.Kind, exit.Region)
	}
	return b.String()
}
