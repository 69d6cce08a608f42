//go:build linux || darwin

package gitpub

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Other processes are this test binary with a role in its environment.
const roleVariable = "GITPUB_TEST_ROLE"

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		os.Exit(play(role, os.Args[1:]))
	}
	os.Exit(m.Run())
}

// child is a process with a role: arguments are repository, git, branch, base
// and one more.
func (r *repo) child(role, reference, more string) *exec.Cmd {
	command := exec.Command(os.Args[0], r.path, gitPath(r.t), reference, r.base, more)
	command.Env = []string{roleVariable + "=" + role, "PATH=" + os.Getenv("PATH")}
	return command
}

func play(role string, args []string) int {
	c := Config{
		Repository: args[0], GitExecutable: args[1], Reference: args[2], BaseCommit: args[3],
		AuthorName: "Ada Example", AuthorEmail: "ada@example.org", UnixSeconds: 1700000000,
		Message: "Change a file\n", MaxCommands: 64, TimeoutMillis: 60000,
	}
	switch role {
	case "killed":
		return playKilled(c, args[4])
	case "limited":
		return playLimited(c)
	case "publisher":
		return playPublisher(c, args[4])
	case "updater":
		return playUpdater(c, args[4])
	case "endless":
		for n := 0; ; n++ {
			publishNext(c, "endless", n)
		}
	}
	return 3
}

// playKilled kills itself at a step, counted from 1.
func playKilled(c Config, at string) int {
	last, _ := strconv.Atoi(at)
	h := host
	h.Watch = func(Step) error {
		if last--; last == 0 {
			syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
			select {}
		}
		return nil
	}
	Publish(c, h, Limits{}, sweepExpect, sweepChange)
	return 0
}

func playLimited(c Config) int {
	const bytes = 8192
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes}); err != nil {
		fmt.Println(err)
		return 1
	}
	noise := make([]byte, 8*bytes)
	rand.Read(noise)
	_, err := Publish(c, host, Limits{}, files("README.md", "read me\n"), []File{{"README.md", noise}})
	var e *Error
	if !errors.As(err, &e) {
		fmt.Println(err)
		return 1
	}
	fmt.Println(e.Code, e.MayHaveMoved, e.Cause)
	return 0
}

// tip is the branch now, read without starting a process when it is loose.
func tip(c Config) string {
	text, err := os.ReadFile(filepath.Join(c.Repository, c.Reference))
	if err == nil {
		return strings.TrimSpace(string(text))
	}
	out, _ := exec.Command(c.GitExecutable, "--git-dir="+c.Repository, "rev-parse", c.Reference).Output()
	return strings.TrimSpace(string(out))
}

// publishNext changes the file of this name, which nobody else changes, on top
// of what the branch is now; n is the number of its changes so far.
func publishNext(c Config, name string, n int) (*Prepared, error) {
	c.BaseCommit = tip(c)
	c.Message = fmt.Sprintf("%s %d\n", name, n+1)
	return Publish(c, host, Limits{}, files(name, fmt.Sprint(n)), files(name, fmt.Sprint(n+1)))
}

// playPublisher publishes until it has won so many times, and says what came
// of it: "won" or "doubt" with base and commit.
func playPublisher(c Config, more string) int {
	name, count, _ := strings.Cut(more, " ")
	wins, _ := strconv.Atoi(count)
	end := time.Now().Add(5 * time.Minute)
	for n := 0; n < wins && time.Now().Before(end); {
		got, err := publishNext(c, name, n)
		var e *Error
		switch {
		case err == nil:
			fmt.Println("won", got.Base, got.Commit)
			n++
		case errors.As(err, &e) && e.MayHaveMoved:
			fmt.Println("doubt", e.Commit, e)
			return 0
		case errors.As(err, &e) && (e.Code == CodeHost || e.Code == CodeStale):
			time.Sleep(time.Duration(1+mathrand.IntN(40)) * time.Millisecond)
		default:
			fmt.Println("broken", err)
			return 1
		}
	}
	return 0
}

