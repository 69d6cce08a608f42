//go:build linux || darwin

package gitpub

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// sweepRepo makes a publication take every kind of step: a branch that is only
// packed, below folders that are gone, logged, with HEAD leading to it.
func sweepRepo(t testing.TB) *repo {
	r := newRepo(t, project)
	r.append("config", "\tlogAllRefUpdates = true\n")
	r.git("", "update-ref", sweepBranch, r.base)
	r.git("", "symbolic-ref", "HEAD", sweepBranch)
	r.git("", "pack-refs", "--all", "--prune")
	os.RemoveAll(r.path + "/refs/heads/team")
	os.RemoveAll(r.path + "/logs")
	return r
}

const sweepBranch = "refs/heads/team/main"

func (r *repo) sweepConfig() Config {
	c := r.config()
	c.Reference = sweepBranch
	return c
}

var (
	sweepExpect = files("README.md", "read me\n", "src/deep/er/b.spx", "module b\n")
	sweepChange = files("README.md", "x", "src/deep/er/b.spx", "y")
)

// sweepSteps lists the side effects of one publication, before and after each.
func sweepSteps(t *testing.T, origin *repo) (steps []Step, commit string) {
	r := origin.copyTo(t)
	h := host
	h.Watch = func(s Step) error { steps = append(steps, s); return nil }
	got, err := Publish(r.sweepConfig(), h, Limits{}, sweepExpect, sweepChange)
	if err != nil {
		t.Fatal(err)
	}
	r.demandTidy(sweepBranch, got.Commit)
	for _, act := range []Act{ActCreate, ActWrite, ActSync, ActRename, ActMakeFolder, ActRemove, ActLock, ActCommand} {
		if !slices.ContainsFunc(steps, func(s Step) bool { return s.Act == act }) {
			t.Errorf("no step is a %s: the sweep misses it", act)
		}
	}
	return steps, got.Commit
}

// TestFaultAtEveryStep fails one side effect at a time, before it happens and
// after it has. The repository is in one of its two legal states then, the
// error says which is possible, nothing of ours lies about, and the next
// publication works or finds the first one done.
func TestFaultAtEveryStep(t *testing.T) {
	origin := sweepRepo(t)
	steps, commit := sweepSteps(t, origin)
	faults := []error{unix.ENOSPC, unix.EACCES, unix.EIO, unix.EDQUOT, unix.EROFS}
	for i, step := range steps {
		if testing.Short() && i%5 != 0 {
			continue
		}
		r := origin.copyTo(t)
		at := 0
		h := host
		h.Watch = func(Step) error {
			if at++; at == i+1 {
				return faults[i%len(faults)]
			}
			return nil
		}
		_, err := Publish(r.sweepConfig(), h, Limits{}, sweepExpect, sweepChange)
		name := fmt.Sprintf("step %d, %v", i, step)
		r.judgeFault(name, step, err, commit, faults[i%len(faults)])
		r.secondRun(name, commit)
	}
}

func (r *repo) judgeFault(name string, step Step, err error, commit string, fault error) {
	r.t.Helper()
	now := r.ref(sweepBranch)
	if now != r.base && now != commit {
		r.t.Fatalf("%s: the branch is at %q", name, now)
	}
	var e *Error
	switch {
	case err == nil && now != commit:
		r.t.Errorf("%s: success, but the branch stayed", name)
	case err != nil && !errors.As(err, &e):
		r.t.Errorf("%s: got %v", name, err)
	case e != nil && !e.MayHaveMoved && (now == commit || e.Code != CodeHost):
		r.t.Errorf("%s: %v, but the branch moved", name, e)
	case e != nil && e.MayHaveMoved && (e.Code != CodeUncertain || e.Commit != commit || e.Reference != sweepBranch):
		r.t.Errorf("%s: %v names the wrong commit", name, e)
	case e != nil && e.MayHaveMoved && now != commit:
		r.t.Errorf("%s: uncertain, but nothing moved", name)
	case e != nil && !errors.Is(err, fault):
		r.t.Errorf("%s: %v hides its cause", name, e)
	case err == nil && step.Act != ActRemove:
		r.t.Errorf("%s: the fault was not noticed", name)
	}
	for _, left := range r.leftovers() {
		kept := strings.HasSuffix(left, ".keep") && (e != nil && e.MayHaveMoved || step.Act == ActRemove)
		if !kept {
			r.t.Errorf("%s: left %s", name, left)
		}
	}
	if logged := r.git("", "reflog", "show", sweepBranch); now == r.base && logged != "" {
		r.t.Errorf("%s: logged without a move: %s", name, logged)
	}
}

