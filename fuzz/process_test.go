//go:build linux || darwin

package fuzz

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
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/semaprax/semaprax-go/policy"
)

// patience is how long a process may take for one thing before it counts as hung.
const patience = 60 * time.Second

// soaking says whether the full counts are asked for.
func soaking() bool { return os.Getenv("SEMAPRAX_SOAK") == "1" }

// counted is the size of a run: all of it in a soak, a tenth in the ordinary test,
// a thousandth, but at least one, in a short one.
func counted(full int) int {
	switch {
	case soaking():
		return full
	case testing.Short():
		return max(1, full/1000)
	}
	return max(1, full/10)
}

var built struct {
	once sync.Once
	path string
	err  error
}

func TestMain(m *testing.M) {
	status := m.Run()
	if built.path != "" {
		os.RemoveAll(filepath.Dir(built.path))
	}
	os.Exit(status)
}

// command builds the command as its users do, once.
func command(t testing.TB) string {
	t.Helper()
	built.once.Do(func() {
		dir, err := os.MkdirTemp("", "semaprax-fuzz-")
		if err != nil {
			built.err = err
			return
		}
		built.path = filepath.Join(dir, "semaprax")
		if out, err := exec.Command("go", "build", "-o", built.path, "../cmd/semaprax").CombinedOutput(); err != nil {
			built.err = fmt.Errorf("go build: %w\n%s", err, bytes.TrimSpace(out))
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.path
}

// process is a running server of the built command.
type process struct {
	t     testing.TB
	name  string
	run   *exec.Cmd
	in    io.WriteCloser
	out   io.ReadCloser
	lines *bufio.Reader
	errs  bytes.Buffer
	ended chan struct{}
}

const (
	serverDirect  = "serve-workspace"
	serverAdapted = "serve-workspace-mcp"
)

// start starts a server over a world under a policy.
func start(t testing.TB, name string, w *world, granted *policy.Policy) *process {
	t.Helper()
	host := filepath.Join(t.TempDir(), "host.json")
	if err := os.WriteFile(host, granted.AppendFile(nil), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, name: name, run: exec.Command(command(t), name, w.manifest(), host), ended: make(chan struct{})}
	var inErr, outErr error
	p.in, inErr = p.run.StdinPipe()
	p.out, outErr = p.run.StdoutPipe()
	p.run.Stderr = &p.errs
	if err := errors.Join(inErr, outErr, p.run.Start()); err != nil {
		t.Fatal(err)
	}
	p.lines = bufio.NewReaderSize(p.out, 1<<20)
	t.Cleanup(func() {
		select {
		case <-p.ended:
		default:
			p.run.Process.Kill()
			p.run.Wait()
		}
	})
	return p
}

// ask sends one line and reads one.
func (p *process) ask(line string) string {
	p.t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.t.Fatal(err)
	}
	return p.read()
}

func (p *process) read() string {
	p.t.Helper()
	line, err := p.lines.ReadString('\n')
	if err != nil {
		p.t.Fatalf("no answer: %v; standard error %q", err, p.errs.String())
	}
	return strings.TrimSuffix(line, "\n")
}

// greet brings the adapter to where tools can be called.
func (p *process) greet() {
	if p.name == serverAdapted {
		p.ask(hello)
		if _, err := io.WriteString(p.in, initialized+"\n"); err != nil {
			p.t.Fatal(err)
		}
	}
}

// frame spells a call for the server's protocol.
func (p *process) frame(id, method, params string) string {
	if p.name == serverAdapted {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":` + quote(strings.ReplaceAll(method, "/", "__")) + `,"arguments":` + params + `}}`
	}
	return `{"jsonrpc":"2.0","id":` + id + `,"method":` + quote(method) + `,"params":` + params + `}`
}

// wait drains what is left and demands that the process ends.
func (p *process) wait() (status int, rest string) {
	p.t.Helper()
	type result struct {
		rest []byte
	}
	done := make(chan result, 1)
	go func() {
		left, _ := io.ReadAll(p.lines)
		p.run.Wait()
		close(p.ended)
		done <- result{left}
	}()
	select {
	case r := <-done:
		return p.run.ProcessState.ExitCode(), string(r.rest)
	case <-time.After(patience):
		p.t.Fatalf("%s hangs; standard error %q", p.name, p.errs.String())
		return 0, ""
	}
}

// usage are the resident bytes and the open descriptors of a process, where /proc
// shows them.
func (p *process) usage() (residentBytes int64, descriptors int, known bool) {
	pid := strconv.Itoa(p.run.Process.Pid)
	text, err := os.ReadFile(filepath.Join("/proc", pid, "statm"))
	open, errOpen := os.ReadDir(filepath.Join("/proc", pid, "fd"))
	fields := strings.Fields(string(text))
	if err != nil || errOpen != nil || len(fields) < 2 {
		return 0, 0, false
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize()), len(open), err == nil
}

func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	if err := p.run.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}
