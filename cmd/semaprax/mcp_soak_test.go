package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// soakCalls is how many calls the soak makes.
func soakCalls() int {
	switch {
	case os.Getenv("SEMAPRAX_SOAK") != "":
		return 1_000_000
	case testing.Short():
		return 5_000
	}
	return 100_000
}

// residentPeak is the largest resident size of a running process.
func residentPeak(t *testing.T, pid int) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("this system does not tell the resident size of a process: " + err.Error())
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		t.Skip("this system does not tell the peak of a process")
	}
	kibibytes, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kibibytes << 10
}

// TestMCPMemoryIsFlat makes very many calls in one session, most in flight
// together, and compares the peak after a tenth of them with the end.
func TestMCPMemoryIsFlat(t *testing.T) {
	s := startServer(t, "serve-workspace-mcp", batchPolicy())
	s.send(`{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")
	s.line()
	total, early := soakCalls(), int64(0)
	go askMany(s, total)
	for id := range total {
		line, err := s.lines.ReadSlice('\n')
		if err != nil {
			t.Fatalf("call %d: %v; stderr %q", id, err, s.errs.String())
		}
		if want := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"content":`, id); !bytes.HasPrefix(line, []byte(want)) || !bytes.HasSuffix(line, []byte(`"isError":false}}`+"\n")) {
			t.Fatalf("call %d: %.200s", id, line)
		}
		if id == total/10 {
			early = residentPeak(t, s.command.Process.Pid)
		}
	}
	late := residentPeak(t, s.command.Process.Pid)
	if grown := late - early; grown > 8<<20 {
		t.Errorf("the peak grew from %d to %d bytes over %d calls", early, late, total)
	}
	s.in.Close()
	s.wantEnd(0)
}

// askMany writes the calls; the server's own pace bounds what is under way.
func askMany(s *server, total int) {
	out := bufio.NewWriterSize(s.in, 32<<10)
	for id := range total {
		fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"workspace__status","arguments":{}}}`+"\n", id)
	}
	_ = out.Flush() // a dead server is told by the reader
}
