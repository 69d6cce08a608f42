package fuzz

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/policy"
	"github.com/semaprax/semaprax-go/wire/mcp"
)

// FuzzParity makes the same calls of two sessions over one source, of one directly
// and of the other as tools.
//
// Oracle: the text of each tool result is the direct response, byte for byte, and
// isError is its outcome. What the adapter refuses by itself is only what cannot be
// forwarded.
func FuzzParity(f *testing.F) {
	w := calculator(f)
	f.Add(uint8(0), []byte("zeros"))
	for seed := range 4 {
		f.Add(uint8(seed), noise(seed+40, 200)) // calls in any order, with what earlier ones gave
	}
	f.Fuzz(func(t *testing.T, selection uint8, data []byte) {
		granted := selections()[int(selection)%len(selections())]
		plain := w.open(t, granted)
		a := adapt(t, w, granted, data)
		a.send([]byte(hello))
		a.send([]byte(initialized))
		for range 16 {
			if a.done() {
				break
			}
			method, params := a.call()
			a.compare(plain.Handle, method, params)
		}
		for _, err := range []error{plain.Finish(nil), a.s.Finish(nil)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// compare makes one call both ways.
func (a *adaptedTalk) compare(handle func([]byte) []byte, method string, params []byte) {
	a.t.Helper()
	frame := fmt.Appendf(nil, `{"id":0,"jsonrpc":"2.0","method":%s,"params":%s}`, quote(method), params)
	want := bytes.Clone(handle(frame))
	outer, j := a.send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":%s,"arguments":%s}}`,
		quote(strings.ReplaceAll(method, "/", "__")), params))
	got := a.inner(outer)
	switch {
	case got != nil && !bytes.Equal(got, want):
		a.t.Fatalf("%.400s\n   mcp %.400s\ndirect %.400s", frame, got, want)
	case got == nil && !j.failed:
		a.t.Fatalf("%.300s: neither result nor error: %.300s", frame, outer)
	case got == nil && j.code == -32000:
		a.t.Fatalf("%.300s: the adapter fails: %.300s", frame, outer)
	case got == nil && bytes.Contains(want, []byte(`"result":`)):
		a.t.Fatalf("%.300s: refused by the adapter %.200s, served directly %.200s", frame, outer, want)
	}
	a.harvest(want)
}

// FuzzStream serves any bytes as a stream, cut into any pieces, under one of the two
// protocols. IMAGE stands for the current image revision.
//
// Oracle: what comes out is what the same session answers line by line, however
// the stream is cut; the session ends, and its end authenticates.
func FuzzStream(f *testing.F) {
	w := calculator(f)
	w.discovery(f, everything())
	const good = `{"jsonrpc":"2.0","id":3,"method":"workspace/open"}`
	for i, lines := range slices.Collect(slices.Chunk(hostile(), 9)) {
		f.Add(uint8(i*37), []byte(strings.Join(lines, "\n"+good+"\n"))) // bad lines with good ones between
	}
	f.Add(uint8(5), []byte("x\n"+good))                                                                           // the last line has no LF
	f.Add(uint8(67), []byte(hello+"\n"+initialized+"\n\n"+`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`+"\n")) // an MCP life
	f.Add(uint8(250), []byte(`{"jsonrpc":"2.0","id":1,"method":"candidate/open","params":{"image_revision":"IMAGE"}}`+"\r\n"))
	f.Add(uint8(9), []byte(`{"jsonrpc":"2.0","id":1,"method":"image/symbol","params":{"image_revision":"IMAGE","stable_id":"calculator.add"}}`+"\n")) // a query
	f.Add(uint8(1), bytes.Repeat([]byte("BIG"), 6))                                                                                                   // more than a frame
	f.Fuzz(func(t *testing.T, cut uint8, data []byte) {
		data = bytes.ReplaceAll(data, []byte("IMAGE"), []byte(w.image))
		if at := bytes.Index(data, []byte("BIG")); at >= 0 {
			data = append(append(bytes.Clone(data[:at]), bytes.Repeat([]byte("x"), adapted.limit+1)...), data[at+3:]...)
		}
		serve := oneOf(&tape{[]byte{cut >> 6}}, serveDirect, serveAdapted)
		judgeStream(t, w, serve, cut, data)
	})
}

// served is a session seen as a stream and as a handler of lines.
type served struct {
	limit  int
	serve  func(in io.Reader, out io.Writer) error
	handle func(frame []byte) []byte
	finish func() error
}

func serveDirect(t testing.TB, w *world, granted *policy.Policy) (served, error) {
	s := w.open(t, granted)
	return served{direct.limit, func(in io.Reader, out io.Writer) error { return s.Serve(context.Background(), in, out, nil) },
		s.Handle, func() error { return s.Finish(nil) }}, nil
}

func serveAdapted(t testing.TB, w *world, granted *policy.Policy) (served, error) {
	s, err := mcp.New(w.open(t, granted), mcp.Options{Version: compiler, Allocate: w.reserve})
	if err != nil {
		return served{}, err
	}
	return served{adapted.limit, func(in io.Reader, out io.Writer) error { return s.Serve(context.Background(), in, out) },
		s.HandleFrame, func() error { return s.Finish(nil) }}, nil
}

func judgeStream(t testing.TB, w *world, open func(testing.TB, *world, *policy.Policy) (served, error), cut uint8, data []byte) {
	t.Helper()
	whole, err := open(t, w, everything())
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := whole.serve(&pieces{data: data, size: int(cut)%67 + 1}, &got); err != nil {
		t.Fatalf("the stream ends with %v", err)
	}
	lines, err := open(t, w, everything())
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		if response := lines.handle(line); response != nil {
			want.Write(response)
			want.WriteByte('\n')
		}
		if len(line) > lines.limit {
			break
		}
	}
	if err := lines.finish(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Fatalf("%.300q\nas a stream %.300q\n by line     %.300q", data, got.Bytes(), want.Bytes())
	}
}

// pieces delivers data in pieces of about one size.
type pieces struct {
	data []byte
	size int
	odd  bool
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.data) == 0 {
		return 0, io.EOF
	}
	n := min(p.size, len(b), len(p.data))
	if p.odd = !p.odd; p.odd && n > 1 {
		n--
	}
	copy(b, p.data[:n])
	p.data = p.data[n:]
	return n, nil
}

// opened is the image revision that workspace/open answers.
func opened(response []byte) string {
	_, rest, _ := strings.Cut(string(response), `"image_revision":"`)
	return rest[:len(zeroDigest)]
}
