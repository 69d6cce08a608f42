package session

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// batchFrames spells the params of a batch.
func batchFrames(s *Session, frames ...string) string {
	list, _ := json.Marshal(frames)
	return imageParams(s, `"batch":{"frames":`+string(list)+`}`)
}

// rowsOf returns the rows of a batch response; "null" stands for null.
func rowsOf(t testing.TB, a answer) []string {
	t.Helper()
	if a.Result == nil {
		t.Fatalf("no result in %.300s", a.raw)
	}
	var payload struct{ Responses []*string }
	if err := json.Unmarshal(a.Result.Payload, &payload); err != nil {
		t.Fatal(err)
	}
	rows := make([]string, len(payload.Responses))
	for i, r := range payload.Responses {
		rows[i] = "null"
		if r != nil {
			rows[i] = *r
		}
	}
	return rows
}

func request(id, method, params string) string {
	if params == "" {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `"}`
	}
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":` + params + `}`
}

func TestBatchRowsAreTheOrdinaryResponses(t *testing.T) {
	for workers := 1; workers <= MaxBatchWorkers; workers++ {
		s, _ := openSession(t, "calculator", withBatch(workers))
		frames := []string{
			request("1", "workspace/open", ""),
			request(`"b"`, "protocol/capabilities", ""),
			"",
			`{"jsonrpc":"2.0","method":"workspace/open"}`,
			`{"jsonrpc":"2.0","method":"workspace/open","params":[]}`,
			`{`,
			request("2", "workspace/open", `{"x":1}`),
			request("3", "workspace/open", `{"image_revision":"old"}`),
			request("4", "query/catalog", "") + "\n",
			"\n",
			request("5", "no/such", ""),
		}
		var want []string
		for _, frame := range frames {
			ordinary := s.Handle([]byte(strings.TrimSuffix(frame, "\n")))
			if ordinary == nil {
				want = append(want, "null")
				continue
			}
			want = append(want, strings.Replace(string(ordinary), messageUnavailable, messageBatchUnavailable, 1))
		}
		got := rowsOf(t, ask(t, s, "workspace/read-batch", batchFrames(s, frames...)))
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%d workers, row %d:\n got %.300s\nwant %.300s", workers, i, got[i], want[i])
			}
		}
	}
}

func TestBatchShapes(t *testing.T) {
	s, _ := openSession(t, "calculator", withBatch(2))
	one := request("1", "workspace/open", "")
	many := make([]string, 17)
	for i := range many {
		many[i] = one
	}
	cases := []struct{ name, params, want string }{
		{"empty object", imageParams(s, `"batch":{}`), "SPX-G294"},
		{"unknown member", imageParams(s, `"batch":{"frames":["{}"],"workers":2}`), "SPX-G294"},
		{"frames is a string", imageParams(s, `"batch":{"frames":"{}"}`), "SPX-G294"},
		{"a frame is a number", imageParams(s, `"batch":{"frames":[1]}`), "SPX-G294"},
		{"no frames", batchFrames(s), "SPX-G294"},
		{"null frames", imageParams(s, `"batch":{"frames":null}`), "SPX-G294"},
		{"17 frames", batchFrames(s, many...), "SPX-G294"},
		{"batch is an array", imageParams(s, `"batch":[]`), "-32602"},
		{"batch is missing", imageParams(s), "-32602"},
		{"a worker count", imageParams(s, `"batch":{"frames":[""]}`, `"read_batch_workers":4`), "-32602"},
		{"16 frames", batchFrames(s, many[:16]...), ""},
	}
	for _, c := range cases {
		if got := ask(t, s, "workspace/read-batch", c.params).code(); got != c.want {
			t.Errorf("%s: code %q, want %q", c.name, got, c.want)
		}
	}
}

