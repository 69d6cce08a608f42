//go:build linux || darwin

package gitpub

import (
	"bytes"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Verify asks the host's git for a second opinion on what was written. The
// shape of the repository is admitted again, under the lease; then one
// cat-file --batch reads back the base commit, the trees that changed and every
// new object. Names, kinds, sizes and bytes must be ours, and the difference
// computed from what git returned must be exactly the planned one.
//
// Errors: CodeDisagreement, CodeStale on drift, CodeCapacity when commands,
// bytes or time run out, CodeHost when git fails.
func (p *Plan) Verify() error {
	p.begin(written, "Verify")
	if e := p.verify(); e != nil {
		p.unkeep()
		return e
	}
	p.stage = verified
	return nil
}

func (p *Plan) verify() *Error {
	if e := p.repository.admitAgain(); e != nil {
		return e
	}
	return p.secondOpinion()
}

// admitAgain repeats the whole admission; what was admitted once has drifted
// when it is refused now.
func (r *Repository) admitAgain() *Error {
	if e := r.inTime(); e != nil {
		return e
	}
	if e := r.scan(); e != nil {
		return drifted(CodeStale, e)
	}
	return r.recheck(CodeStale)
}

func (p *Plan) secondOpinion() *Error {
	r := p.repository
	asked := p.questions()
	var stdin bytes.Buffer
	size := int64(0)
	for _, o := range asked {
		stdin.WriteString(o.id.String() + "\n")
		size += int64(len(o.body)) + idHex + 64
	}
	if e := r.reserve(int64(stdin.Len()) + size); e != nil {
		return e
	}
	given, e := r.ask(&stdin, asked)
	if e != nil {
		return e
	}
	if e := r.recheck(CodeStale); e != nil {
		return e
	}
	return p.judge(given)
}

// reserve counts one process and its bytes.
func (r *Repository) reserve(bytes int64) *Error {
	const each = 64 << 10
	if r.commands >= r.config.MaxCommands {
		return refuse(CodeCapacity, "max_commands", "all %d commands are used", r.commands)
	}
	if r.reserved+bytes+each > r.limits.MaxProcessBytes {
		return refuse(CodeCapacity, "git_executable", "commands may move %d bytes in all", r.limits.MaxProcessBytes)
	}
	r.commands++
	r.reserved += bytes + each
	return r.inTime()
}

// gitArguments turn off everything that could run, fetch or change anything.
var gitArguments = [...]string{
	"--git-dir=.", "--no-replace-objects", "--no-optional-locks",
	"-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.commitGraph=false",
	"-c", "core.attributesFile=/dev/null", "-c", "credential.helper=", "-c", "protocol.allow=never",
	"cat-file", "--batch",
}

// gitEnvironment is the whole environment of a command.
var gitEnvironment = [...]string{
	"GIT_ATTR_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
	"GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C",
}

// ask runs the command in the held folder, in a process group of its own that
// is killed at the deadline, when it says too much, and when the answers are wrong.
func (r *Repository) ask(stdin *bytes.Buffer, asked []object) (given answers, e *Error) {
	command := exec.Command(r.executable.path, gitArguments[:]...)
	command.Env = gitEnvironment[:]
	command.Dir = commandFolder(r.root, r.config.Repository)
	command.Stdin = stdin
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.WaitDelay = time.Second
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, failed("git_executable", "no pipe", err)
	}
	group := &processGroup{command: command}
	complaints := &capped{limit: r.limits.MaxStderrBytes, overflow: group.kill}
	command.Stderr = complaints
	err = r.guarded(ActCommand, r.executable.path, func() error {
		if err := command.Start(); err != nil {
			return err
		}
		timer := time.AfterFunc(r.deadline.Sub(r.host.Now()), group.expire)
		given, e = readAnswers(stdout, asked)
		if e != nil {
			group.kill()
		}
		err := group.wait()
		timer.Stop()
		return err
	})
	switch {
	case group.expired.Load():
		return nil, refuse(CodeCapacity, "timeout_ms", "git was killed at the deadline")
	case complaints.over:
		return nil, refuse(CodeCapacity, "git_executable", "git wrote over %d bytes of complaints", complaints.limit)
	case e != nil && e.Code != CodeHost:
		return nil, e
	case err != nil:
		return nil, failed("git_executable", "git failed, saying "+complaints.line(), err)
	}
	return given, e
}

// processGroup is a started command with everything it starts itself.
type processGroup struct {
	command *exec.Cmd
	expired atomic.Bool
	guard   sync.Mutex
	reaped  bool // the group's number may be somebody else's by now
}

// kill ends the whole group.
func (g *processGroup) kill() {
	g.guard.Lock()
	defer g.guard.Unlock()
	if !g.reaped {
		syscall.Kill(-g.command.Process.Pid, syscall.SIGKILL)
	}
}

func (g *processGroup) expire() {
	g.expired.Store(true)
	g.kill()
}

// wait waits for the command's end, ends what it left running, and reaps it.
func (g *processGroup) wait() error {
	awaitExit(g.command.Process.Pid)
	g.kill()
	g.guard.Lock()
	g.reaped = true
	g.guard.Unlock()
	return g.command.Wait()
}

// capped keeps the first bytes of what a command complains about.
type capped struct {
	kept     bytes.Buffer
	limit    int64
	over     bool
	overflow func()
}

// Write keeps or kills; it never blocks the command.
func (c *capped) Write(p []byte) (int, error) {
	if int64(c.kept.Len()+len(p)) > c.limit {
		c.over = true
		c.overflow()
		return len(p), nil
	}
	return c.kept.Write(p)
}

// line is the first line of the complaints.
func (c *capped) line() string {
	text, _, _ := strings.Cut(c.kept.String(), "\n")
	if text == "" {
		return "nothing"
	}
	return strings.ToValidUTF8(text[:min(len(text), 200)], "?")
}
