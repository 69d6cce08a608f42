package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/semaprax/semaprax-go/policy"
)

// patience is how long a test waits for a process before it counts as hung.
const patience = 30 * time.Second

// server is a started server of the built command.
type server struct {
	t       *testing.T
	command *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	lines   *bufio.Reader
	errs    bytes.Buffer
	dir     string // of the project
}

// servers are both server commands; each conversation is run against both.
func servers() []string { return []string{"serve-workspace", "serve-workspace-mcp"} }

// startServer starts a server over a copy of the calculator.
func startServer(t *testing.T, name string, granted *policy.Policy) *server {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "projects", "calculator"))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "host.json")
	if err := os.WriteFile(path, granted.AppendFile(nil), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, dir: dir, command: exec.Command(program(t), name, filepath.Join(dir, "semaprax.toml"), path)}
	s.in, err = s.command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if s.out, err = s.command.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	s.command.Stderr = &s.errs
	s.lines = bufio.NewReaderSize(s.out, 1<<20)
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.command.Process.Kill() })
	return s
}

func (s *server) send(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, text); err != nil {
		s.t.Fatal(err)
	}
}

// line reads one response.
func (s *server) line() string {
	s.t.Helper()
	text, err := s.lines.ReadString('\n')
	if err != nil {
		s.t.Fatalf("no response: %v; stderr %q", err, s.errs.String())
	}
	return strings.TrimSuffix(text, "\n")
}

// end waits for the process and returns its exit status and what was left to read.
func (s *server) end() (status int, rest string) {
	s.t.Helper()
	left, _ := io.ReadAll(s.lines)
	done := make(chan error, 1)
	go func() { done <- s.command.Wait() }()
	select {
	case err := <-done:
		var exited *exec.ExitError
		if err != nil && !errors.As(err, &exited) {
			s.t.Fatal(err)
		}
	case <-time.After(patience):
		s.t.Fatal("the server hangs")
	}
	return s.command.ProcessState.ExitCode(), string(left)
}

func (s *server) wantEnd(status int) string {
	s.t.Helper()
	got, rest := s.end()
	if got != status {
		s.t.Errorf("exit status %d, want %d; stderr %q", got, status, s.errs.String())
	}
	return rest
}

// ping is a request that every server answers in any state.
func ping(name string, id int) string {
	method := "workspace/open"
	if name == "serve-workspace-mcp" {
		method = "ping"
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q}`, id, method)
}

func eachServer(t *testing.T, run func(t *testing.T, name string)) {
	for _, name := range servers() {
		t.Run(name, func(t *testing.T) { run(t, name) })
	}
}

func TestServerAnswersPartialWrites(t *testing.T) {
	eachServer(t, func(t *testing.T, name string) {
		s := startServer(t, name, policy.ReadOnly.Policy())
		frame := ping(name, 1) + "\n"
		for i := range len(frame) {
			s.send(frame[i : i+1])
		}
		if got := s.line(); !strings.HasPrefix(got, `{"`) || !strings.Contains(got, `"id":1,`) {
			t.Errorf("got %s", got)
		}
		s.in.Close()
		if rest := s.wantEnd(0); rest != "" || s.errs.Len() != 0 {
			t.Errorf("left %q, stderr %q", rest, s.errs.String())
		}
	})
}

// TestServerAnswersOneShotPipes sends everything, closes, and then counts the answers.
func TestServerAnswersOneShotPipes(t *testing.T) {
	eachServer(t, func(t *testing.T, name string) {
		s := startServer(t, name, policy.ReadOnly.Policy())
		go func() {
			for id := range 500 {
				io.WriteString(s.in, ping(name, id)+"\n")
			}
			io.WriteString(s.in, ping(name, 500)) // the last line has no LF
			s.in.Close()
		}()
		rest := s.wantEnd(0)
		lines := strings.Split(strings.TrimSuffix(rest, "\n"), "\n")
		if len(lines) != 501 {
			t.Fatalf("%d answers, want 501", len(lines))
		}
		for id, line := range lines {
			if !strings.Contains(line, `"id":`+strconv.Itoa(id)+`,`) {
				t.Fatalf("answer %d: %.100s", id, line)
			}
		}
	})
}

func TestServerRefusesALineOfTenMegabytes(t *testing.T) {
	eachServer(t, func(t *testing.T, name string) {
		s := startServer(t, name, policy.ReadOnly.Policy())
		s.send(ping(name, 1) + "\n")
		s.line()
		go func() {
			io.WriteString(s.in, strings.Repeat("x", 10<<20)+"\n"+ping(name, 2)+"\n")
			s.in.Close()
		}()
		if got := s.line(); !strings.Contains(got, `"code":-32700`) || !strings.Contains(got, "byte limit") {
			t.Errorf("got %.200s", got)
		}
		if rest := s.wantEnd(0); rest != "" {
			t.Errorf("answered after the end: %q", rest)
		}
		// A process starts with the peak of the one that started it: ours.
		if peak := peakBytes(t, s); peak > max(64<<20, ownPeakBytes(t)) {
			t.Errorf("peak memory %d bytes", peak)
		}
	})
}

// peakBytes is the largest resident size of an ended process.
func peakBytes(t *testing.T, s *server) int64 {
	t.Helper()
	usage, ok := s.command.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Skip("no resource usage on this system")
	}
	return usage.Maxrss * 1024
}

// ownPeakBytes is the largest resident size of this process.
func ownPeakBytes(t *testing.T) int64 {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return usage.Maxrss * 1024
}