// playUpdater moves the branch with native commands.
func playUpdater(c Config, more string) int {
	wins, _ := strconv.Atoi(more)
	git := func(stdin string, args ...string) (string, error) {
		command := exec.Command(c.GitExecutable, append([]string{"--git-dir=" + c.Repository}, args...)...)
		command.Env, command.Stdin = testEnv, strings.NewReader(stdin)
		out, err := command.Output()
		return strings.TrimSpace(string(out)), err
	}
	for n := range wins {
		for range 1000 {
			base := tip(c)
			commit, err := git(fmt.Sprintf("native %d\n", n), "commit-tree", base+"^{tree}", "-p", base)
			if err != nil {
				fmt.Println("broken", err)
				return 1
			}
			if _, err = git("", "update-ref", c.Reference, commit, base); err == nil {
				fmt.Println("won", base, commit)
				break
			}
			time.Sleep(time.Duration(1+mathrand.IntN(20)) * time.Millisecond)
		}
	}
	return 0
}

// soak says whether the large counts were asked for.
func soak() bool { return os.Getenv("SEMAPRAX_SOAK") == "1" }

func counted(ordinary, short, soaked int) int {
	switch {
	case soak():
		return soaked
	case testing.Short():
		return short
	}
	return ordinary
}

// raceRepo has one file for every publisher.
func raceRepo(t *testing.T, publishers int) *repo {
	base := map[string]string{"endless": "0"}
	for i := range publishers {
		base[fmt.Sprintf("f%03d", i)] = "0"
	}
	return newRepo(t, base)
}

// race runs the children together and returns their lines.
func race(t *testing.T, children []*exec.Cmd) (lines []string) {
	var guard sync.Mutex
	var all sync.WaitGroup
	for _, c := range children {
		all.Go(func() {
			var out bytes.Buffer
			c.Stdout, c.Stderr = &out, &out
			err := c.Run()
			guard.Lock()
			defer guard.Unlock()
			if err != nil {
				t.Errorf("%v: %v: %s", c.Args, err, out.String())
			}
			lines = append(lines, strings.Split(strings.TrimSpace(out.String()), "\n")...)
		})
	}
	all.Wait()
	return lines
}

// judgeRace demands that the chain is exactly what was reported as won, plus
// what was reported as doubtful and did happen; so no base has two winners and
// no success is lost.
func (r *repo) judgeRace(lines []string, wantWins int) {
	r.t.Helper()
	chain := strings.Fields(r.git("", "rev-list", branch))
	wins, doubts := 0, 0
	bases := map[string]bool{}
	for _, line := range lines {
		words := strings.Fields(line)
		switch {
		case len(words) == 3 && words[0] == "won":
			wins++
			if bases[words[1]] {
				r.t.Errorf("two winners on %s", words[1])
			}
			bases[words[1]] = true
			if !slices.Contains(chain, words[2]) {
				r.t.Errorf("%s was reported and is not on the branch", words[2])
			}
		case len(words) > 1 && words[0] == "doubt":
			if slices.Contains(chain, words[1]) {
				doubts++
			}
		default:
			r.t.Errorf("a child says %q", line)
		}
	}
	if len(chain)-1 != wins+doubts || doubts == 0 && wins != wantWins {
		r.t.Errorf("%d commits on the branch, %d wins and %d doubts reported, %d wins wanted", len(chain)-1, wins, doubts, wantWins)
	}
	if left := r.leftovers(); doubts == 0 && left != nil {
		r.t.Errorf("left behind: %v", left)
	}
}

// TestPublishersRace: separate processes on one branch, with native update-ref
// among them.
func TestPublishersRace(t *testing.T) {
	publishers, each := counted(20, 4, 200), counted(2, 1, 3)
	r := raceRepo(t, publishers)
	var children []*exec.Cmd
	for i := range publishers {
		children = append(children, r.child("publisher", branch, fmt.Sprintf("f%03d %d", i, each)))
	}
	updates := counted(10, 4, 100)
	for range 2 {
		children = append(children, r.child("updater", branch, fmt.Sprint(updates)))
	}
	r.judgeRace(race(t, children), publishers*each+2*updates)
}

