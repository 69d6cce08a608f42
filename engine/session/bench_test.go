package session

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// BenchmarkOpenSession is the start-up of a session: load, check, image, tables.
func BenchmarkOpenSession(b *testing.B) {
	dir := copyProject(b, "calculator")
	b.ReportAllocs()
	for b.Loop() {
		s := openAt(b, dir, nil)
		s.Finish(nil)
	}
}

// BenchmarkWorkspaceOpen is the smallest call, with and without the two
// authentications of the source around it.
func BenchmarkWorkspaceOpen(b *testing.B) {
	frame := []byte(request("1", "workspace/open", ""))
	b.Run("authenticated", func(b *testing.B) {
		s, _ := openSession(b, "calculator", nil)
		b.ReportAllocs()
		for b.Loop() {
			s.Handle(frame)
		}
	})
	b.Run("unauthenticated", func(b *testing.B) {
		s, _ := openSession(b, "calculator", nil)
		found := s.methods.find([]byte("workspace/open"))
		found.drifted = true
		b.ReportAllocs()
		for b.Loop() {
			s.Handle(frame)
		}
	})
	b.Run("authentication", func(b *testing.B) {
		s, _ := openSession(b, "calculator", nil)
		b.ReportAllocs()
		for b.Loop() {
			s.authenticated(func() diag.List { return nil })
		}
	})
}

// BenchmarkRefusals are calls that end before any work.
func BenchmarkRefusals(b *testing.B) {
	for name, frame := range map[string]string{
		"syntax":  `{"jsonrpc":"2.0","id":1,`,
		"method":  request("1", "no/such", ""),
		"params":  request("1", "workspace/open", `{"x":1}`),
		"stale":   request("1", "workspace/open", `{"image_revision":"x"}`),
		"largest": request("1", "workspace/open", `{"x":"`+strings.Repeat("a", MaxRequestBytes-100)+`"}`),
	} {
		b.Run(name, func(b *testing.B) {
			s, _ := openSession(b, "calculator", nil)
			b.ReportAllocs()
			for b.Loop() {
				s.Handle([]byte(frame))
			}
		})
	}
}

// BenchmarkDiscovery is the first discovery call and the later ones.
func BenchmarkDiscovery(b *testing.B) {
	s, _ := openSession(b, "calculator", withBatch(2))
	b.Run("render", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.found = nil
			s.discover()
		}
	})
	frame := []byte(request("1", "protocol/schemas", ""))
	b.Run("answer", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			b.SetBytes(int64(len(s.Handle(frame))))
		}
	})
}

// BenchmarkReadBatch is 16 contexts over 1,000 functions in one call with 1, 2 and 4
// workers, beside the same rows as single calls. serial-% is the share of a call with one worker
// that the coordinator spends before and after the workers.
func BenchmarkReadBatch(b *testing.B) {
	dir := generatedFolder(b, 1000)
	row := func(s *Session, i int) string {
		return request(decimal(i), "image/context", imageParams(s, `"target_kind":"declaration"`,
			`"target":"gen.f`+decimal(400+i)+`"`, `"depth":64`, `"max_nodes":256`, `"max_bytes":32768`))
	}
	for _, workers := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			s := openAt(b, dir, withBatch(workers))
			frames := make([]string, 16)
			for i := range frames {
				frames[i] = row(s, i)
			}
			frame := []byte(request("1", "workspace/read-batch", batchFrames(s, frames...)))
			if a := parseAnswer(b, s.Handle(frame)); a.code() != "" {
				b.Fatal(a.raw)
			}
			serial := serialShare(s, frames)
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				size = len(s.Handle(frame))
			}
			b.ReportMetric(100*serial, "serial-%")
			b.ReportMetric(float64(size), "bytes/answer")
		})
	}
	b.Run("single calls", func(b *testing.B) {
		s := openAt(b, dir, nil)
		b.ReportAllocs()
		for b.Loop() {
			for i := range 16 {
				s.Handle([]byte(row(s, i)))
			}
		}
	})
}

// serialShare measures one batch in its three phases with one worker.
func serialShare(s *Session, frames []string) float64 {
	list := make([][]byte, len(frames))
	for i, frame := range frames {
		list[i] = []byte(frame)
	}
	batch := s.methods.find([]byte("workspace/read-batch")).single.(*typedOperation[batchParams, batchPayload])
	room := s.batchRoom()
	defer room.release()
	begun := time.Now()
	rows := s.prepareBatch(room, list)
	prepared := time.Since(begun)
	room.run(rows, 1, quoted)
	ran := time.Since(begun)
	s.renderBatch(batch, rows, []byte("1"), nil)
	total := time.Since(begun)
	return float64(prepared+total-ran) / float64(total)
}
