//go:build linux || darwin

package fuzz

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// tamper is one thing that happens to a source file, and undo what brings back the
// original: its bytes, its mode, a regular file of one link.
var tampers = []struct {
	name string
	do   func(path string) error
}{
	{"changed in place", func(path string) error { return os.WriteFile(path, []byte("module calculator.core;\n"), 0o644) }},
	{"grown by a byte", func(path string) error {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = f.WriteString("\n")
		return err
	}},
	{"replaced by its own bytes", func(path string) error {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path+".new", text, 0o644); err != nil {
			return err
		}
		return os.Rename(path+".new", path)
	}},
	{"made executable", func(path string) error { return os.Chmod(path, 0o755) }},
	{"made unreadable", func(path string) error { return os.Chmod(path, 0) }},
	{"swapped by a symbolic link", func(path string) error {
		if err := os.Rename(path, path+".moved"); err != nil {
			return err
		}
		return os.Symlink(path+".moved", path)
	}},
	{"given a second name", func(path string) error { return os.Link(path, path+".link") }},
	{"deleted", os.Remove},
	{"swapped by a FIFO", func(path string) error {
		if err := os.Remove(path); err != nil {
			return err
		}
		return syscall.Mkfifo(path, 0o644)
	}},
	{"swapped by a folder", func(path string) error {
		if err := os.Remove(path); err != nil {
			return err
		}
		return os.Mkdir(path, 0o755)
	}},
	{"its folder swapped", func(path string) error {
		dir := filepath.Dir(path)
		if err := os.Rename(dir, dir+".moved"); err != nil {
			return err
		}
		return os.Mkdir(dir, 0o755)
	}},
}

