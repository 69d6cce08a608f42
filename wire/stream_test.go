package wire

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// collect reads every frame of a source; the last element is the final error.
func collect(t *testing.T, source io.Reader, p Profile, l Limits) (frames []string, last error) {
	t.Helper()
	r, err := NewReader(source, p, l)
	if err != nil {
		t.Fatal(err)
	}
	for {
		frame, err := r.Next()
		if err != nil {
			if _, again := r.Next(); again != io.EOF {
				if _, host := again.(*IOError); !host && err != again {
					t.Errorf("after %v the reader returned %v", err, again)
				}
			}
			return frames, err
		}
		frames = append(frames, string(frame.Body))
	}
}

func TestReaderFrames(t *testing.T) {
	eight := Limits{MaxFrameBytes: 8}
	for _, c := range []struct {
		name, stream string
		frames       []string
		oversized    bool
	}{
		{"nothing", "", nil, false},
		{"blank lines", "\n\n\n", nil, false},
		{"one", "a\n", []string{"a"}, false},
		{"no LF at the end", "a\nbc", []string{"a", "bc"}, false},
		{"CR stays", "a\r\n\r\n", []string{"a\r", "\r"}, false},
		{"white space is no blank line", " \n", []string{" "}, false},
		{"exact limit", "12345678\n12345678", []string{"12345678", "12345678"}, false},
		{"limit plus one", "a\n123456789\nb\n", []string{"a"}, true},
		{"limit plus one at EOF", "a\n123456789", []string{"a"}, true},
		{"far beyond", "12345678\n" + strings.Repeat("x", 100) + "\nb", []string{"12345678"}, true},
	} {
		for how, source := range map[string]io.Reader{
			"whole": strings.NewReader(c.stream),
			"bytes": iotest.OneByteReader(strings.NewReader(c.stream)),
			"half":  iotest.HalfReader(strings.NewReader(c.stream)),
			"eof":   iotest.DataErrReader(strings.NewReader(c.stream)),
		} {
			frames, last := collect(t, source, V5, eight)
			if strings.Join(frames, "|") != strings.Join(c.frames, "|") {
				t.Errorf("%s, %s: frames %q, want %q", c.name, how, frames, c.frames)
			}
			if c.oversized {
				e, ok := last.(*Error)
				if !ok || e.Code != CodeOversized || e.Offset != 8 || e.Limit != "frame_bytes" || e.Value != 8 || e.Seen != 9 {
					t.Errorf("%s, %s: ended with %v", c.name, how, last)
				}
			} else if last != io.EOF {
				t.Errorf("%s, %s: ended with %v", c.name, how, last)
			}
		}
	}
}

func TestReaderPlaces(t *testing.T) {
	r, _ := NewReader(strings.NewReader("ab\n\ncd\ne"), MCP, Limits{})
	want := []Frame{{[]byte("ab"), 0, 1, true}, {[]byte("cd"), 4, 3, true}, {[]byte("e"), 7, 4, false}}
	for _, w := range want {
		got, err := r.Next()
		if err != nil || string(got.Body) != string(w.Body) || got.Offset != w.Offset || got.Line != w.Line || got.Terminated != w.Terminated {
			t.Errorf("got %+v %v, want %+v", got, err, w)
		}
	}
}

func TestReaderDrainsThroughTheLF(t *testing.T) {
	r, _ := NewReader(strings.NewReader("123456789abc\nrest"), V5, Limits{MaxFrameBytes: 8})
	if _, err := r.Next(); codeOf(err) != CodeOversized {
		t.Fatal(err)
	}
	if got := string(r.Buffered()); !strings.HasPrefix("rest", got) {
		t.Errorf("bytes after the LF: %q", got)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("terminal reader returned %v", err)
	}
}

func TestReaderLosesNothingBeforeAFailure(t *testing.T) {
	broken := errors.New("broken")
	source := io.MultiReader(strings.NewReader("a\nb\npart"), iotest.ErrReader(broken))
	frames, last := collect(t, source, V5, Limits{})
	var host *IOError
	if strings.Join(frames, "|") != "a|b" || !errors.As(last, &host) || host.Op != "read" || host.Lost != 4 || !errors.Is(last, broken) {
		t.Errorf("frames %q, ended with %v", frames, last)
	}
}

// stuck returns nothing for ever.
type stuck struct{ count int }

func (s stuck) Read([]byte) (int, error) { return s.count, nil }

func TestReaderDistrustsItsSource(t *testing.T) {
	for _, source := range []io.Reader{stuck{0}, stuck{-1}, stuck{1 << 40}} {
		_, last := collect(t, source, V5, Limits{MaxFrameBytes: 4})
		var host *IOError
		if !errors.As(last, &host) {
			t.Errorf("%v ended with %v", source, last)
		}
	}
}

func TestReaderNeverGrows(t *testing.T) {
	r, _ := NewReader(strings.NewReader(strings.Repeat("x", 1<<20)+"\n"), V5, Limits{MaxFrameBytes: 64})
	if _, err := r.Next(); codeOf(err) != CodeOversized {
		t.Fatal(err)
	}
	if cap(r.buf) != 65 {
		t.Errorf("the buffer has %d bytes", cap(r.buf))
	}
}