// secondRun publishes again on the same base.
func (r *repo) secondRun(name, commit string) {
	r.t.Helper()
	before := r.ref(sweepBranch)
	got, err := Publish(r.sweepConfig(), host, Limits{}, sweepExpect, sweepChange)
	if before == commit {
		demand(r.t, err, CodeStale, sweepBranch)
		return
	}
	if err != nil || got.Commit != commit {
		r.t.Errorf("%s: the second run: %v", name, err)
	}
	if now := r.ref(sweepBranch); now != commit {
		r.t.Errorf("%s: after the second run at %s", name, now)
	}
}

// TestFullDiskFromEveryStepOn keeps the disk full from one step on, so that cleaning
// up is all that works. Only what protects the pack may stay then.
func TestFullDiskFromEveryStepOn(t *testing.T) {
	origin := sweepRepo(t)
	steps, commit := sweepSteps(t, origin)
	for i := range steps {
		if testing.Short() && i%7 != 0 {
			continue
		}
		r := origin.copyTo(t)
		at := 0
		h := host
		h.Watch = func(s Step) error {
			if at++; at > i && !s.Done && s.Act != ActRemove {
				return unix.ENOSPC
			}
			return nil
		}
		_, err := Publish(r.sweepConfig(), h, Limits{}, sweepExpect, sweepChange)
		now := r.ref(sweepBranch)
		var e *Error
		if errors.As(err, &e) && !e.MayHaveMoved && now != r.base || err == nil && now != commit {
			t.Errorf("from step %d on: %v, the branch at %s", i, err, now)
		}
		for _, left := range r.leftovers() {
			if !strings.HasSuffix(left, ".keep") {
				t.Errorf("from step %d on: left %s", i, left)
			}
		}
		r.secondRun(fmt.Sprint("from step ", i), commit)
	}
}

// TestKilledAtEveryStep kills a publisher at each step. A lock it left is named
// by the next refusal and cleared here, by the host.
func TestKilledAtEveryStep(t *testing.T) {
	origin := sweepRepo(t)
	steps, commit := sweepSteps(t, origin)
	for i := range steps {
		if testing.Short() && i%11 != 0 {
			continue
		}
		r := origin.copyTo(t)
		child := r.child("killed", sweepBranch, fmt.Sprint(i+1))
		err := child.Run()
		var exit interface{ Sys() any }
		if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("step %d: the child ended with %v", i, err)
		}
		if now := r.ref(sweepBranch); now != r.base && now != commit {
			t.Fatalf("step %d, %v: the branch is at %q", i, steps[i], now)
		}
		r.clearNamedLock(t, fmt.Sprintf("step %d, %v", i, steps[i]))
		r.secondRun(fmt.Sprint("killed at step ", i), commit)
	}
}

// clearNamedLock publishes once; a refusal must name the lock that was left.
func (r *repo) clearNamedLock(t *testing.T, name string) {
	t.Helper()
	for _, left := range r.leftovers() {
		if !strings.HasSuffix(left, ".lock") {
			continue
		}
		if r.ref(sweepBranch) == r.base {
			_, err := Publish(r.sweepConfig(), Host{Now: host.Now}, Limits{}, sweepExpect, sweepChange)
			demand(t, err, CodeHost, "")
			if !strings.Contains(err.Error(), ".lock") {
				t.Errorf("%s: %v does not name %s", name, err, left)
			}
		}
		if err := os.Remove(r.path + "/" + left); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFileSizeLimit publishes under RLIMIT_FSIZE, in a child.
func TestFileSizeLimit(t *testing.T) {
	r := newRepo(t, project)
	out, err := r.child("limited", branch, "").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if want := "SPX-G266 false file too large\n"; string(out) != want {
		t.Errorf("got %q, want %q", out, want)
	}
	r.demandTidy(branch, r.base)
}

// TestReadOnlyFolders takes the rights away for real.
func TestReadOnlyFolders(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser may write anywhere: EACCES is injected in TestFaultAtEveryStep instead")
	}
	for _, folder := range []string{"objects/pack", "refs/heads"} {
		r := newRepo(t, project)
		if err := os.Chmod(r.path+"/"+folder, 0o555); err != nil {
			t.Fatal(err)
		}
		before := r.snapshot(leaseName, "objects")
		_, err := Publish(r.config(), host, Limits{}, files("README.md", "read me\n"), files("README.md", "x"))
		os.Chmod(r.path+"/"+folder, 0o755)
		demand(t, err, CodeHost, "")
		if after := r.snapshot(leaseName, "objects"); len(after) != len(before) {
			t.Errorf("%s: left something", folder)
		}
		r.demandTidy(branch, r.base)
	}
}