// TestExcludedMethodsAreNotExecuted asks a batch for every selected method that is
// not in the allowlist, nested batches included.
func TestExcludedMethodsAreNotExecuted(t *testing.T) {
	ran := 0
	s, _ := openSession(t, "calculator", withBatch(2))
	s.methods = newTable(s.granted, append(families(s.granted), testRows(func() { ran++ }))...)
	before := s.image
	excluded := 0
	for i := range s.methods.rows {
		r := &s.methods.rows[i].row
		if r.batch {
			continue
		}
		excluded++
		params := string(schema.ValidExamples(r.params)[0].JSON)
		rows := rowsOf(t, ask(t, s, "workspace/read-batch", batchFrames(s, request("9", r.name, params))))
		want := `{"jsonrpc":"2.0","id":9,"error":{"code":-32601,"message":"` + messageBatchUnavailable + `"}}`
		if rows[0] != want {
			t.Errorf("%s: %s", r.name, rows[0])
		}
	}
	if excluded < 3 || ran != 0 || s.image != before || s.registry.counts() != [3]int{} {
		t.Errorf("%d excluded, ran %d, retained %v", excluded, ran, s.registry.counts())
	}
}

// TestBadBatchesAuthenticate shows that a batch of nothing but bad rows still checks
// the source, and that the embedding call does not.
func TestBadBatchesAuthenticate(t *testing.T) {
	s, dir := openSession(t, "calculator", withBatch(2))
	os.Remove(firstSource(s, dir))
	bad := [][]byte{[]byte("{"), nil}
	responses, faults := s.HandleReadBatch(bad)
	if faults != nil || len(responses) != 2 || responses[0] == nil || responses[1] != nil {
		t.Errorf("host batch: %q, %v", responses, faults)
	}
	wantCode(t, ask(t, s, "workspace/read-batch", batchFrames(s, "{", "")), "SPX-J102")
	if _, faults := s.HandleReadBatch([][]byte{[]byte(request("1", "workspace/open", ""))}); len(faults) != 1 || faults[0].Code != diag.J102 {
		t.Errorf("host batch with work: %v", faults)
	}
}

func TestDriftDuringABatchDropsEveryRow(t *testing.T) {
	s, dir := openSession(t, "calculator", withBatch(2))
	s.methods = newTable(s.granted, append(families(s.granted), lookRows(func() { os.Remove(firstSource(s, dir)) }))...)
	a := ask(t, s, "workspace/read-batch", batchFrames(s, request("1", "workspace/open", ""), request("2", "test/look", `{"target":"x"}`)))
	wantCode(t, a, "SPX-J102")
}

// lookRows declares test/look, a batchable query that echoes its target.
func lookRows(during func()) []row {
	type params struct{ Target []byte }
	shape := schema.Params(toleratedParam, targeted(func(p *params) *[]byte { return &p.Target }))
	payload := schema.Document("semaprax.test-look.v1",
		schema.Required("target", schema.Chunk(), func(p *[]byte) *[]byte { return p }))
	return []row{read("test/look", "Echoes.", shape, payload, func(_ *view, p *params, r *[]byte) diag.List {
		if during != nil {
			during()
		}
		if string(p.Target) == "panic" {
			panic("as asked")
		}
		*r = p.Target
		return nil
	}).inBatch()}
}

// TestRowsOwnTheirParameters runs 16 rows of one method with different targets.
func TestRowsOwnTheirParameters(t *testing.T) {
	s, _ := openSession(t, "calculator", withBatch(4))
	s.methods = newTable(s.granted, append(families(s.granted), lookRows(nil))...)
	for range 50 {
		var frames []string
		for i := range 16 {
			frames = append(frames, request(decimal(i), "test/look", fmt.Sprintf(`{"target":"t\u0061%d"}`, i)))
		}
		for i, got := range rowsOf(t, ask(t, s, "workspace/read-batch", batchFrames(s, frames...))) {
			if want := fmt.Sprintf(`"target":"ta%d"`, i); !strings.Contains(got, want) || !strings.Contains(got, fmt.Sprintf(`"id":%d,`, i)) {
				t.Fatalf("row %d: %s", i, got)
			}
		}
	}
}

