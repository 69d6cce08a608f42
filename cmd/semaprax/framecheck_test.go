package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFrameCheckVerdicts(t *testing.T) {
	const call = `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":["\t\"é"]}}`
	for _, c := range []struct {
		name, stdin string
		args        []string
		want        string
		status      int
	}{
		{"nothing", "", nil, "", 0},
		{"blank lines", "\n\n\n", nil, "", 0},
		{"a request", call + "\n", nil, `{"bytes":63,"depth":3,"escaped_bytes":82,"nodes":7,"verdict":"ok"}`, 0},
		{"no LF at the end", call, []string{"--profile", "v5"}, `{"bytes":63,"depth":3,"escaped_bytes":82,"nodes":7,"verdict":"ok"}`, 0},
		{"a notification", `{"jsonrpc":"2.0","method":"n"}`, nil, `{"bytes":30,"depth":1,"escaped_bytes":38,"nodes":3,"verdict":"ok"}`, 0},
		{"a response over MCP", `{"jsonrpc":"2.0","id":1,"result":0}`, nil, `{"bytes":35,"depth":1,"escaped_bytes":43,"nodes":4,"verdict":"response"}`, 0},
		{"a response over v5", `{"jsonrpc":"2.0","id":1,"result":0}`, []string{"--profile=v5"}, `{"code":-32600,"message":"invalid request: unknown member","offset":24,"verdict":"refused"}`, 1},
		{"CRLF", call + "\r\n", []string{"--profile=v5"}, `{"code":-32700,"message":"request contains a raw carriage return","offset":63,"verdict":"refused"}`, 1},
		{"version", `{"jsonrpc":"1.0"}`, []string{"--profile=v5"}, `{"code":-32600,"message":"invalid request: jsonrpc must be exactly \"2.0\"","offset":11,"verdict":"refused"}`, 1},
		{"params", `{"jsonrpc":"2.0","id":1,"method":"m","params":1}`, nil, `{"code":-32602,"message":"params must be an object","offset":46,"verdict":"refused"}`, 1},
		{"oversized ends it", "{}" + strings.Repeat(" ", 65_535) + "\n" + call, []string{"--profile=v5"}, `{"code":-32700,"message":"request exceeds configured byte limit","offset":65536,"verdict":"refused"}`, 1},
	} {
		status, out, errs := drive(t, c.stdin, append([]string{"frame-check"}, c.args...)...)
		want := c.want
		if want != "" {
			want += "\n"
		}
		if out != want || status != c.status || errs != "" {
			t.Errorf("%s: status %d, errs %q, out %s\nwant %d %s", c.name, status, errs, out, c.status, want)
		}
	}
}

func TestFrameCheckGoesOnAfterARefusal(t *testing.T) {
	status, out, _ := drive(t, "[]\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}\n", "frame-check")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != exitRefused || len(lines) != 2 || !strings.Contains(lines[0], "refused") || !strings.Contains(lines[1], `"ok"`) {
		t.Errorf("status %d, out %s", status, out)
	}
}

func TestFrameCheckFiles(t *testing.T) {
	dir := t.TempDir()
	good, large := filepath.Join(dir, "good"), filepath.Join(dir, "large")
	frame := []byte(`{"jsonrpc":"2.0","id":1,"method":"m"}`)
	if err := errors.Join(os.WriteFile(good, frame, 0o600), os.WriteFile(large, bytes.Repeat([]byte(" "), 200_000), 0o600)); err != nil {
		t.Fatal(err)
	}
	if status, out, _ := drive(t, "", "frame-check", good, good); status != exitOK || strings.Count(out, `"ok"`) != 2 {
		t.Errorf("two good files: status %d, out %s", status, out)
	}
	if status, out, _ := drive(t, "", "frame-check", large, good); status != exitRefused || strings.Count(out, "\n") != 1 {
		t.Errorf("an oversized frame before a good file: status %d, out %s", status, out)
	}
}

func TestFrameCheckSample(t *testing.T) {
	sample := filepath.Join("..", "..", "testdata", "wire", "sample.ndjson")
	status, out, errs := drive(t, "", "frame-check", sample)
	var verdicts []string
	for line := range strings.Lines(out) {
		_, verdict, _ := strings.Cut(line, `"verdict":"`)
		verdicts = append(verdicts, strings.TrimSuffix(verdict, "\"}\n"))
	}
	if got := fmt.Sprint(verdicts); status != exitRefused || errs != "" || got != "[ok ok ok response refused refused refused]" {
		t.Errorf("status %d, errs %q, verdicts %s", status, errs, got)
	}
}

func TestFrameCheckUsage(t *testing.T) {
	for _, args := range [][]string{
		{"frame-check", "--profile", "http"}, {"frame-check", "--profile"}, {"frame-check", "--limit=1"},
		{"frame-check", filepath.Join(t.TempDir(), "absent")},
	} {
		status, out, errs := drive(t, "", args...)
		if status != exitUsage || out != "" || errs == "" {
			t.Errorf("%v: status %d, out %q, errs %q", args, status, out, errs)
		}
	}
}

// failing is a stream that breaks.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error)  { return 0, f.err }
func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestFrameCheckBrokenStreams(t *testing.T) {
	broken := errors.New("broken stream")
	var out, errs bytes.Buffer
	if status := run([]string{"frame-check"}, failing{broken}, &out, &errs); status != exitRefused || !strings.Contains(errs.String(), "broken stream") {
		t.Errorf("broken input: status %d, errs %q", status, errs.String())
	}
	errs.Reset()
	if status := run([]string{"frame-check"}, strings.NewReader("{}\n{}\n"), failing{broken}, &errs); status != exitRefused || !strings.Contains(errs.String(), "broken stream") {
		t.Errorf("broken output: status %d, errs %q", status, errs.String())
	}
}
