package image

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestReferencesComeBack(t *testing.T) {
	for _, name := range sampleProjects {
		i := loadImage(t, name)
		for _, f := range i.functions() {
			for _, facet := range append(Facets(), "") {
				r, faults := i.ExportReference(f.Identity.Text, facet)
				if faults != nil {
					t.Fatal(faults)
				}
				text := ReferenceShape().AppendCJ(nil, &r)
				validate(t, text)
				resolved, faults := i.ResolveReference(text)
				if faults != nil {
					t.Fatal(faults)
				}
				validate(t, ResolutionShape().AppendCJ(nil, &resolved))
				if resolved.Target != f.Identity.Text || resolved.Facet != facet || resolved.Revision != r.Revision ||
					resolved.Summary.ID != f.Identity.Text || (facet == "") != resolved.Handle.IsZero() {
					t.Errorf("%s %s: %+v", f.Name, facet, resolved)
				}
				if facet != "" && resolved.Handle != i.FacetHandle(f.Identity.Text, facet) {
					t.Errorf("%s %s: handle %s", f.Name, facet, resolved.Handle)
				}
			}
		}
	}
}

func TestReferenceRevision(t *testing.T) {
	i := loadImage(t, "ledger")
	r, _ := i.ExportReference("ledger.apply", FacetCallers)
	var members map[string]json.RawMessage
	if err := json.Unmarshal(ReferenceShape().AppendCJ(nil, &r), &members); err != nil {
		t.Fatal(err)
	}
	delete(members, "reference_revision")
	content, _ := json.Marshal(members)
	if want := framed("semaprax.image-function-reference.v1", string(content)); r.Revision.String() != want {
		t.Errorf("revision %s, want %s", r.Revision, want)
	}
}

func TestReferenceRefusals(t *testing.T) {
	i, other := loadImage(t, "ledger"), loadImage(t, "calculator")
	r, _ := i.ExportReference("ledger.apply", "")
	text := string(ReferenceShape().AppendCJ(nil, &r))
	foreign, _ := other.ExportReference(other.functions()[0].Identity.Text, "")
	forged := r
	forged.Target = "ledger.key"
	resigned := forged
	resigned.Source.Path = "elsewhere.spx"
	resigned.Revision = i.referenceRevision(&resigned)
	for _, row := range []struct{ name, text, want string }{
		{"another image's", string(ReferenceShape().AppendCJ(nil, &foreign)), "SPX-G363"},
		{"another target under the old revision", string(ReferenceShape().AppendCJ(nil, &forged)), "SPX-G363"},
		{"another source under its own revision", string(ReferenceShape().AppendCJ(nil, &resigned)), "SPX-G363"},
		{"a closing LF", text + "\n", "SPX-G363"},
		{"white space", strings.Replace(text, ":", ": ", 1), "SPX-G363"},
		{"a member twice", strings.Replace(text, `{"`, `{"execution":false,"`, 1), "SPX-G363"},
		{"a member more", strings.Replace(text, `{"`, `{"authority":true,"`, 1), "SPX-G363"},
		{"an authority", strings.Replace(text, `"execution":false`, `"execution":true`, 1), "SPX-G363"},
		{"a member less", strings.Replace(text, `"execution":false,`, ``, 1), "SPX-G363"},
		{"no JSON", "reference", "SPX-G363"},
		{"nothing", "", "SPX-G363"},
		{"a long text", strings.Repeat(" ", MaxReferenceBytes+1), "SPX-G364"},
	} {
		_, faults := i.ResolveReference([]byte(row.text))
		if got := string(code(faults)); got != row.want {
			t.Errorf("%s: %q, want %q (%v)", row.name, got, row.want, faults)
		}
	}
	_, faults := i.ExportReference("ledger.balance", "")
	demandCode(t, "a record", faults, CodeReference)
	_, faults = i.ExportReference("absent", "")
	demandCode(t, "absent", faults, CodeReference)
	_, faults = i.ExportReference("ledger.apply", "other")
	demandCode(t, "an unknown facet", faults, CodeReference)
}
