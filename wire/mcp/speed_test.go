package mcp

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// workload is one kind of frame, for benchmarks and for allocation promises.
type workload struct {
	name  string
	frame []byte
	inner int // bytes of the inner response
}

func workloads() []workload {
	batch := func(pad int) string {
		frame := `{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"workspace/status\"` + strings.Repeat(" ", pad) + `}`
		return `{"batch":{"frames":["` + strings.Repeat(frame+`","`, 15) + frame + `"]},"image_revision":"sha256:` + strings.Repeat("a", 64) + `"}`
	}
	edits := `{"edits":[` + strings.TrimSuffix(strings.Repeat(`{"path":["a","b",{"n":123,"ok":true}],"text":"let x = 1;"},`, 1000), ",") + `]}`
	call := func(name, arguments string) []byte { return []byte(callFrame(`"`+name+`"`, arguments)) }
	return []workload{
		{"ping", []byte(pingFrame), 0},
		{"open", call("workspace__open", `{}`), 600},
		{"escaped name", call(`workspace\u005f_open`, `{"image_revision":"x"}`), 600},
		{"batch of 60 KiB", call("workspace__read-batch", batch(3700)), 8_000},
		{"nested 60 KiB", call("workspace__read-batch", edits), 600},
		{"response of 1 MiB", call("workspace__open", `{}`), MaxInnerResponseBytes - 1},
		{"list", []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`), 0},
		{"refused", []byte(`{"jsonrpc":"2.0","id":1,"method":"nothing"}`), 0},
	}
}

// speedSession answers calls with a canned response of a length.
func speedSession(t testing.TB, inner int) *Session {
	h := newFakeHost("workspace/open", "workspace/read-batch")
	const head, tail = `{"jsonrpc":"2.0","id":0,"result":{"text":"`, `"}}`
	response := []byte(head + strings.Repeat("say \\\"so\\\" ", 1+inner/11)[:max(0, inner-len(head+tail))] + tail)
	h.answer = func(_ string, _, dst []byte) ([]byte, bool, bool) {
		h.calls = h.calls[:0]
		return append(dst, response...), false, false
	}
	return ready(t, &quietHost{h}, Options{})
}

// quietHost keeps no record of calls, so that none of its own allocations count.
type quietHost struct{ *fakeHost }

func (h *quietHost) Call(method string, arguments, dst []byte) ([]byte, bool, bool) {
	return h.answer(method, arguments, dst)
}

func TestFramesAreAnsweredWithoutAllocating(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	for _, w := range workloads() {
		s := speedSession(t, w.inner)
		if n := testing.AllocsPerRun(50, func() { s.HandleFrame(w.frame) }); n != 0 {
			t.Errorf("%s: %v allocations per frame", w.name, n)
		}
	}
}

func TestServingAllocatesNothingPerFrame(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	serve := func(frames int) float64 {
		in := []byte(helloFrame + "\n" + initializedFrame + "\n" + strings.Repeat(callFrame(`"workspace__open"`, "{}")+"\n", frames))
		return testing.AllocsPerRun(10, func() {
			s, err := New(speedHost(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Serve(t.Context(), bytes.NewReader(in), io.Discard); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := serve(10), serve(1010); many-few > 100 {
		t.Errorf("1000 more frames cost %v more allocations", many-few)
	}
}

func speedHost() Host {
	h := newFakeHost("workspace/open")
	h.answer = func(_ string, _, dst []byte) ([]byte, bool, bool) {
		return append(dst, `{"jsonrpc":"2.0","id":0,"result":{}}`...), false, false
	}
	return &quietHost{h}
}

func BenchmarkHandleFrame(b *testing.B) {
	for _, w := range workloads() {
		b.Run(strings.ReplaceAll(w.name, " ", "-"), func(b *testing.B) {
			s := speedSession(b, w.inner)
			b.ReportAllocs()
			b.SetBytes(int64(len(w.frame) + w.inner))
			for b.Loop() {
				s.HandleFrame(w.frame)
			}
		})
	}
}

// BenchmarkServe includes reading, locking and writing.
func BenchmarkServe(b *testing.B) {
	for _, w := range workloads() {
		b.Run(strings.ReplaceAll(w.name, " ", "-"), func(b *testing.B) {
			s := speedSession(b, w.inner)
			b.ReportAllocs()
			b.SetBytes(int64(len(w.frame) + w.inner))
			in := &repeating{line: append(bytes.Clone(w.frame), '\n'), left: b.N}
			b.ResetTimer()
			if err := s.Serve(b.Context(), in, io.Discard); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// repeating yields the same line a number of times.
type repeating struct {
	line []byte
	at   int
	left int
}

func (r *repeating) Read(b []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := copy(b, r.line[r.at:])
	if r.at += n; r.at == len(r.line) {
		r.at, r.left = 0, r.left-1
	}
	return n, nil
}

func BenchmarkNew(b *testing.B) {
	for _, n := range []int{26, 256} {
		b.Run(fmt.Sprintf("%d-tools", n), func(b *testing.B) {
			h := newFakeHost(methodsNumbered(n)...)
			for i := range h.tools {
				h.tools[i].schema = schemaOfSize(4_000)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := New(h, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
