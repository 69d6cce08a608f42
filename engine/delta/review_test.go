package delta

import (
	"bytes"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

func TestReview(t *testing.T) {
	p, c := changed(t, renamePrice, addField)
	review, faults := NewReview(p, c)
	noFault(t, faults)
	text, faults := review.Line()
	noFault(t, faults)
	report := valid(t, text)
	without := object{}
	for key, value := range report {
		if key != "report_revision" {
			without[key] = value
		}
	}
	if got, want := report["report_revision"], framed("semaprax.project-candidate-source-review.v1", naive(t, map[string]any(without))+"\n"); got != want {
		t.Errorf("report revision %s, want %s", got, want)
	}
	var paths []string
	for _, each := range report["files"].([]any) {
		file := object(each.(map[string]any))
		paths = append(paths, file["path"].(string))
		for side, key := range map[string]string{"base_source": "base_digest", "candidate_source": "candidate_digest"} {
			if got, want := file[key], framed("semaprax.semantic-review.source-digest.v1", file[side].(string)); got != want {
				t.Errorf("%s %s, want %s", key, got, want)
			}
		}
		if got, want := file["source_diff_digest"], framed("semaprax.candidate.source-diff.v1", file["source_diff"].(string)); got != want {
			t.Errorf("diff digest %s, want %s", got, want)
		}
	}
	if strings.Join(paths, " ") != "stock.spx text.spx" {
		t.Errorf("files %v", paths)
	}
}

func TestReviewsAreKept(t *testing.T) {
	p, c := changed(t, renamePrice)
	var kept Reports
	first, faults := kept.Review(p, c)
	noFault(t, faults)
	contract, faults := kept.Report(Contract, p, c, "")
	noFault(t, faults)
	again, faults := kept.Review(p, c)
	noFault(t, faults)
	if &first[0] != &again[0] {
		t.Error("the review was made again")
	}
	third, faults := kept.Report(Semantic, p, c, "shop.price") // the contract delta goes
	noFault(t, faults)
	other, faults := kept.Report(Semantic, p, c, "shop.total")
	noFault(t, faults)
	if bytes.Equal(third, other) {
		t.Error("two targets, one report")
	}
	remade, faults := kept.Report(Contract, p, c, "")
	noFault(t, faults)
	if &remade[0] == &contract[0] || !bytes.Equal(remade, contract) {
		t.Error("what is not kept is made again, with the same bytes")
	}
	_, faults = kept.Report(Semantic, p, c, "shop.nowhere")
	wantCode(t, "unknown target", faults, CodeSemantic)
}

// TestVerify demands that every report is recomputed, and nothing but that report.
func TestVerify(t *testing.T) {
	p, c := changed(t, requireTotal, implementTag)
	replays := map[Kind]diag.Code{Semantic: "SPX-G254", SemanticCatalogue: "SPX-G254", Interface: "SPX-G312", Contract: "SPX-G327", Ownership: "SPX-G330"}
	bounds := map[Kind]diag.Code{Semantic: "SPX-G253", SemanticCatalogue: "SPX-G253", Interface: "SPX-G311", Contract: "SPX-G326", Ownership: "SPX-G329"}
	names := map[Kind]string{Semantic: "semantic", SemanticCatalogue: "semantic", Interface: "interface", Contract: "contract", Ownership: "ownership"}
	for _, k := range kinds() {
		target := ""
		if k == Semantic {
			target = "shop.total"
		}
		text, faults := k.Make(p, c, target)
		noFault(t, faults)
		receipt, faults := k.Verify(p, c, target, text)
		noFault(t, faults)
		got := valid(t, receipt)
		if want := framed("semaprax.candidate-"+names[k]+"-delta.report.v1", string(text)); got["delta_digest"] != want || got["result"] != "exact_recomputation" {
			t.Errorf("receipt %v, want digest %s", got, want)
		}
		_, faults = k.Verify(p, c, target, bytes.Replace(text, []byte(`"schema"`), []byte(`"Schema"`), 1))
		wantCode(t, k.Schema()+" changed", faults, replays[k])
		_, faults = k.Verify(p, c, target, nil)
		wantCode(t, k.Schema()+" empty", faults, replays[k])
		_, faults = k.Verify(p, c, target, make([]byte, k.family().mostBytes+1))
		wantCode(t, k.Schema()+" too long", faults, bounds[k])
		// The same report of a candidate with another history is another one.
		other := applied(t, p, c, renamePrice)
		_, faults = k.Verify(p, other, target, text)
		wantCode(t, k.Schema()+" of another candidate", faults, replays[k])
	}
}

// TestBounds lowers each bound until a report does not fit.
func TestBounds(t *testing.T) {
	p, c := changed(t, requireTotal, implementTag)
	for _, k := range kinds() {
		target := ""
		if k == Semantic {
			target = "shop.total"
		}
		whole, faults := k.Make(p, c, target)
		noFault(t, faults)
		for most, fits := range map[int]bool{len(whole): true, len(whole) - 1: false} {
			f := k.family()
			f.mostBytes = most
			r, faults := f.begin(p, c)
			noFault(t, faults)
			got, faults := f.make(r, target)
			if fits {
				noFault(t, faults)
				if !bytes.Equal(got, whole) {
					t.Errorf("%s: another report within the same bound", k.Schema())
				}
				continue
			}
			wantCode(t, k.Schema(), faults, f.over)
		}
		if k == SemanticCatalogue {
			continue // its work is bounded by the declarations of a project
		}
		r, faults := k.family().begin(p, c)
		noFault(t, faults)
		r.budget.fact(MaxFactBytes)
		_, faults = k.family().make(r, target)
		wantCode(t, k.Schema()+" over its work", faults, k.family().over)
	}
}