// TestPublishersRaceWithHousekeeping packs refs and collects garbage meanwhile.
// Native update-ref is left out: it was seen to lose updates of its own beside
// pack-refs.
func TestPublishersRaceWithHousekeeping(t *testing.T) {
	publishers, each := counted(6, 2, 40), counted(3, 2, 10)
	r := raceRepo(t, publishers)
	running, stop := context.WithCancel(t.Context())
	var keeper sync.WaitGroup
	keeper.Go(func() {
		for n := 0; running.Err() == nil; n++ {
			if _, err := r.tryGit("", "pack-refs", "--all", "--prune"); err != nil && !strings.Contains(err.Error(), "cannot lock ref") {
				t.Error(err)
			}
			if n%10 == 9 {
				if _, err := r.tryGit("", "gc", "-q"); err != nil && !strings.Contains(err.Error(), "cannot lock ref") {
					t.Error(err)
				}
			}
		}
	})
	var children []*exec.Cmd
	for i := range publishers {
		children = append(children, r.child("publisher", branch, fmt.Sprintf("f%03d %d", i, each)))
	}
	lines := race(t, children)
	stop()
	keeper.Wait()
	r.judgeRace(lines, publishers*each)
}

// TestKilledAtRandom kills a publisher in the middle of an endless chain.
func TestKilledAtRandom(t *testing.T) {
	r := raceRepo(t, 0)
	for round := range counted(20, 4, 200) {
		before := r.ref(branch)
		child := r.child("endless", branch, "")
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(mathrand.IntN(80)) * time.Millisecond)
		child.Process.Kill()
		child.Wait()
		now := r.ref(branch)
		if now == "" {
			t.Fatalf("round %d: no branch", round)
		}
		r.git("", "merge-base", "--is-ancestor", before, now)
		r.git("", "fsck", "--strict", "--no-dangling")
		lock := filepath.Join(r.path, branch+".lock")
		if _, err := os.Stat(lock); err == nil {
			c := r.config()
			c.BaseCommit = now
			text := r.file(now, "endless")
			_, err := Publish(c, Host{Now: host.Now}, Limits{}, files("endless", text), files("endless", "x"))
			demand(t, err, CodeHost, branch+".lock")
			os.Remove(lock)
		}
		r.base = now
		r.restart()
	}
}

// restart puts the counter of the endless publisher back to 0.
func (r *repo) restart() {
	r.t.Helper()
	c := r.config()
	text := r.file(r.base, "endless")
	if text == "0" {
		return
	}
	got, err := Publish(c, host, Limits{}, files("endless", text), files("endless", "0"))
	if err != nil {
		r.t.Fatal(err)
	}
	r.base = got.Commit
}

// TestTemporaryNames keeps the name of a killed publisher's files in the grammar
// that git's prune knows.
func TestTemporaryNames(t *testing.T) {
	r := newRepo(t, project)
	var seen []string
	h := host
	h.Watch = func(s Step) error {
		if s.Act == ActCreate && !s.Done && strings.HasPrefix(s.Path, "objects/") {
			seen = append(seen, filepath.Base(s.Path))
		}
		return nil
	}
	got, err := Publish(r.config(), h, Limits{}, files("README.md", "read me\n"), files("README.md", "x"))
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) != 3 || seen[0] != "tmp_pack_"+got.Commit[:16]+"_0" || seen[1] != "tmp_idx_"+got.Commit[:16]+"_0" ||
		!strings.HasPrefix(seen[2], "pack-") || !strings.HasSuffix(seen[2], ".keep") {
		t.Errorf("made %v", seen)
	}
	if _, err := hex.DecodeString(strings.TrimSuffix(strings.TrimPrefix(seen[2], "pack-"), ".keep")); err != nil {
		t.Error(err)
	}
}
