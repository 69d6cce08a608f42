package session

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/delta"
	"github.com/semaprax/semaprax-go/engine/draft"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/publish"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/engine/trial"
)

// TestEveryMethodTakesItsBoundaries sends every method each parameter at its lowest, at
// its highest and at its longest: none is refused as a parameter. One more is what
// TestEveryMethodRefusesWrongParameters sends.
func TestEveryMethodTakesItsBoundaries(t *testing.T) {
	for _, granted := range allSelections() {
		s, _ := openSession(t, "calculator", granted)
		for i := range s.methods.rows {
			r := &s.methods.rows[i].row
			for _, example := range schema.ValidExamples(r.params) {
				frame := []byte(request("1", r.name, example.JSON))
				if len(frame) > MaxRequestBytes {
					continue // no client can send it
				}
				if a := parseAnswer(t, s.Handle(frame)); refusedParameters(a) {
					t.Errorf("%s %s: %.200s answers %.200s", r.name, example.About, example.JSON, a.raw)
				}
			}
		}
	}
}

// parameterBound is what a parameter is declared with.
type parameterBound struct {
	low, high int
	absent    any // what an absent parameter means; nil when it is required
}

// TestParametersCarryTheirConstants demands that what a method declares is the constant
// that the packages below judge with.
func TestParametersCarryTheirConstants(t *testing.T) {
	everything := allSelections()
	s, _ := openSession(t, "calculator", everything[len(everything)-1])
	page := parameterBound{image.MinPageBytes, image.MaxPageBytes, image.DefaultPageBytes}
	for _, row := range []struct {
		method, parameter string
		want              parameterBound
	}{
		{"candidate/query", "chunk_bytes", parameterBound{MinChunkBytes, MaxChunkBytes, DefaultChunkBytes}},
		{"candidate/test-task-result", "max_bytes", parameterBound{trial.MinChunkBytes, trial.MaxChunkBytes, nil}},
		{"candidate/test-task-result", "offset", parameterBound{0, trial.MaxReportBytes, nil}},
		{"candidate/impact-summary", "impact_max_bytes", parameterBound{image.MinWalkBytes, image.MaxImpactBytes, delta.DefaultImpactBytes}},
		{"candidate/impact-page", "max_bytes", page},
		{"candidate/function-facet", "max_bytes", page},
		{"candidate/function-facet", "page_size", parameterBound{1, image.MaxPageItems, image.DefaultPageItems}},
		{"image/dependencies", "offset", parameterBound{0, image.MaxDependencyBytes, 0}},
		{"image/facet", "max_bytes", parameterBound{image.MinPageBytes, maxFacetPageBytes, image.DefaultPageBytes}},
		{"image/context", "depth", parameterBound{0, image.MaxDepth, image.DefaultContextDepth}},
		{"image/impact", "depth", parameterBound{0, image.MaxDepth, image.DefaultImpactDepth}},
		{"image/context", "max_bytes", parameterBound{image.MinWalkBytes, image.MaxWalkBytes, image.MaxWalkBytes}},
		{"image/context", "max_nodes", parameterBound{1, image.MaxNodes, image.DefaultNodes}},
		{"hole/page", "limit", parameterBound{1, draft.MaxPageItems, draft.DefaultPageItems}},
		{"hole/page", "offset", parameterBound{0, draft.MaxOffset, 0}},
		{"candidate/semantic-delta", "offset", parameterBound{0, maxDeltaOffset, 0}},
		{"candidate/symbol-diagnostics", "offset", parameterBound{0, maxSymbolOffset, 0}},
	} {
		method := s.methods.find([]byte(row.method))
		if method == nil || method.params.Field(row.parameter) == nil {
			t.Errorf("%s has no %s", row.method, row.parameter)
			continue
		}
		field := method.params.Field(row.parameter)
		absent := ""
		if row.want.absent != nil {
			absent = fmt.Sprint(row.want.absent)
		}
		if v := field.Value; v.Min != fmt.Sprint(row.want.low) || v.Max != fmt.Sprint(row.want.high) || field.Default != absent {
			t.Errorf("%s %s: %s to %s, by default %q, want %+v", row.method, row.parameter, v.Min, v.Max, field.Default, row.want)
		}
	}
	for parameter, most := range map[string]struct {
		method string
		bytes  int
	}{
		"hole_id":       {"hole/open", draft.MaxHoleIDBytes},
		"cursor":        {"candidate/function-facet", image.MaxPageCursorBytes},
		"target":        {"image/context", maxTargetBytes},
		"reference":     {"image/function-reference-resolve", image.MaxReferenceBytes},
		"expression_id": {"hole/open-expression", maxHoleExpressionBytes},
	} {
		method := s.methods.find([]byte(most.method))
		if method == nil || method.params.Field(parameter) == nil {
			t.Errorf("%s has no %s", most.method, parameter)
			continue
		}
		if got := method.params.Field(parameter).Value.MaxBytes; got != most.bytes {
			t.Errorf("%s %s: %d bytes, want %d", most.method, parameter, got, most.bytes)
		}
	}
	facet := s.methods.find([]byte("image/facet")).params.Field("cursor").Value
	if facet.MaxBytes != image.MaxFacetCursorBytes {
		t.Errorf("cursors of facets: %d bytes", facet.MaxBytes)
	}
}