func TestPanickingWorkerReleasesNoRows(t *testing.T) {
	s, _ := openSession(t, "calculator", withBatch(2))
	s.methods = newTable(s.granted, append(families(s.granted), lookRows(nil))...)
	frames := []string{request("1", "test/look", `{"target":"a"}`), request("2", "test/look", `{"target":"panic"}`), request("3", "test/look", `{"target":"b"}`)}
	wantCode(t, ask(t, s, "workspace/read-batch", batchFrames(s, frames...)), "SPX-G295")
	wantCode(t, ask(t, s, "workspace/open", ""), "")
}

func TestBatchOverflowIsOneError(t *testing.T) {
	s, _ := openSession(t, "calculator", withBatch(2))
	frames := make([]string, 16)
	for i := range frames {
		frames[i] = request("1", "protocol/schemas", "")
	}
	single := len(s.Handle([]byte(frames[0])))
	if single*16 < MaxResponseBytes {
		t.Skipf("16 × %d bytes fit; the overflow needs a larger discovery", single)
	}
	a := ask(t, s, "workspace/read-batch", batchFrames(s, frames...))
	wantCode(t, a, "-32001")
	if !strings.Contains(a.raw, `"id":7`) {
		t.Errorf("overflow without the id: %s", a.raw)
	}
}

func TestHostBatchBounds(t *testing.T) {
	s, _ := openSession(t, "calculator", nil)
	long := make([]byte, MaxRequestBytes+1)
	for _, frames := range [][][]byte{nil, make([][]byte, 17), {long}} {
		if _, faults := s.HandleReadBatch(frames); len(faults) != 1 || faults[0].Code != codeBatch {
			t.Errorf("%d frames: %v", len(frames), faults)
		}
	}
	if s.started {
		t.Error("a refused batch starts the session")
	}
	if faults := s.WithReadBatchWorkers(2); len(faults) != 1 || faults[0].Code != codeBatch {
		t.Errorf("workers after a refused host batch: %v", faults)
	}
}

func TestWorkerSelection(t *testing.T) {
	use := map[string]func(s *Session){
		"blank frame":  func(s *Session) { s.Handle(nil) },
		"frame":        func(s *Session) { s.Handle([]byte(`{`)) },
		"selection":    func(s *Session) { s.WithReadBatchWorkers(1) },
		"claim":        func(s *Session) { s.Claim() },
		"host batch":   func(s *Session) { s.HandleReadBatch(nil) },
		"finish":       func(s *Session) { s.Finish(nil) },
		"notification": func(s *Session) { s.Handle([]byte(`{"jsonrpc":"2.0","method":"x"}`)) },
	}
	for name, do := range use {
		s, _ := openSession(t, "calculator", nil)
		do(s)
		if faults := s.WithReadBatchWorkers(2); len(faults) != 1 || faults[0].Code != codeBatch {
			t.Errorf("after %s: %v", name, faults)
		}
	}
	for workers, want := range map[int]bool{-1: false, 0: false, 1: true, 4: true, 5: false} {
		s, _ := openSession(t, "calculator", nil)
		if s.methods.find([]byte("workspace/read-batch")) != nil {
			t.Fatal("a default session has the batch")
		}
		faults := s.WithReadBatchWorkers(workers)
		if got := faults == nil; got != want || (s.methods.find([]byte("workspace/read-batch")) != nil) != want {
			t.Errorf("%d workers: %v", workers, faults)
		}
		if capable := strings.Contains(string(s.discover().capabilities), "parallel_read"); capable != want {
			t.Errorf("%d workers: capability %v", workers, capable)
		}
	}
}

func TestPolicySelectsTheBatch(t *testing.T) {
	for _, granted := range []*policy.Policy{nil, {Version: 7}, {Version: 7, ReadBatchWorkers: 3}} {
		s, _ := openSession(t, "calculator", granted)
		want := granted != nil && granted.ReadBatchWorkers > 0
		if got := s.methods.find([]byte("workspace/read-batch")) != nil; got != want {
			t.Errorf("%+v: selected %v", granted, got)
		}
	}
}
