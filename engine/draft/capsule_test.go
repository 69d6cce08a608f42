package draft

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/wire"
)

// restored restores a capsule and demands the same draft, report and capsule.
func restored(t *testing.T, p *candidate.Programs, i *image.Image, d *Draft) []byte {
	t.Helper()
	text, faults := d.Capsule(p)
	noFault(t, faults)
	fresh := candidate.NewPrograms(testCompiler)
	fresh.Pin(i)
	back, faults := Restore(fresh, i, text)
	noFault(t, faults)
	if back.Revision() != d.Revision() || !bytes.Equal(back.Report(), d.Report()) || back.Valid().Revision() != d.Valid().Revision() {
		t.Error("another draft came back")
	}
	if again, _ := back.Capsule(fresh); !bytes.Equal(again, text) {
		t.Error("another capsule came back")
	}
	for n, hole := range back.Holes() {
		if hole != d.Holes()[n] {
			t.Errorf("hole %v, want %v", hole, d.Holes()[n])
		}
	}
	return text
}

func TestCapsulesRoundTrip(t *testing.T) {
	p, d := threeHoles(t)
	i, faults := p.Base(d.Valid())
	noFault(t, faults)
	capsule := parsed(t, restored(t, p, i, d))
	want := []string{"base_revision", "candidate_recovery", "capsule_digest", "compiler", "draft_digest", "draft_schema", "holes", "schema"}
	if got := keys(capsule); !slices.Equal(got, want) || capsule["schema"] != "semaprax.project-candidate-draft-recovery.v1" {
		t.Errorf("members %v of %v", got, capsule["schema"])
	}
	checkCapsuleDigest(t, capsule, "semaprax.project-candidate-draft-recovery.payload.v1")

	next := must(t)(d.Fill(p, "twice", []byte(sumOfBoth)))
	capsule = parsed(t, restored(t, p, i, next))
	if got := keys(capsule); len(got) != 10 || capsule["schema"] != "semaprax.project-candidate-draft-recovery.v2" ||
		capsule["compiler"].(map[string]any)["compatibility"] != "semaprax.project-candidate-draft-recovery-compatibility.v2" ||
		capsule["draft_schema"] != "semaprax.project-candidate-draft.v2" {
		t.Errorf("members %v of %v", got, capsule["schema"])
	}
	checkCapsuleDigest(t, capsule, "semaprax.project-candidate-draft-recovery.payload.v2")

	onto := applied(t, p, d.Valid(), `{"kind":"add_contract","target":"m.twice","phase":"requires","predicate":{"kind":"bool","value":true}}`)
	moved, _, faults := next.Rebase(p, onto)
	noFault(t, faults)
	base, faults := p.Base(moved.Valid())
	noFault(t, faults)
	restored(t, p, base, moved)
	empty := must(t)(Open(d.Valid()))
	restored(t, p, i, empty)
}

func checkCapsuleDigest(t *testing.T, capsule map[string]any, domain string) {
	t.Helper()
	digest := capsule["capsule_digest"]
	delete(capsule, "capsule_digest")
	if got := sum(domain, canonical(t, capsule)); got != digest {
		t.Errorf("capsule digest %v, recomputed %s", digest, got)
	}
	capsule["capsule_digest"] = digest
}

// resealed changes a capsule and gives it the digest of its content again.
func resealed(t *testing.T, text []byte, change func(map[string]any)) []byte {
	t.Helper()
	capsule := parsed(t, text)
	change(capsule)
	delete(capsule, "capsule_digest")
	domain := "semaprax.project-candidate-draft-recovery.payload.v1"
	if strings.HasSuffix(capsule["schema"].(string), "v2") {
		domain = "semaprax.project-candidate-draft-recovery.payload.v2"
	}
	capsule["capsule_digest"] = sum(domain, canonical(t, capsule))
	return canonical(t, capsule)
}

