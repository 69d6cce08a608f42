package session

import (
	"strings"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/policy"
)

// renderInstructions writes the payload of protocol/instructions: what an agent
// should know, derived from the selected rows.
func renderInstructions(methods *table, facts capabilityFacts) []byte {
	var b canon.Builder
	b.BeginObject()
	b.Key("schema").String(instructionsSchema)
	b.Key("protocol").String(Protocol)
	b.Key("instructions").String(instructions(methods, facts))
	b.EndObject()
	return b.Bytes()
}

func instructions(methods *table, facts capabilityFacts) string {
	var text strings.Builder
	text.WriteString("Call workspace/open first and pass its image_revision to every method that declares it. " +
		"SPX-G282 means the image changed: open again and re-read. " +
		"SPX-J102 means the source on disk changed: call workspace/refresh-preview, then workspace/refresh. " +
		"Declarations are named by stable ids, never by text positions. Reports come in chunks: pass next_offset as offset until it is null; " +
		"pages come with next_cursor: pass it unchanged as cursor.\n")
	if facts.granted.Has(policy.GrantCandidatePrepare) {
		text.WriteString("Changes are typed intentions applied to immutable candidates: candidate/open, then candidate/apply-intent; " +
			"every result is a new candidate and nothing is written to disk. change/catalog says what a target admits.\n")
		text.WriteString("To write a body or an expression step by step open a hole: hole/open, hole/query or hole/summary for what may stand in it, " +
			"hole/fill, and hole/complete when none is pending. Every step gives a new draft_revision; a refused fill leaves the draft.\n")
	}
	if facts.granted.Has(policy.GrantCandidateTest) {
		text.WriteString("candidate/test runs the whole declared test closure under the host's fixed budget.\n")
	}
	if facts.granted.Has(policy.GrantSourceCommit) {
		text.WriteString("candidate/commit publishes only the candidate the host approved before the first frame, once. " +
			"After any failure read source-commit/status; never retry a commit blindly.\n")
	}
	if facts.granted.Has(policy.GrantParallelRead) {
		text.WriteString("workspace/read-batch takes up to 16 ordinary request frames and answers them in order. Batch methods: " +
			strings.Join(methods.names(func(r *row) bool { return r.batch }), ", ") + ".\n")
	}
	text.WriteString("Methods:\n")
	for i := range methods.rows {
		text.WriteString("- " + methods.rows[i].name + ": " + methods.rows[i].doc + "\n")
	}
	return text.String()
}