func TestServerEndsInTheMiddleOfAFrame(t *testing.T) {
	eachServer(t, func(t *testing.T, name string) {
		s := startServer(t, name, policy.ReadOnly.Policy())
		s.send(`{"jsonrpc":"2.0","id":1,"met`)
		s.in.Close()
		if rest := s.wantEnd(0); !strings.Contains(rest, `"code":-32700`) || strings.Count(rest, "\n") != 1 {
			t.Errorf("got %q", rest)
		}
	})
}

// TestServerSurvivesAClosedOutput shows that the final authentication still runs and
// decides what is said.
func TestServerSurvivesAClosedOutput(t *testing.T) {
	eachServer(t, func(t *testing.T, name string) {
		for _, drift := range []bool{false, true} {
			s := startServer(t, name, policy.ReadOnly.Policy())
			s.send(ping(name, 1) + "\n")
			s.line()
			s.out.Close()
			want := "SPX-G280"
			if drift {
				os.Remove(filepath.Join(s.dir, "src", "core.spx"))
				want = "SPX-J102"
			}
			io.WriteString(s.in, ping(name, 2)+"\n")
			s.wantEnd(1)
			if !strings.Contains(s.errs.String(), "error["+want+"]") || !strings.Contains(s.errs.String(), "error[SPX-G280]") {
				t.Errorf("drift %v: stderr %q", drift, s.errs.String())
			}
		}
	})
}

// TestServerWaitsForAReader never reads, and shows that the server stops reading too
// and that its memory stays flat.
func TestServerWaitsForAReader(t *testing.T) {
	eachServer(t, func(t *testing.T, name string) {
		s := startServer(t, name, policy.ReadOnly.Policy())
		sent := make(chan int, 1)
		go func() {
			n := 0
			for range 2_000_000 {
				if _, err := io.WriteString(s.in, ping(name, 1)+"\n"); err != nil {
					break
				}
				n++
			}
			sent <- n
		}()
		time.Sleep(300 * time.Millisecond)
		select {
		case n := <-sent:
			t.Errorf("the server took %d frames although nobody reads", n)
		default:
		}
		if now := residentBytes(t, s); now > 64<<20 {
			t.Errorf("%d bytes resident", now)
		}
		s.command.Process.Signal(syscall.SIGTERM)
		done := make(chan error, 1)
		go func() { done <- s.command.Wait() }()
		select {
		case <-done:
		case <-time.After(patience):
			t.Fatal("SIGTERM does not end a server nobody reads")
		}
	})
}

// residentBytes is the present resident size of a running process.
func residentBytes(t *testing.T, s *server) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.command.Process.Pid))
	if err != nil {
		t.Skip("resident sizes are read from /proc, which this system lacks")
	}
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

// TestSignalsEndABlockedRead: the final authentication decides the status.
func TestSignalsEndABlockedRead(t *testing.T) {
	eachServer(t, func(t *testing.T, name string) {
		for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			for _, drift := range []bool{false, true} {
				s := startServer(t, name, policy.ReadOnly.Policy())
				s.send(ping(name, 1) + "\n")
				s.line()
				want := 0
				if drift {
					os.Remove(filepath.Join(s.dir, "src", "core.spx"))
					want = 1
				}
				s.command.Process.Signal(signal)
				s.wantEnd(want)
				if drift != strings.Contains(s.errs.String(), "error[SPX-J102]") {
					t.Errorf("%v, drift %v: stderr %q", signal, drift, s.errs.String())
				}
			}
		}
	})
}

// TestUndrainedStderrDoesNotFreeze gives the server a full pipe as standard error.
func TestUndrainedStderrDoesNotFreeze(t *testing.T) {
	eachServer(t, func(t *testing.T, name string) {
		s := startServer(t, name, policy.ReadOnly.Policy())
		s.in.Close()
		s.wantEnd(0)
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		fillPipe(t, writer)
		blocked := exec.Command(s.command.Path, name, "missing.toml", filepath.Join(s.dir, "host.json"))
		blocked.Stderr = writer
		if err := blocked.Start(); err != nil {
			t.Fatal(err)
		}
		writer.Close()
		done := make(chan error, 1)
		go func() { done <- blocked.Wait() }()
		select {
		case <-done:
			if got := blocked.ProcessState.ExitCode(); got != 1 {
				t.Errorf("exit status %d", got)
			}
		case <-time.After(patience):
			blocked.Process.Kill()
			t.Fatal("the server waits for somebody to read its standard error")
		}
	})
}

// fillPipe writes to a pipe until it is full.
func fillPipe(t *testing.T, writer *os.File) {
	t.Helper()
	raw, err := writer.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 4096)
	err = raw.Control(func(fd uintptr) {
		syscall.SetNonblock(int(fd), true)
		for {
			if _, err := syscall.Write(int(fd), block); err != nil {
				break
			}
		}
		syscall.SetNonblock(int(fd), false)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestServerSurvivesNoise(t *testing.T) {
	eachServer(t, func(t *testing.T, name string) {
		s := startServer(t, name, policy.ReadOnly.Policy())
		noise := []string{"\x00\x01\x02", "\xff\xfe", "[]", `"`, "null", "\r", strings.Repeat("[", 1000), strings.Repeat(`{"a":`, 500), "\ufeff{}"}
		for _, line := range noise {
			s.send(line + "\n")
			if got := s.line(); !strings.Contains(got, `"error":{"code":-32`) {
				t.Errorf("%.20q: %s", line, got)
			}
		}
		s.send(ping(name, 9) + "\n")
		if got := s.line(); !strings.Contains(got, `"result"`) {
			t.Errorf("after the noise: %s", got)
		}
		s.in.Close()
		s.wantEnd(0)
	})
}
