package session

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/semaprax/semaprax-go/policy"
)

// TestBatchesLeaveNothingBehind sends many batches of both kinds through one room, among
// them refused ones and ones whose worker panics, and compares every row with what
// another session answers to the frame alone. What a host was given stays as it was.
func TestBatchesLeaveNothingBehind(t *testing.T) {
	granted := &policy.Policy{Version: 7, CandidatePrepare: true, ReadBatchWorkers: MaxBatchWorkers}
	s, _ := openSession(t, "ledger", granted)
	alone, _ := openSession(t, "ledger", granted)
	for _, each := range []*Session{s, alone} {
		each.methods = newTable(each.granted, append(families(each.granted), lookRows(nil))...)
	}
	candidate := ask(t, s, "candidate/open", imageParams(s)).member(t, "candidate_revision")
	ask(t, alone, "candidate/open", imageParams(alone))
	targets := []string{"ledger.apply", "ledger.change", "ledger.n\\u006fne", "ledger.b\\u0061lance", "ledger.audit_pair"}
	bodies := []func(target string) string{
		func(target string) string {
			return request("1", "image/symbol", imageParams(s, `"target":"`+target+`"`))
		},
		func(target string) string {
			return request(`"`+target+`"`, "image/function-summary", imageParams(s, `"target":"`+target+`"`))
		},
		func(target string) string {
			return request("2", "image/context", imageParams(s, `"target_kind":"declaration"`, `"target":"`+target+`"`, `"depth":2`))
		},
		func(target string) string {
			return request("3", "image/context", imageParams(s, `"target_kind":"declaration"`, `"target":"`+target+`"`, `"x":1`))
		},
		func(target string) string {
			return request("4", "candidate/query", on(s, candidate, `"chunk_bytes":1024`))
		},
		func(target string) string { return request("5", "candidate/query", on(s, candidate)) },
		func(target string) string {
			return request("6", "candidate/impact", on(s, candidate, `"target":"`+target+`"`))
		},
		func(target string) string { return request("7", "test/look", `{"target":"`+target+`"}`) },
		func(target string) string { return request("8", "workspace/open", `{"image_revision":"old"}`) },
		func(string) string { return `{"jsonrpc":"2.0","method":"workspace/open"}` },
		func(string) string { return "{" },
		func(string) string { return "" },
	}
	random := rand.New(rand.NewPCG(3, 4))
	type given struct{ response, copied []byte }
	var earlier []given
	for n := range 120 {
		frames := make([]string, 1+random.IntN(MaxBatchFrames))
		want := make([]string, len(frames))
		host := make([][]byte, len(frames))
		panics := n%7 == 3
		for i := range frames {
			frames[i] = bodies[random.IntN(len(bodies))](targets[random.IntN(len(targets))])
			if want[i] = string(alone.Handle([]byte(frames[i]))); want[i] == "" {
				want[i] = "null"
			}
		}
		if panics {
			frames[random.IntN(len(frames))] = request("9", "test/look", `{"target":"panic"}`)
		}
		for i := range frames {
			host[i] = []byte(frames[i])
		}
		var got []string
		if random.IntN(2) == 0 {
			responses, faults := s.HandleReadBatch(host)
			if panics != (faults != nil) {
				t.Fatalf("batch %d: %v", n, faults)
			}
			for _, response := range responses {
				earlier = append(earlier, given{response, bytes.Clone(response)})
				got = append(got, map[bool]string{true: "null", false: string(response)}[response == nil])
			}
		} else if a := ask(t, s, "workspace/read-batch", batchFrames(s, frames...)); panics {
			wantCode(t, a, "SPX-G295")
		} else {
			got = rowsOf(t, a)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("batch %d, row %d: %s\n got %.400s\nwant %.400s", n, i, frames[i], got[i], want[i])
			}
		}
	}
	for i, each := range earlier {
		if !bytes.Equal(each.response, each.copied) {
			t.Fatalf("response %d was written over: %.400s", i, each.response)
		}
	}
}
