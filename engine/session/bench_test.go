package session

import (
	"fmt"
	"strings"
	"testing"

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

// BenchmarkReadBatch is 16 rows in one call and the same rows as single calls.
func BenchmarkReadBatch(b *testing.B) {
	row := request("1", "query/catalog", "")
	for _, workers := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("%d workers", workers), func(b *testing.B) {
			s, _ := openSession(b, "calculator", withBatch(workers))
			frames := make([]string, 16)
			for i := range frames {
				frames[i] = row
			}
			frame := []byte(request("1", "workspace/read-batch", batchFrames(s, frames...)))
			b.ReportAllocs()
			for b.Loop() {
				s.Handle(frame)
			}
		})
	}
	b.Run("single calls", func(b *testing.B) {
		s, _ := openSession(b, "calculator", nil)
		frame := []byte(row)
		b.ReportAllocs()
		for b.Loop() {
			for range 16 {
				s.Handle(frame)
			}
		}
	})
}
