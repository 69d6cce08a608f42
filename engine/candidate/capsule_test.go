package candidate

import (
	"bytes"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/wire"
)

func TestCapsulesThatAreRefused(t *testing.T) {
	i := loadProject(t, "calculator")
	p, c := opened(t, i)
	c = mustApply(t, p, c, renameClamp, bodyEven)
	capsule, faults := c.Capsule(p)
	noFault(t, faults)
	text := string(capsule)
	replaced := func(old, with string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("%q is not in the capsule", old)
		}
		return strings.Replace(text, old, with, 1)
	}
	sealed := func(old, with string) string { return reseal(t, replaced(old, with)) }
	cases := []struct {
		name, text string
		code       diag.Code
	}{
		{"empty", "", CodeCapsule},
		{"no LF", text[:len(text)-1], CodeCapsule},
		{"white space", " " + text, CodeCapsule},
		{"not JSON", text[1:], CodeCapsule},
		{"an array", "[]\n", CodeCapsule},
		{"a key twice", replaced(`{"base_revision"`, `{"schema":"x","base_revision"`), CodeCapsule},
		{"another key", replaced(`{"base_revision"`, `{"also":1,"base_revision"`), CodeCapsule},
		{"a key less", replaced(`"change_schema":"semaprax.semantic-change.v1",`, ``), CodeCapsule},
		{"another schema", sealed(`"schema":"semaprax.project-candidate-recovery.v1"`, `"schema":"semaprax.project-candidate-recovery.v2"`), CodeCapsule},
		{"another compiler", sealed(`"version":"`+testCompiler+`"`, `"version":"9"`), CodeCapsule},
		{"another compatibility", sealed(`"package":"semaprax-go"`, `"package":"other"`), CodeCapsule},
		{"another order", replaced(`"package":"semaprax-go","version":"`+testCompiler+`"`, `"version":"`+testCompiler+`","package":"semaprax-go"`), CodeCapsule},
		{"an escape more", replaced(`calculator.clamp`, `calculator\u002eclamp`), CodeCapsule},
		{"too deep", replaced(`"bounded"`, strings.Repeat("[", 125)+strings.Repeat("]", 125)), CodeCapsule},
		{"too many values", replaced(`"bounded"`, "["+strings.Repeat("0,", wire.DocumentNodes)+"0]"), CodeCapsuleBound},
		{"a wrong digest", replaced(`bounded`, `bounder`), CodeCapsuleIdentity},
		{"another base", sealed(`{"base_revision":"`+i.Project().Revision().String(), `{"base_revision":"`+zero.String()), CodeCapsuleIdentity},
		{"another candidate", sealed(`"candidate_digest":"`+c.Revision().String(), `"candidate_digest":"`+zero.String()), CodeCapsuleIdentity},
		{"another result", sealed(`"candidate_project_revision":"`+c.Now().Revision().String(), `"candidate_project_revision":"`+zero.String()), CodeCapsuleIdentity},
		{"another intention", sealed(`"value":true`, `"value":false`), CodeCapsuleIdentity},
		{"a change that leads elsewhere", sealed(`bounded`, `bounder`), diag.G224},
		{"a change that is none", sealed(`"no_new_effects",`, ``), diag.G222},
		{"a change that is refused", sealed(`"name":"bounded"`, `"name":"add"`), diag.G225},
		{"a change that starts elsewhere", sealed(`"changes":[{"base_revision":"`+i.Project().Revision().String(), `"changes":[{"base_revision":"`+zero.String()), diag.G224},
		{"too many changes", sealed(`"changes":[`, `"changes":[`+strings.Repeat(c.Changes()[0].Text()+",", MaxChanges)), CodeCapsule},
		{"too long", strings.Repeat(" ", MaxCapsuleBytes+1), CodeCapsuleBound},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			_, faults := Restore(p, i, []byte(each.text))
			wantCode(t, faults, each.code)
		})
	}
}

// reseal gives an altered capsule the digest of its content.
func reseal(t *testing.T, text string) string {
	t.Helper()
	value := parsed(t, []byte(text))
	delete(value, "capsule_digest")
	value["capsule_digest"] = sum("semaprax.project-candidate-recovery.payload.v1", canonicalAgain(t, value))
	return string(canonicalAgain(t, value))
}

func TestReadCapsuleSaysWhatItHolds(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	c = mustApply(t, p, c, renameClamp)
	text, faults := c.Capsule(p)
	noFault(t, faults)
	capsule, faults := ReadCapsule(p, text)
	noFault(t, faults)
	if capsule.Base != c.Base().Revision() || capsule.Candidate != c.Revision() || capsule.Project != c.Now().Revision() ||
		len(capsule.Changes) != 1 || !bytes.Equal(capsule.Changes[0], []byte(c.Changes()[0].Text())) {
		t.Errorf("capsule %+v", capsule)
	}
}
