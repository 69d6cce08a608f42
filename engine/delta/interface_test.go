package delta

import "testing"

const domainInterface = "semaprax.candidate-interface-delta.fact.v1"

// checkComparison demands digests and verdicts of one comparison.
func checkComparison(t *testing.T, what string, c object) {
	t.Helper()
	for _, side := range []string{"base", "candidate"} {
		if got, want := c[side+"_digest"], framed(domainInterface, naive(t, c[side])+"\n"); got != want {
			t.Errorf("%s: %s digest %s, want %s", what, side, got, want)
		}
	}
	exact := naive(t, c["base"]) == naive(t, c["candidate"])
	projection := exact || c["base"] != nil && c["candidate"] != nil && naive(t, neutral(c["base"])) == naive(t, neutral(c["candidate"]))
	if c["exact_equal"] != exact || c["projection_equal_without_provenance"] != projection {
		t.Errorf("%s: equal %v %v, want %v %v", what, c["exact_equal"], c["projection_equal_without_provenance"], exact, projection)
	}
}

func TestInterfaceDelta(t *testing.T) {
	p, c := changed(t, addDeclaredTotal, implementTag)
	report := made(t, Interface, p, c, "")
	protocol := object(report.at("protocols", 0).(map[string]any))
	checkComparison(t, "protocol", protocol.at("comparison").(map[string]any))
	if protocol["id"] != "shop.named" || protocol.at("comparison", "change") != "provenance_only" {
		t.Errorf("%v", protocol)
	}
	row := object(report.at("implementations", 0).(map[string]any))
	checkComparison(t, "implementation", row.at("comparison").(map[string]any))
	member := object(row.at("members", 0).(map[string]any))
	checkComparison(t, "member", member.at("comparison").(map[string]any))
	if row["id"] != "shop.tag.named" || row.at("comparison", "change") != "added" || member["method_id"] != "shop.named.size" ||
		member.at("comparison", "change") != "added" {
		t.Errorf("%v", row)
	}
	value := object(member.at("comparison", "candidate").(map[string]any))
	body := "{\n    tag.rank\n}"
	if got, want := value.at("function", "body_digest"), framed("semaprax.candidate-interface-delta.source.v1", body); got != want {
		t.Errorf("body digest %v, want %v", got, want)
	}
	if got, want := value.at("dependencies", 0, "fact_digest"), framed(domainInterface, naive(t, neutral(value["function"]))+"\n"); got != want {
		t.Errorf("fact digest %v, want %v", got, want)
	}
	want := `{"base_implementations":0,"base_protocols":1,"candidate_implementations":1,"candidate_protocols":1,"unchanged_implementations":0,"unchanged_protocols":0}`
	if got := naive(t, report["inventory"]); got != want {
		t.Errorf("inventory %s", got)
	}
}

// TestInterfaceDeltaFollowsImplementations changes what a member calls.
func TestInterfaceDeltaFollowsImplementations(t *testing.T) {
	files := archive(t)
	_, with := changed(t, implementTag)
	for _, file := range with.Now().Files() {
		files[file.Path] = string(file.Text)
	}
	p, c := opened(t, derive(t, files))
	base := made(t, Interface, p, c, "")
	if got := base.at("implementations", 0, "comparison", "change"); got != "unchanged" {
		t.Errorf("without a change: %v", got)
	}
	c = applied(t, p, c, `{"kind":"replace_function_body","target":"shop.tag_size","body":{"kind":"i64","value":4}}`)
	report := made(t, Interface, p, c, "")
	row := object(report.at("implementations", 0).(map[string]any))
	checkComparison(t, "implementation", row.at("comparison").(map[string]any))
	if row.at("comparison", "change") != "modified" || row.at("members", 0, "comparison", "change") != "modified" ||
		report.at("protocols", 0, "comparison", "change") != "provenance_only" {
		t.Errorf("%v", row.at("comparison", "change"))
	}
}
