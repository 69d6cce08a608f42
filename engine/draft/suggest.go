package draft

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// SuggestionsSchema names the list of suggestions.
const SuggestionsSchema = "semaprax.project-hole-fill-suggestions.v1"

// Suggestions are expressions that were filled into a hole and accepted. Nothing of
// the fills is kept.
type Suggestions struct {
	Draft                canon.Digest
	Hole                 string
	Context              canon.Digest // the context's revision
	Valid                canon.Digest
	Type                 string
	Considered, Rejected int
	// Exhausted says that nothing was left to try.
	Exhausted bool
	List      []Suggestion
}

// Suggestion is one expression with the revision of the draft it leads to.
type Suggestion struct {
	Expression Suggested
	Draft      canon.Digest
}

// Suggested is a place, or a call of Target with places as arguments.
type Suggested struct {
	Kind         intent.ExpressionKind
	Name, Target string
	Arguments    []Suggested
}

// Suggest tries at most MaxSuggestionFills fills of a pending hole: every value of
// the expected type in scope, then every call that gives it and whose effects are
// allowed, with values of the parameters' types in every combination.
//
// Refusals are those of Context, and SPX-G231 for a list over MaxSuggestionBytes.
func (d *Draft) Suggest(p *candidate.Programs, id string) (*Suggestions, diag.List) {
	c, revision, fault := d.contextRevision(p, id)
	if fault != nil {
		return nil, fault
	}
	s := &Suggestions{Draft: d.revision, Hole: id, Context: revision, Valid: c.Valid, Type: c.Type}
	shape := suggestedShape()
	s.Exhausted = c.search(func(e *Suggested) bool {
		if s.Considered == MaxSuggestionFills {
			return false
		}
		s.Considered++
		if next, refused := d.Fill(p, id, shape.AppendCJ(nil, e)); refused != nil {
			s.Rejected++
		} else {
			s.List = append(s.List, Suggestion{*e, next.revision})
		}
		return true
	})
	if _, ok := SuggestionsShape().Line(s, MaxSuggestionBytes); !ok {
		return nil, diag.Refusal(CodeCapacity, "the suggestions have more than %d bytes", MaxSuggestionBytes)
	}
	return s, nil
}

// search enumerates what may fill the hole until try refuses to go on; it reports
// whether everything was tried.
func (c *Context) search(try func(*Suggested) bool) bool {
	for _, value := range c.Scope {
		if value.Type == c.Type && !try(&Suggested{Kind: intent.ExprPlace, Name: value.Name}) {
			return false
		}
	}
	for i := range c.Calls {
		call := &c.Calls[i]
		if call.ID == c.Target || call.Result != c.Type || !call.Within || !c.hasArguments(call) {
			continue
		}
		if !c.searchCall(&Suggested{Kind: intent.ExprCall, Target: call.ID}, call.Parameters, try) {
			return false
		}
	}
	return true
}

// hasArguments reports whether a call can be written with values in scope. Without
// it the enumeration could be long and try nothing.
func (c *Context) hasArguments(call *Call) bool {
	if len(call.Parameters) > MaxSuggestionArguments {
		return false
	}
	for _, parameter := range call.Parameters {
		if !slices.ContainsFunc(c.Scope, func(value intent.ScopeRow) bool { return value.Type == parameter.Type }) {
			return false
		}
	}
	return true
}

// searchCall enumerates the arguments of a call, those of the first parameter
// slowest.
func (c *Context) searchCall(made *Suggested, rest []CallParameter, try func(*Suggested) bool) bool {
	if len(rest) == 0 {
		return try(&Suggested{Kind: made.Kind, Target: made.Target, Arguments: append([]Suggested{}, made.Arguments...)})
	}
	for _, value := range c.Scope {
		if value.Type != rest[0].Type {
			continue
		}
		next := *made
		next.Arguments = append(made.Arguments[:len(made.Arguments):len(made.Arguments)], Suggested{Kind: intent.ExprPlace, Name: value.Name})
		if !c.searchCall(&next, rest[1:], try) {
			return false
		}
	}
	return true
}

// SuggestionsShape declares the list.
func SuggestionsShape() *schema.Kind[Suggestions] {
	type s = Suggestions
	count := schema.Count(0, MaxSuggestionFills)
	row := schema.Object(
		schema.Required("expression", suggestedShape(), func(p *Suggestion) *Suggested { return &p.Expression }),
		schema.Required("preview_draft_revision", schema.Digest(), func(p *Suggestion) *canon.Digest { return &p.Draft }))
	return schema.Document(SuggestionsSchema,
		schema.Required("draft_revision", schema.Digest(), func(p *s) *canon.Digest { return &p.Draft }),
		schema.Required("hole_id", schema.String(), func(p *s) *string { return &p.Hole }),
		schema.Required("context_revision", schema.Digest(), func(p *s) *canon.Digest { return &p.Context }),
		schema.Required("last_valid_revision", schema.Digest(), func(p *s) *canon.Digest { return &p.Valid }),
		schema.Required("expected_type_id", schema.String(), func(p *s) *string { return &p.Type }),
		schema.Required("considered", count, func(p *s) *int { return &p.Considered }),
		schema.Required("rejected", count, func(p *s) *int { return &p.Rejected }),
		schema.Required("search_exhausted", schema.Bool(), func(p *s) *bool { return &p.Exhausted }),
		schema.Required("suggestions", schema.Array(row, 0, MaxSuggestionFills), func(p *s) *[]Suggestion { return &p.List }),
		schema.Const[s]("validation", "ordinary_fill_source_replay"),
		schema.Const[s]("tests", "not_run"),
		schema.False[s]("source_authority", "draft_retained"),
		schema.ConstStrings[s]("nonclaims", "not_intent_correctness", "not_runtime_contract_proof",
			"not_complete_expression_search", "not_liveness_inference"))
}

// suggestedShape declares a suggested expression.
func suggestedShape() *schema.Kind[Suggested] {
	type e = Suggested
	place := schema.Object(
		schema.Const[e]("kind", string(intent.ExprPlace)),
		schema.Required("name", schema.String(), func(p *e) *string { return &p.Name }))
	call := schema.Object(
		schema.Const[e]("kind", string(intent.ExprCall)),
		schema.Required("target", schema.String(), func(p *e) *string { return &p.Target }),
		schema.Required("arguments", schema.Array(place, 0, MaxSuggestionArguments), func(p *e) *[]e { return &p.Arguments }))
	return schema.OneOfKinds(func(p *e) int {
		if p.Kind == intent.ExprCall {
			return 1
		}
		return 0
	}, place, call)
}