// undo brings the original source back, whatever happened to it.
func (w *world) undo(t testing.TB) {
	t.Helper()
	path := filepath.Join(w.dir, "src", "core.spx")
	dir := filepath.Dir(path)
	if _, err := os.Lstat(dir + ".moved"); err == nil {
		os.RemoveAll(dir)
		if err := os.Rename(dir+".moved", dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, extra := range []string{".moved", ".link", ".new", ""} {
		os.RemoveAll(path + extra)
	}
	if err := os.WriteFile(path, []byte(w.core), 0o644); err != nil {
		t.Fatal(err)
	}
}

// faultRun counts what a run of faults did.
type faultRun struct {
	requests, succeeded, drifted, refused, recovered int
}

// TestSoakSourceChanges tampers with a held source while requests are in flight.
// Every request is answered; after drift nothing but a refresh succeeds; once the
// original is back a refresh recovers the original image; the end authenticates.
func TestSoakSourceChanges(t *testing.T) {
	for _, name := range []string{serverDirect, serverAdapted} {
		t.Run(name, func(t *testing.T) {
			w := calculator(t)
			p := start(t, name, w, everything())
			p.greet()
			image := opened([]byte(unescape(p.ask(p.frame("1", "workspace/open", "{}")))))
			choices := rand.New(rand.NewPCG(3, 4))
			var r faultRun
			for round := range counted(2_000) {
				tamper := tampers[round%len(tampers)]
				if err := r.round(t, p, w, image, choices, tamper.do); err != nil {
					t.Fatalf("%s: %v", tamper.name, err)
				}
			}
			p.in.Close()
			if status, rest := p.wait(); status != 0 || rest != "" {
				t.Errorf("exit status %d, left %q, standard error %q", status, rest, p.errs.String())
			}
			t.Logf("%s: %d requests, %d succeeded, %d saw drift, %d refreshes refused over a tampered source, %d recoveries, lost 0",
				name, r.requests, r.succeeded, r.drifted, r.refused, r.recovered)
		})
	}
}

func unescape(answer string) string { return strings.ReplaceAll(answer, `\"`, `"`) }

// round tampers in the middle of a burst of requests, then recovers.
func (r *faultRun) round(t *testing.T, p *process, w *world, image string, choices *rand.Rand, do func(string) error) error {
	t.Helper()
	const burst = 12
	done := make(chan error, 1)
	go func() {
		time.Sleep(time.Duration(choices.IntN(800)) * time.Microsecond)
		done <- do(filepath.Join(w.dir, "src", "core.spx"))
	}()
	var lines strings.Builder
	for n := range burst {
		lines.WriteString(p.frame(fmt.Sprint(n), "image/symbol", `{"image_revision":"`+image+`","stable_id":"calculator.add"}`) + "\n")
	}
	if _, err := io.WriteString(p.in, lines.String()); err != nil {
		return err
	}
	drifted := false
	for n := range burst {
		answer := unescape(p.read())
		r.requests++
		switch {
		case !strings.Contains(answer, fmt.Sprintf(`"id":%d,`, n)):
			return fmt.Errorf("answer %d is %.200s", n, answer)
		case strings.Contains(answer, "SPX-J102"):
			drifted = true
			r.drifted++
		case !strings.Contains(answer, `"result":{"image_revision"`):
			return fmt.Errorf("neither success nor drift: %.300s", answer)
		case drifted:
			return fmt.Errorf("success after drift: %.200s", answer)
		default:
			r.succeeded++
		}
	}
	if err := <-done; err != nil {
		return err
	}
	if answer := unescape(p.ask(p.frame(`"r"`, "workspace/refresh-preview", `{"image_revision":"`+image+`"}`))); strings.Contains(answer, `"code":-32000`) {
		r.refused++
	}
	if answer := unescape(p.ask(p.frame(`"d"`, "workspace/open", `{}`))); !strings.Contains(answer, "SPX-J102") {
		return fmt.Errorf("a tampered source is served: %.300s", answer)
	}
	w.undo(t)
	return r.recover(p, image)
}

// recover refreshes to the original image.
func (r *faultRun) recover(p *process, image string) error {
	if answer := unescape(p.ask(p.frame(`"d"`, "workspace/open", `{}`))); !strings.Contains(answer, "SPX-J102") {
		return fmt.Errorf("drift is forgotten without a refresh: %.300s", answer)
	}
	preview := unescape(p.ask(p.frame(`"p"`, "workspace/refresh-preview", `{"image_revision":"`+image+`"}`)))
	_, rest, found := strings.Cut(preview, `"observed_project_revision":"`)
	if !found {
		return fmt.Errorf("no preview of the original: %.300s", preview)
	}
	answer := unescape(p.ask(p.frame(`"f"`, "workspace/refresh", `{"image_revision":"`+image+`","expected_new_project_revision":"`+rest[:len(zeroDigest)]+`"}`)))
	if !strings.Contains(answer, `"result":{"image_revision":"`+image+`"`) {
		return fmt.Errorf("no way back to the original image: %.300s", answer)
	}
	if answer := unescape(p.ask(p.frame(`"o"`, "workspace/open", `{}`))); !strings.Contains(answer, `"result":`) {
		return fmt.Errorf("after the refresh: %.300s", answer)
	}
	r.recovered++
	return nil
}

// TestSoakBrokenStreams closes standard output, stalls standard input in the middle of
// a frame, leaves answers unread and sends signals, each at a random moment. Every
// process ends by itself, and its status tells what happened.
func TestSoakBrokenStreams(t *testing.T) {
	w := calculator(t)
	choices := rand.New(rand.NewPCG(5, 6))
	breaks := []struct {
		name     string
		do       func(p *process)
		statuses []int
	}{
		{"standard output closed", func(p *process) { p.out.Close() }, []int{1}},
		{"standard input closed", func(p *process) { p.in.Close() }, []int{0}},
		{"standard input stalled in a frame, then SIGTERM", func(p *process) {
			io.WriteString(p.in, `{"jsonrpc":"2.0","id":1,"me`)
			time.Sleep(time.Duration(choices.IntN(3)) * time.Millisecond)
			p.signal(syscall.SIGTERM)
		}, []int{0}},
		{"SIGINT in the traffic", func(p *process) { p.signal(syscall.SIGINT) }, []int{0}},
	}
	done := map[string]int{}
	for round := range counted(400) {
		one := breaks[round%len(breaks)]
		name := []string{serverDirect, serverAdapted}[round/len(breaks)%2]
		p := start(t, name, w, everything())
		p.greet()
		p.ask(p.frame("0", "workspace/open", "{}")) // it has started
		go func() {
			for n := range 400 {
				if _, err := io.WriteString(p.in, p.frame(fmt.Sprint(n), "workspace/open", "{}")+"\n"); err != nil {
					return
				}
			}
		}()
		reading := round%3 != 0
		if reading {
			for range choices.IntN(40) {
				p.read()
			}
		}
		one.do(p)
		status, rest := p.wait()
		whole(t, one.name, rest)
		known := false
		for _, want := range one.statuses {
			known = known || status == want
		}
		if !known && !strings.Contains(p.errs.String(), "SPX-G280") {
			t.Errorf("%s: %s: exit status %d, want %v; standard error %q", name, one.name, status, one.statuses, p.errs.String())
		}
		done[one.name]++
	}
	t.Logf("%v, all ended by themselves, no answer torn", done)
}

// whole demands that what was written are whole answers.
func whole(t *testing.T, name, rest string) {
	t.Helper()
	if rest == "" {
		return
	}
	if !strings.HasSuffix(rest, "\n") {
		t.Errorf("%s: the last answer is torn: %.200q", name, rest[max(0, len(rest)-200):])
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(rest, "\n"), "\n") {
		if !strings.HasPrefix(line, `{"jsonrpc":"2.0","id":`) || !strings.HasSuffix(line, "}") {
			t.Errorf("%s: not an answer: %.200q", name, line)
		}
	}
}
