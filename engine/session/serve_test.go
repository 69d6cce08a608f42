package session

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/semaprax/semaprax-go/policy"
	"github.com/semaprax/semaprax-go/wire"
)

var update = flag.Bool("update", false, "write the transcripts anew")

// TestTranscripts replays every conversation of testdata/transcripts, whole and byte
// by byte. A transcript names its project and policy in its comment;
// resolveRequests says what may stand for revisions in requests.
func TestTranscripts(t *testing.T) {
	paths, _ := filepath.Glob("testdata/transcripts/*.txtar")
	if len(paths) == 0 {
		t.Fatal("no transcripts")
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { replayTranscript(t, path) })
	}
}

func replayTranscript(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	chunkings := map[string]func(io.Reader) io.Reader{
		"whole":        func(r io.Reader) io.Reader { return r },
		"byte by byte": iotest.OneByteReader,
		"halves":       iotest.HalfReader,
	}
	for name, chunked := range chunkings {
		s, _ := openSession(t, directive(archive, "project"), transcriptPolicy(t, archive))
		input := resolveRequests(t, archive)
		var out bytes.Buffer
		if err := s.Serve(context.Background(), chunked(strings.NewReader(input)), &out, nil); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if *update && name == "whole" {
			setArchiveFile(archive, "responses", out.Bytes())
			if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := out.String(), string(archiveFile(archive, "responses")); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

// directive reads "name: value" from the comment of a transcript.
func directive(archive *txtar.Archive, name string) string {
	for line := range strings.Lines(string(archive.Comment)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), name+": "); ok {
			return value
		}
	}
	return ""
}

func transcriptPolicy(t *testing.T, archive *txtar.Archive) *policy.Policy {
	text := archiveFile(archive, "policy")
	if text == nil {
		return nil
	}
	granted, refused := policy.Parse(text)
	if refused != nil {
		t.Fatal(refused)
	}
	return granted
}

func archiveFile(archive *txtar.Archive, name string) []byte {
	for _, f := range archive.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

func setArchiveFile(archive *txtar.Archive, name string, data []byte) {
	for i := range archive.Files {
		if archive.Files[i].Name == name {
			archive.Files[i].Data = data
			return
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: name, Data: data})
}

func TestServeAnswersTheLastFrameWithoutLF(t *testing.T) {
	s, _ := openSession(t, "calculator", nil)
	var out bytes.Buffer
	in := request("1", "workspace/open", "") + "\n\n" + request("2", "workspace/status", "")
	if err := s.Serve(context.Background(), strings.NewReader(in), &out, nil); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[1], `{"jsonrpc":"2.0","id":2,"result"`) || !strings.HasSuffix(out.String(), "}\n") {
		t.Errorf("got %q", out.String())
	}
}

func TestServeEndsAfterAnOversizedLine(t *testing.T) {
	s, _ := openSession(t, "calculator", nil)
	var out bytes.Buffer
	in := request("1", "workspace/open", "") + "\n" + strings.Repeat("x", MaxRequestBytes+1) + "\n" + request("2", "workspace/open", "") + "\n"
	if err := s.Serve(context.Background(), strings.NewReader(in), &out, nil); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	want := `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"request exceeds configured byte limit"}}`
	if len(lines) != 2 || lines[1] != want {
		t.Errorf("got %q", lines)
	}
}

// brokenWriter fails like a closed pipe.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestServeReportsADeadOutput(t *testing.T) {
	s, _ := openSession(t, "calculator", nil)
	var failed *wire.IOError
	err := s.Serve(context.Background(), strings.NewReader(request("1", "workspace/open", "")+"\n"), brokenWriter{}, nil)
	if !errors.As(err, &failed) || failed.Op != "write" || failed.Lost == 0 {
		t.Errorf("got %v", err)
	}
	drifted, dir := openSession(t, "calculator", nil)
	os.Remove(firstSource(drifted, dir))
	err = drifted.Serve(context.Background(), strings.NewReader(request("1", "workspace/open", "")+"\n"), brokenWriter{}, nil)
	if got := endingCodes(err, nil); got != "SPX-J102 SPX-G280" {
		t.Errorf("with drift: %q", got)
	}
}

// TestCancellationEndsABlockedRead shows that the final authentication runs although
// nothing arrives.
func TestCancellationEndsABlockedRead(t *testing.T) {
	s, dir := openSession(t, "calculator", nil)
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	defer writer.Close()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, reader, io.Discard, nil) }()
	if _, err := io.WriteString(writer, request("1", "workspace/open", "")+"\n"); err != nil {
		t.Fatal(err)
	}
	os.Remove(firstSource(s, dir))
	cancel()
	if got := endingCodes(<-ended, nil); got != "SPX-J102" {
		t.Errorf("got %q", got)
	}
}

// TestNothingLeaks runs sessions to their end and counts goroutines and descriptors.
func TestNothingLeaks(t *testing.T) {
	dir := copyProject(t, "calculator")
	run := func() {
		s := openAt(t, dir, withBatch(4))
		in := request("1", "workspace/read-batch", batchFrames(s, request("1", "workspace/open", ""), request("2", "query/catalog", ""))) + "\n" +
			request("2", "workspace/refresh", imageParams(s, `"expected_new_project_revision":"`+s.project.Revision().String()+`"`)) + "\n"
		if err := s.Serve(context.Background(), strings.NewReader(in), io.Discard, nil); err != nil {
			t.Fatal(err)
		}
	}
	run()
	goroutines, descriptors := runtime.NumGoroutine(), openDescriptors(t)
	for range 20 {
		run()
	}
	for wait := 0; runtime.NumGoroutine() > goroutines && wait < 100; wait++ {
		time.Sleep(time.Millisecond)
	}
	if now := runtime.NumGoroutine(); now > goroutines {
		t.Errorf("%d goroutines became %d", goroutines, now)
	}
	// openAt holds one root per run until the test ends.
	if now := openDescriptors(t); now > descriptors+20 {
		t.Errorf("%d descriptors became %d", descriptors, now)
	}
}

func openDescriptors(t *testing.T) int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("descriptors are counted in /proc, which this system lacks")
	}
	return len(entries)
}

// TestSoak sends a mix of good and bad requests and demands flat memory.
func TestSoak(t *testing.T) {
	requests := 10_000
	switch {
	case os.Getenv("SEMAPRAX_SOAK") != "":
		requests = 100_000
	case testing.Short():
		requests = 2_000
	}
	s, _ := openSession(t, "calculator", withBatch(2))
	mix := soakFrames(s)
	for i := range 1_000 {
		s.Handle(mix[i%len(mix)])
	}
	before := liveBytes()
	for i := range requests {
		s.Handle(mix[i%len(mix)])
	}
	if after := liveBytes(); after > before+1<<20 {
		t.Errorf("%d live bytes became %d after %d requests", before, after, requests)
	}
}

func soakFrames(s *Session) [][]byte {
	var frames [][]byte
	for i := range s.methods.rows {
		frames = append(frames, []byte(request(decimal(i), s.methods.rows[i].name, imageParams(s))))
	}
	for _, frame := range []string{
		"", "{", "[]", "\xff", request("1", "no/such", ""), request("-1", "workspace/open", ""),
		request("1", "workspace/open", `{"image_revision":"old"}`), strings.Repeat("[", 1000),
		request("1", "workspace/read-batch", batchFrames(s, request("1", "workspace/open", ""), "{", "")),
	} {
		frames = append(frames, []byte(frame))
	}
	return frames
}

func liveBytes() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
