package candidate

import (
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
)

const renameAdd = `{"target":"calculator.add","name":"plus","kind":"rename_declaration"}`

func TestChangeEnvelope(t *testing.T) {
	base := canon.Plain("base")
	c, faults := NewChange(base, []byte(renameAdd))
	noFault(t, faults)
	want := `{"base_revision":"` + base.String() + `","intent":{"kind":"rename_declaration","name":"plus","target":"calculator.add"},` +
		`"requirements":["preserve_stable_identity","preserve_public_exports","update_all_callers","no_new_effects",` +
		`"no_new_capabilities","preserve_contracts","revalidate_ownership_and_cleanup","preserve_project_profile_admission",` +
		`"preserve_admitted_core_targets"],"schema":"semaprax.semantic-change.v1"}`
	if c.Text() != want {
		t.Errorf("got %s", c.Text())
	}
	again, faults := ParseChange([]byte(want + "\n"))
	noFault(t, faults)
	if again.Text() != want || again.Base() != base || again.member("target") != "calculator.add" {
		t.Errorf("read back as %s", again.Text())
	}
}

func TestChangesThatAreNone(t *testing.T) {
	c, faults := NewChange(canon.Plain("base"), []byte(renameAdd))
	noFault(t, faults)
	text := c.Text()
	cases := []struct {
		name, text string
		code       diag.Code
	}{
		{"no LF", text, diag.G222},
		{"two LFs", text + "\n\n", diag.G222},
		{"not JSON", text[1:] + "\n", diag.G222},
		{"not an object", "[]\n", diag.G222},
		{"space", " " + text + "\n", diag.G222},
		{"another order", strings.Replace(text, `"kind":"rename_declaration","name":"plus"`, `"name":"plus","kind":"rename_declaration"`, 1) + "\n", diag.G222},
		{"a member more", text[:len(text)-1] + `,"x":1}` + "\n", diag.G222},
		{"a requirement less", strings.Replace(text, `"no_new_effects",`, "", 1) + "\n", diag.G222},
		{"no digest", strings.Replace(text, "sha256:", "sha512:", 1) + "\n", diag.G222},
		{"intention no object", strings.Replace(text, `{"kind":"rename_declaration","name":"plus","target":"calculator.add"}`, `7`, 1) + "\n", diag.G222},
		{"twice the same key", text[:len(text)-1] + `,"schema":"semaprax.semantic-change.v1"}` + "\n", diag.G222},
		{"too long", text + strings.Repeat(" ", intent.MaxChangeBytes), diag.G223},
		{"too many values", strings.Replace(text, `"plus"`, "["+strings.Repeat("0,", intent.MaxValues)+"0]", 1) + "\n", diag.G223},
		{"too deep", strings.Replace(text, `"plus"`, strings.Repeat("[", 64)+strings.Repeat("]", 64), 1) + "\n", diag.G223},
		{"more containers than the grammar takes", strings.Replace(text, `"plus"`, strings.Repeat("[", 126)+strings.Repeat("]", 126), 1) + "\n", diag.G222},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			_, faults := ParseChange([]byte(each.text))
			wantCode(t, faults, each.code)
		})
	}
}

// TestChangeBoundsToTheValue finds the last structure that fits and the first that
// does not.
func TestChangeBoundsToTheValue(t *testing.T) {
	values := func(n int) string { return `{"v":[` + strings.Repeat("0,", n-3) + `0]}` } // n values
	depth := func(n int) string { return `{"v":` + strings.Repeat("[", n-1) + `0` + strings.Repeat("]", n-1) + `}` }
	text := func(n int) string { return `{"v":"` + strings.Repeat("x", n-1) + `"}` } // n bytes of text
	for _, c := range []struct {
		name   string
		make   func(int) string
		bound  int
		envelo int // what the envelope adds
	}{{"values", values, intent.MaxValues, 0}, {"depth", depth, intent.MaxValueDepth, 0}} {
		_, faults := NewChange(zero, []byte(c.make(c.bound)))
		noFault(t, faults)
		_, faults = NewChange(zero, []byte(c.make(c.bound+1)))
		if len(faults) == 0 {
			t.Errorf("%s: one more is accepted", c.name)
			continue
		}
		wantCode(t, faults, diag.G223)
	}
	room := intent.MaxChangeBytes - len(`{"base_revision":""`) // the envelope bounds text earlier
	_, faults := NewChange(zero, []byte(text(room)))
	wantCode(t, faults, diag.G223)
	small, faults := NewChange(zero, []byte(text(1)))
	noFault(t, faults)
	most := intent.MaxChangeBytes - len(small.Text()) // one byte is the LF, one the x that is there
	_, faults = NewChange(zero, []byte(text(most)))
	noFault(t, faults)
	_, faults = NewChange(zero, []byte(text(most+1)))
	wantCode(t, faults, diag.G223)
}
