package candidate

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The roles and lanes of core targets, in the order of their rows.
const (
	roleEntry  = "entry"
	roleTest   = "test"
	laneNative = "native_c11"
	laneWasm   = "wasm_core"
)

// targetRow says whether one lane of one role is admitted. A lane is admitted only
// when this build emitted it.
type targetRow struct {
	Role, Lane string
	Admitted   bool
	Bytes      uint64       // of the artifact, when admitted
	Digest     canon.Digest // of the artifact, when admitted
	Diagnostic string       // why not, otherwise
}

// coreTargets are the rows of the base and of the candidate.
type coreTargets struct{ Base, Candidate []targetRow }

// targetRows lists the core targets of a project. This build emits no lane and says
// so with SPX-B113; it never reports what was not compiled.
func targetRows(*project.Project) []targetRow {
	rows := make([]targetRow, 0, 4)
	for _, role := range []string{roleEntry, roleTest} {
		for _, lane := range []string{laneNative, laneWasm} {
			rows = append(rows, targetRow{Role: role, Lane: lane, Diagnostic: string(CodeLane)})
		}
	}
	return rows
}

// lostLane names a lane that was admitted before and is not any more, or nothing.
func lostLane(before, after []targetRow) string {
	for i := range before {
		if before[i].Admitted && !after[i].Admitted {
			return before[i].Role + "/" + before[i].Lane
		}
	}
	return ""
}

// TargetRowsShape declares the core targets of one revision as reports carry them.
func TargetRowsShape() *schema.Kind[[]targetRow] { return schema.Array(targetRowShape(), 4, 4) }

func coreTargetsShape() *schema.Kind[coreTargets] {
	rows := TargetRowsShape()
	return schema.Object(
		schema.Required("base", rows, func(c *coreTargets) *[]targetRow { return &c.Base }),
		schema.Required("candidate", rows, func(c *coreTargets) *[]targetRow { return &c.Candidate }))
}

// targetRowShape declares the three forms of a row (candidate facts 2.4).
func targetRowShape() *schema.Kind[targetRow] {
	type r = targetRow
	role := schema.Required("role", schema.Choice(roleEntry, roleTest), func(p *r) *string { return &p.Role })
	lane := func(lanes ...string) schema.Field[r] {
		return schema.Required("lane", schema.Choice(lanes...), func(p *r) *string { return &p.Lane })
	}
	size := schema.Required("bytes", schema.Uint(), func(p *r) *uint64 { return &p.Bytes })
	digest := schema.Required("digest", schema.Digest(), func(p *r) *canon.Digest { return &p.Digest })
	return schema.OneOfKinds((*r).form,
		schema.Object(role, lane(laneNative, laneWasm), schema.ConstBool[r]("admitted", false),
			schema.Required("diagnostic", schema.String(), func(p *r) *string { return &p.Diagnostic })),
		schema.Object(role, lane(laneNative), schema.ConstBool[r]("admitted", true), size, digest,
			schema.Const[r]("validation", "compiler_emission_not_native_execution")),
		schema.Object(role, lane(laneWasm), schema.ConstBool[r]("admitted", true), size, digest,
			schema.Const[r]("validation", "wasmparser_structural_not_execution"), schema.Const[r]("validator", "0.258.0")))
}

// form is the position of the alternative a row is written as.
func (p *targetRow) form() int {
	switch {
	case !p.Admitted:
		return 0
	case p.Lane == laneNative:
		return 1
	}
	return 2
}
