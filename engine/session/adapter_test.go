package session

import (
	"errors"
	"strings"
	"testing"
)

func TestClaim(t *testing.T) {
	s, _ := openSession(t, "calculator", nil)
	s.Handle(nil)
	if err := s.Claim(); err != nil {
		t.Fatalf("after a blank frame: %v", err)
	}
	if err := s.Claim(); !errors.Is(err, ErrUsed) {
		t.Errorf("a second claim: %v", err)
	}
	if s.Handle([]byte(request("1", "workspace/open", ""))) != nil {
		t.Error("a claimed session answers a direct call")
	}
	if _, faults := s.HandleReadBatch([][]byte{nil}); len(faults) != 1 || faults[0].Code != codeBatch {
		t.Errorf("a claimed session takes a host batch: %v", faults)
	}
	used, _ := openSession(t, "calculator", nil)
	used.Handle([]byte("{"))
	if err := used.Claim(); !errors.Is(err, ErrUsed) {
		t.Errorf("after a malformed frame: %v", err)
	}
	ended, _ := openSession(t, "calculator", nil)
	ended.Finish(nil)
	if err := ended.Claim(); !errors.Is(err, ErrUsed) {
		t.Errorf("after finish: %v", err)
	}
}

// TestCallAnswersWhatHandleAnswers compares the adapter's bytes with the direct ones.
func TestCallAnswersWhatHandleAnswers(t *testing.T) {
	direct, _ := openSession(t, "calculator", nil)
	forwarded, _ := openSession(t, "calculator", nil)
	if err := forwarded.Claim(); err != nil {
		t.Fatal(err)
	}
	for _, params := range []string{`{}`, `{ "image_revision" : "x" }`, `{"y":1}`, imageParams(direct)} {
		for i := range direct.methods.rows {
			method := direct.methods.rows[i].name
			want := string(direct.Handle([]byte(request("0", method, params))))
			prefix := "kept"
			got, isError, terminal := forwarded.Call(method, []byte(params), []byte(prefix))
			if string(got) != prefix+want || isError != strings.Contains(want, `"id":0,"error":`) || terminal {
				t.Errorf("%s %s:\n got %.200s (%v, %v)\nwant %.200s", method, params, got, isError, terminal, want)
			}
		}
	}
}