// TestReceiptChunksCarryTheirConstants needs a session that publishes.
func TestReceiptChunksCarryTheirConstants(t *testing.T) {
	params := receiptParamsShape().Node()
	for parameter, want := range map[string]parameterBound{
		"chunk_bytes": {1, publish.MaxReceiptChunkBytes, publish.DefaultReceiptChunkBytes},
		"offset":      {0, publish.MaxReceiptBytes, 0},
	} {
		field := params.Field(parameter)
		if v := field.Value; v.Min != fmt.Sprint(want.low) || v.Max != fmt.Sprint(want.high) || field.Default != fmt.Sprint(want.absent) {
			t.Errorf("%s: %s to %s, by default %s, want %+v", parameter, v.Min, v.Max, field.Default, want)
		}
	}
}

// TestInlineReportsAreBoundedToTheByte renders reports that travel inside a response.
func TestInlineReportsAreBoundedToTheByte(t *testing.T) {
	for _, most := range []int{candidate.MaxInlineRebaseBytes, draft.MaxInlineReconciliationBytes} {
		for extra := range 2 {
			value := strings.Repeat("x", most-len("\"\"\n")+extra)
			text, faults := inline(schema.String(), &value, most)
			if extra == 0 && (faults != nil || len(text)+1 != most) || extra == 1 && (len(faults) != 1 || faults[0].Code != candidate.CodeRebaseBound) {
				t.Errorf("%d bytes: %v", most+extra, faults)
			}
		}
	}
}

// TestDiscoveryIsBoundedToTheByte lets a method say so much of itself that the payload
// it stands in has exactly the most bytes, and one byte more.
func TestDiscoveryIsBoundedToTheByte(t *testing.T) {
	s, _ := openSession(t, "calculator", nil)
	with := func(n int) *discovery {
		rows := testRows(nil)
		rows[0].doc = strings.Repeat("x", n)
		s.methods = newTable(s.granted, append(families(s.granted), rows)...)
		return newDiscovery(s.methods, s.capabilityFacts())
	}
	longest := func(d *discovery) int {
		return max(len(d.capabilities), len(d.schemas), len(d.queries), len(d.instructions))
	}
	const many = 600 << 10 // more than all else a payload says
	n := many + MaxDiscoveryBytes - longest(with(many))
	if d := with(n); d.faults != nil || longest(d) != MaxDiscoveryBytes {
		t.Errorf("%d bytes: %v", longest(d), d.faults)
	}
	if d := with(n + 1); len(d.faults) != 1 || d.faults[0].Code != codeDiscoveryBytes {
		t.Errorf("one byte more: %v", d.faults)
	}
}

// TestTheFullestInventoryFits lists as many subjects as a registry holds: what they say
// of themselves is short, so no inventory is refused for its size.
func TestTheFullestInventoryFits(t *testing.T) {
	r := &retained{Bytes: MaxRetainedReportBytes, Candidates: make([]retainedCandidate, MaxCandidates),
		Drafts: make([]retainedDraft, MaxDrafts), Attempts: make([]retainedAttempt, MaxAttempts)}
	for i := range r.Candidates {
		r.Candidates[i].Bytes = MaxRetainedReportBytes
	}
	for i := range r.Drafts {
		r.Drafts[i].Bytes, r.Drafts[i].Holes = MaxRetainedReportBytes, draft.MaxHoles
	}
	for i := range r.Attempts {
		r.Attempts[i].Bytes, r.Attempts[i].Diagnostics = MaxRetainedReportBytes, candidate.MaxAttemptDiagnostics
	}
	if n := len(retainedShape().AppendCJ(nil, r)); n > maxInventoryBytes || n < maxInventoryBytes/8 {
		t.Errorf("%d bytes", n)
	}
}