func TestWriter(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, V5, Limits{MaxResponseBytes: 200})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		response, want string
		replaced       bool
		code           Code
		offset         int
	}{
		{`{}`, "{}\n", false, 0, 0},
		{strings.Repeat("x", 199), strings.Repeat("x", 199) + "\n", false, 0, 0},
		{strings.Repeat("x", 200), OverflowLiteral + "\n", true, 0, 0},
		{"a\nb", "", false, CodeReplyNewline, 1},
		{"a\rb\n", "", false, CodeReplyNewline, 1},
		{"ok", "ok\n", false, 0, 0},
	} {
		out.Reset()
		replaced, err := w.WriteResponse([]byte(c.response))
		if out.String() != c.want || replaced != c.replaced || codeOf(err) != c.code {
			t.Errorf("%.20q: wrote %.40q, replaced %v, %v", c.response, out.String(), replaced, err)
		}
		if err != nil && err.(*Error).Offset != c.offset {
			t.Errorf("%q: offset %d", c.response, err.(*Error).Offset)
		}
	}
}

func TestWriterLarge(t *testing.T) {
	var out bytes.Buffer
	w, _ := NewWriter(&out, MCP, Limits{})
	large := bytes.Repeat([]byte("x"), MCPResponseBytes-1)
	if replaced, err := w.WriteResponse(large); replaced || err != nil || out.Len() != MCPResponseBytes || out.Bytes()[MCPResponseBytes-1] != '\n' {
		t.Errorf("wrote %d bytes, replaced %v, %v", out.Len(), replaced, err)
	}
	out.Reset()
	if replaced, err := w.WriteResponse(append(large, 'x')); !replaced || err != nil || out.String() != OverflowLiteral+"\n" {
		t.Errorf("one byte more: wrote %d bytes, replaced %v, %v", out.Len(), replaced, err)
	}
}

// tornWriter accepts some bytes, then fails or stops short.
type tornWriter struct {
	room int
	err  error
}

func (w *tornWriter) Write(b []byte) (int, error) {
	n := min(w.room, len(b))
	w.room -= n
	if n < len(b) {
		return n, w.err
	}
	return n, nil
}

// flushed counts flushes and may fail them.
type flushed struct {
	bytes.Buffer
	flushes int
	err     error
}

func (f *flushed) Flush() error {
	f.flushes++
	return f.err
}

func TestWriterNamesWhatWasLost(t *testing.T) {
	pipe := errors.New("broken pipe")
	large := joinedBytes + 5
	for _, c := range []struct {
		room, size int
		err, want  error
	}{
		{3, 9, pipe, pipe}, {0, 9, pipe, pipe}, {3, 9, nil, io.ErrShortWrite}, {large, large, pipe, pipe}, {7, large, nil, io.ErrShortWrite},
	} {
		w, _ := NewWriter(&tornWriter{c.room, c.err}, MCP, Limits{})
		_, err := w.WriteResponse(bytes.Repeat([]byte("x"), c.size))
		var host *IOError
		if !errors.As(err, &host) || !errors.Is(err, c.want) || host.Op != "write" || host.Done != c.room || host.Lost != c.size+1-c.room {
			t.Errorf("%+v: %v", c, err)
		}
		if _, again := w.WriteResponse([]byte("{}")); again != err {
			t.Errorf("%+v: a torn stream went on with %v", c, again)
		}
	}
}

func TestWriterFlushesEveryResponse(t *testing.T) {
	dst := &flushed{}
	w, _ := NewWriter(dst, V5, Limits{})
	for range 3 {
		if _, err := w.WriteResponse([]byte(`{}`)); err != nil {
			t.Fatal(err)
		}
	}
	if dst.flushes != 3 {
		t.Errorf("%d flushes for 3 responses", dst.flushes)
	}
	dst.err = io.ErrClosedPipe
	if _, err := w.WriteResponse([]byte(`{}`)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a failed flush gave %v", err)
	}
}

func TestLimitsOnlyLower(t *testing.T) {
	for _, p := range []Profile{Document, V5, MCP} {
		own := p.Limits()
		if got, err := p.Lower(Limits{}); err != nil || got != own {
			t.Errorf("%s: %+v, %v", p, got, err)
		}
		for name, l := range map[string]Limits{
			"frame_bytes":    {MaxFrameBytes: own.MaxFrameBytes + 1},
			"response_bytes": {MaxResponseBytes: own.MaxResponseBytes + 1},
			"depth":          {MaxDepth: own.MaxDepth + 1},
			"nodes":          {MaxNodes: -1},
		} {
			_, err := p.Lower(l)
			if e, ok := err.(*Error); !ok || e.Code != CodeLimits || e.Limit != name || e.Offset != -1 {
				t.Errorf("%s %+v: %v", p, l, err)
			}
		}
	}
	if _, err := V5.Lower(Limits{MaxResponseBytes: MinResponseBytes - 1}); codeOf(err) != CodeLimits {
		t.Errorf("a response limit below the overflow literal: %v", err)
	}
	if got, err := V5.Lower(Limits{1, MinResponseBytes, 1, 1}); err != nil || got != (Limits{1, 103, 1, 1}) {
		t.Errorf("the least limits: %+v, %v", got, err)
	}
	for _, p := range []Profile{0, 9} {
		if _, err := NewScanner(p, Limits{}); codeOf(err) != CodeLimits {
			t.Errorf("profile %d: %v", p, err)
		}
	}
	if _, err := NewWriter(io.Discard, Document, Limits{}); codeOf(err) != CodeLimits {
		t.Errorf("a writer of documents: %v", err)
	}
	if _, err := DecodeRequest(Document, []byte(`{}`)); codeOf(err) != CodeLimits {
		t.Errorf("a request as a document: %v", err)
	}
}