// TestHostileCapsules changes capsules in every way a client could and demands a code.
func TestHostileCapsules(t *testing.T) {
	p, d := threeHoles(t)
	i, faults := p.Base(d.Valid())
	noFault(t, faults)
	plain, faults := d.Capsule(p)
	noFault(t, faults)
	filled := must(t)(d.Fill(p, "twice", []byte(sumOfBoth)))
	past, faults := filled.Capsule(p)
	noFault(t, faults)
	zero := "sha256:" + strings.Repeat("0", 64)
	holes := func(c map[string]any) []any { return c["holes"].([]any) }
	hole := func(c map[string]any, n int) map[string]any { return holes(c)[n].(map[string]any) }
	event := func(c map[string]any) map[string]any { return c["filled_hole_lineage"].([]any)[0].(map[string]any) }
	reseal := func(text []byte, change func(map[string]any)) []byte { return resealed(t, text, change) }
	for _, c := range []struct {
		name string
		text []byte
		code diag.Code
	}{
		{"empty", nil, CodeHole},
		{"no LF", plain[:len(plain)-1], CodeHole},
		{"two LF", append(slices.Clone(plain), '\n'), CodeHole},
		{"space", bytes.Replace(plain, []byte(`,"draft_digest"`), []byte(`, "draft_digest"`), 1), CodeHole},
		{"an array", []byte("[]\n"), CodeHole},
		{"duplicate member", bytes.Replace(plain, []byte(`"holes":`), []byte(`"holes":[],"holes":`), 1), CodeHole},
		{"too deep", []byte(strings.Repeat("[", 200) + strings.Repeat("]", 200) + "\n"), CodeHole},
		{"too many values", append(append([]byte(`{"x":[`), bytes.Repeat([]byte("1,"), wire.DocumentNodes)...), "1]}\n"...), CodeCapacity},
		{"another digest", bytes.Replace(plain, []byte(parsed(t, plain)["capsule_digest"].(string)), []byte(zero), 1), CodeStale},
		{"another schema", reseal(plain, func(c map[string]any) { c["schema"] = "semaprax.project-candidate-recovery.v1" }), CodeHole},
		{"no schema", reseal(plain, func(c map[string]any) { c["schema"] = "" }), CodeHole},
		{"another compiler", reseal(plain, func(c map[string]any) { c["compiler"].(map[string]any)["version"] = "9" }), CodeHole},
		{"another package", reseal(plain, func(c map[string]any) { c["compiler"].(map[string]any)["package"] = "x" }), CodeHole},
		{"unknown member", reseal(plain, func(c map[string]any) { c["more"] = true }), CodeHole},
		{"missing member", reseal(plain, func(c map[string]any) { delete(c, "holes") }), CodeHole},
		{"lineage in a v1", reseal(plain, func(c map[string]any) { c["filled_hole_lineage"] = []any{} }), CodeHole},
		{"another base", reseal(plain, func(c map[string]any) { c["base_revision"] = zero }), CodeStale},
		{"another draft digest", reseal(plain, func(c map[string]any) { c["draft_digest"] = zero }), CodeStale},
		{"a hole less", reseal(plain, func(c map[string]any) { c["holes"] = holes(c)[1:] }), CodeStale},
		{"a hole twice", reseal(plain, func(c map[string]any) { c["holes"] = append(holes(c)[:1:1], holes(c)...) }), CodeHole},
		{"holes out of order", reseal(plain, func(c map[string]any) { slices.Reverse(holes(c)) }), CodeHole},
		{"seventeen holes", reseal(plain, func(c map[string]any) {
			for len(holes(c)) < 17 {
				c["holes"] = append(holes(c), holes(c)[2])
			}
		}), CodeHole},
		{"hole id out of grammar", reseal(plain, func(c map[string]any) { hole(c, 2)["hole_id"] = "z z" }), CodeHole},
		{"hole id too long", reseal(plain, func(c map[string]any) { hole(c, 2)["hole_id"] = strings.Repeat("z", 129) }), CodeCapacity},
		{"hole of nothing", reseal(plain, func(c map[string]any) { hole(c, 2)["target"] = "m.none" }), CodeHole},
		{"hole of main", reseal(plain, func(c map[string]any) { hole(c, 2)["target"] = "m.main" }), CodeHole},
		{"hole over another", reseal(plain, func(c map[string]any) { hole(c, 2)["target"] = "m.pick" }), CodeHole},
		{"unknown expression", reseal(plain, func(c map[string]any) { hole(c, 0)["expression_id"] = "x" }), CodeHole},
		{"unknown kind", reseal(plain, func(c map[string]any) { hole(c, 0)["kind"] = "x" }), CodeHole},
		{"kind of another", reseal(plain, func(c map[string]any) { hole(c, 0)["kind"] = "expression" }), CodeHole},
		{"candidate without its digest", reseal(plain, func(c map[string]any) { delete(c["candidate_recovery"].(map[string]any), "capsule_digest") }), candidate.CodeCapsule},
		{"candidate changed", reseal(plain, func(c map[string]any) { c["candidate_recovery"].(map[string]any)["candidate_digest"] = zero }), candidate.CodeCapsuleIdentity},
		{"lineage dropped", reseal(past, func(c map[string]any) { c["filled_hole_lineage"] = []any{} }), CodeStale},
		{"event twice", reseal(past, func(c map[string]any) { c["filled_hole_lineage"] = []any{event(c), event(c)} }), CodeHole},
		{"event of another hole", reseal(past, func(c map[string]any) { event(c)["hole_id"] = "other" }), CodeStale},
		{"event out of grammar", reseal(past, func(c map[string]any) { event(c)["hole_id"] = "a b" }), CodeHole},
		{"event of another target", reseal(past, func(c map[string]any) { event(c)["target"] = "m.pick" }), CodeStale},
		{"event of another kind", reseal(past, func(c map[string]any) { event(c)["kind"] = "replace_expression" }), CodeStale},
		{"event of another origin", reseal(past, func(c map[string]any) { event(c)["origin_draft_digest"] = zero }), CodeStale},
		{"event of another intention", reseal(past, func(c map[string]any) { event(c)["intent_digest"] = zero }), CodeStale},
		{"event beyond the history", reseal(past, func(c map[string]any) { event(c)["history_ordinal"] = json.Number("1") }), CodeStale},
		{"event beyond all histories", reseal(past, func(c map[string]any) { event(c)["history_ordinal"] = json.Number("32") }), CodeHole},
		{"rebase without a revision", reseal(past, func(c map[string]any) {
			c["branch_ancestry"] = []any{map[string]any{"operation": "rebase", "parents": []any{zero}, "onto_revision": nil}}
		}), CodeHole},
		{"merge of one", reseal(past, func(c map[string]any) {
			c["branch_ancestry"] = []any{map[string]any{"operation": "merge", "parents": []any{zero}, "onto_revision": nil}}
		}), CodeHole},
		{"invented ancestry", reseal(past, func(c map[string]any) {
			c["branch_ancestry"] = []any{map[string]any{"operation": "merge", "parents": []any{zero, zero}, "onto_revision": nil}}
		}), CodeStale},
	} {
		if _, faults := Restore(p, i, c.text); len(faults) == 0 || faults[0].Code != c.code {
			t.Errorf("%s: %v, want %s", c.name, faults, c.code)
		}
	}
	if _, faults := Restore(p, loadProject(t, "bytes"), plain); len(faults) == 0 || faults[0].Code != CodeStale {
		t.Errorf("on another project: %v", faults)
	}
}

// FuzzRestore changes single bytes of capsules: what is accepted is the draft itself.
func FuzzRestore(f *testing.F) {
	p, d := threeHoles(f)
	i, faults := p.Base(d.Valid())
	noFault(f, faults)
	next := must(f)(d.Fill(p, "twice", []byte(sumOfBoth)))
	for _, each := range []*Draft{d, next} {
		text, faults := each.Capsule(p)
		noFault(f, faults)
		f.Add(text)
		f.Add(bytes.Replace(text, []byte("m.pick"), []byte("m.main"), 1))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		back, faults := Restore(p, i, text)
		if faults != nil {
			return
		}
		if again, faults := back.Capsule(p); faults != nil || !bytes.Equal(again, text) {
			t.Errorf("a capsule was accepted that is not the draft's own: %.200s", text)
		}
	})
}
