package session

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"weak"

	"github.com/semaprax/semaprax-go/policy"
)

// kept reports whether memory is still reachable after a collection. A pointer into an
// allocation stands for all of it.
func kept(p weak.Pointer[byte]) bool {
	for range 3 {
		runtime.GC()
	}
	return p.Value() != nil
}

// TestDiscardedReportsAreNotRetained: what was answered from a report does not keep it,
// or sessions would hold more than the bound on retained reports.
func TestDiscardedReportsAreNotRetained(t *testing.T) {
	readers := map[string]func(s *Session, c string){
		"call": func(s *Session, c string) { ask(t, s, "candidate/query", on(s, c)) },
		"batch": func(s *Session, c string) {
			rowsOf(t, ask(t, s, "workspace/read-batch", batchFrames(s, request("1", "candidate/query", on(s, c)), request("2", "candidate/query", on(s, c)))))
		},
		"host batch": func(s *Session, c string) {
			if _, faults := s.HandleReadBatch([][]byte{[]byte(request("1", "candidate/query", on(s, c)))}); faults != nil {
				t.Fatal(faults)
			}
		},
	}
	for name, read := range readers {
		s, _ := openSession(t, "calculator", &policy.Policy{Version: 7, CandidatePrepare: true, ReadBatchWorkers: 2})
		revision := ask(t, s, "candidate/open", imageParams(s)).member(t, "candidate_revision")
		report := weak.Make(&s.registry.candidates.subjects[0].(interface{ Report() []byte }).Report()[0])
		read(s, revision)
		wantCode(t, ask(t, s, "candidate/discard", on(s, revision)), "")
		if kept(report) {
			t.Errorf("after a %s the report of a discarded candidate is still held", name)
		}
	}
}

// TestFramesAreNotRetained: a frame belongs to its caller once it is answered.
func TestFramesAreNotRetained(t *testing.T) {
	s, _ := openSession(t, "calculator", withBatch(2))
	frame := func(text string) ([]byte, weak.Pointer[byte]) {
		memory := bytes.Clone([]byte(text))
		return memory, weak.Make(&memory[0])
	}
	symbol := request("1", "image/symbol", imageParams(s, `"target":"calculator.clamp"`))
	single, first := frame(symbol)
	s.Handle(single)
	row, second := frame(symbol)
	if _, faults := s.HandleReadBatch([][]byte{row}); faults != nil {
		t.Fatal(faults)
	}
	wrong, third := frame(request("1", "image/symbol", imageParams(s, `"target":"calculator.clamp","x":1`)))
	s.HandleReadBatch([][]byte{wrong})
	batch, fourth := frame(request("1", "workspace/read-batch", batchFrames(s, symbol, symbol)))
	if !bytes.Contains(s.Handle(batch), []byte(`"responses"`)) {
		t.Fatal("no batch")
	}
	for i, p := range []weak.Pointer[byte]{first, second, third, fourth} {
		if kept(p) {
			t.Errorf("frame %d is still held", i)
		}
	}
	runtime.KeepAlive(s)
}

// TestOldImagesAreNotRetained: a refresh lets go of the image before it.
func TestOldImagesAreNotRetained(t *testing.T) {
	s, dir := openSession(t, "calculator", &policy.Policy{Version: 7, CandidatePrepare: true, ReadBatchWorkers: 2})
	params := imageParams(s, `"target":"calculator.clamp"`)
	ask(t, s, "image/function-summary", params)
	ask(t, s, "workspace/read-batch", batchFrames(s, request("1", "image/function-summary", params)))
	old := weak.Make(&s.image.Bytes()[0])
	path := filepath.Join(dir, "src", "core.spx")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(text, []byte("\n@id"), []byte("\n// A comment.\n@id"), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	fresh := ask(t, s, "workspace/refresh-preview", imageParams(s)).member(t, "observed_project_revision")
	wantCode(t, ask(t, s, "workspace/refresh", imageParams(s, `"expected_new_project_revision":"`+fresh+`"`)), "")
	if kept(old) {
		t.Error("the image before a refresh is still held")
	}
	runtime.KeepAlive(s)
}
