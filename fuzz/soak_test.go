//go:build linux || darwin

package fuzz

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// traffic makes the lines of one long conversation: four of five are calls that are
// answered under ids of their own, one of five is hostile.
type traffic struct {
	to      *process
	choices *rand.Rand
	image   string
	base    string // the candidate without changes
	plain   []string
	hostile []line
}

// line is a hostile line with what an in-process session does with it.
type line struct {
	text     string
	answered bool
}

// sent is one line as the reader must expect it.
type sent struct {
	id       string // of a good call
	answered bool   // of a hostile line
}

func newTraffic(p *process) *traffic {
	p.greet()
	tr := &traffic{to: p, choices: rand.New(rand.NewPCG(1, 2))}
	tr.image = opened([]byte(strings.ReplaceAll(p.ask(p.frame("1", "workspace/open", "{}")), `\"`, `"`)))
	image := `{"image_revision":"` + tr.image + `"`
	_, rest, _ := strings.Cut(strings.ReplaceAll(p.ask(p.frame("1", "candidate/open", image+"}")), `\"`, `"`), `"candidate_revision":"`)
	tr.base = rest[:len(zeroDigest)]
	candidate := image + `,"candidate_revision":"` + tr.base + `"`
	call := func(method, params string) { tr.plain = append(tr.plain, p.frame("ID", method, params)) }
	for range 8 {
		call("workspace/open", "{}")
		call("workspace/status", image+"}")
		call("image/symbol", image+`,"stable_id":"calculator.add"}`)
		call("image/function-summary", image+`,"target":"calculator.gcd"}`)
		call("workspace/open", `{"nope":1}`)
		call("image/symbol", image+`,"stable_id":"no.such"}`)
		call("candidate/query", candidate+`}`)
		call("workspace/open", `{"image_revision":"`+zeroDigest+`"}`)
	}
	call("image/context", image+`,"target_kind":"declaration","target":"calculator.answer","depth":2}`)
	call("image/impact", image+`,"target":"calculator.add","depth":2}`)
	call("candidate/open", image+"}")
	call("workspace/retained-subjects", image+"}")
	call("protocol/capabilities", "{}")
	call("workspace/read-batch", image+`,"batch":{"frames":[`+quote(`{"jsonrpc":"2.0","id":1,"method":"workspace/open"}`)+`,"","x"]}}`)
	call("candidate/attempt", candidate+`,"intent":{"kind":"rename_declaration","target":"calculator.add","name":"fn"}}`)
	return tr
}

// next is one line and what is due for it.
func (tr *traffic) next(n int) (string, sent) {
	if tr.choices.IntN(5) == 0 {
		bad := tr.hostile[tr.choices.IntN(len(tr.hostile))]
		return bad.text, sent{answered: bad.answered}
	}
	id := `"g` + strconv.Itoa(n) + `"`
	return strings.Replace(tr.plain[tr.choices.IntN(len(tr.plain))], `"id":ID`, `"id":`+id, 1), sent{id: id}
}

// hostileLines are the hostile lines that leave a session running, with what the same
// protocol in this process does with each.
func hostileLines(t testing.TB, w *world, name string, handle func([]byte) []byte) (lines []line) {
	t.Helper()
	texts := hostile()
	for _, text := range hostile() {
		texts = append(texts, text+" ", "\t"+text)
	}
	for i := range 60 {
		raw := noise(i, 1+i*7)
		for n := range raw {
			if raw[n] == '\n' {
				raw[n] = '\t'
			}
		}
		texts = append(texts, string(raw))
	}
	texts = append(texts, "", strings.Repeat("[", 60_000), strings.Repeat(`{"a":[`, 9_000), `{"k":"`+strings.Repeat(`\u0000`, 9_000)+`"}`)
	for _, text := range texts {
		if !strings.Contains(text, "\n") {
			lines = append(lines, line{text, handle([]byte(text)) != nil})
		}
	}
	return lines
}

// TestSoakTraffic sends mixed traffic, a fifth of it hostile, over pipes to the built
// command. Every call is answered once and in order, every hostile line as in this
// process; memory and descriptors stay flat.
func TestSoakTraffic(t *testing.T) {
	w := calculator(t)
	for _, name := range []string{serverDirect, serverAdapted} {
		t.Run(name, func(t *testing.T) {
			p := start(t, name, w, everything())
			tr := newTraffic(p)
			tr.hostile = twinOf(t, w, name)
			r := tr.run(t, counted(500_000))
			p.in.Close()
			status, rest := p.wait()
			if status != 0 || rest != "" || p.errs.Len() != 0 {
				t.Errorf("exit status %d, left %.100q, standard error %q", status, rest, p.errs.String())
			}
			t.Logf("%s: %s", name, r)
		})
	}
}

// twinOf handles the hostile lines in this process.
func twinOf(t testing.TB, w *world, name string) []line {
	t.Helper()
	open := serveDirect
	if name == serverAdapted {
		open = serveAdapted
	}
	twin, err := open(t, w, everything())
	if err != nil {
		t.Fatal(err)
	}
	if name == serverAdapted {
		twin.handle([]byte(hello))
		twin.handle([]byte(initialized))
	}
	lines := hostileLines(t, w, name, twin.handle)
	if err := twin.finish(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// result is what one run of traffic did.
type result struct {
	frames, hostile, answers, lost int
	resident                       []int64
	descriptors                    []int
	bytesOut                       int64
}

func (r result) String() string {
	return fmt.Sprintf("%d frames, %d of them hostile, %d answers with %d MB, lost %d; resident %d to %d KiB, descriptors %v",
		r.frames, r.hostile, r.answers, r.bytesOut>>20, r.lost, slices.Min(append(r.resident, 1<<62))>>10, slices.Max(append(r.resident, 0))>>10, r.descriptors)
}

// run sends n lines while reading; the writer is never more than a pipe ahead.
func (tr *traffic) run(t *testing.T, n int) (r result) {
	t.Helper()
	expected := make(chan sent, 256)
	failed := make(chan error, 1)
	go func() {
		defer close(expected)
		for i := range n {
			text, due := tr.next(i)
			expected <- due
			if _, err := io.WriteString(tr.to.in, text+"\n"); err != nil {
				failed <- err
				return
			}
		}
	}()
	sample := max(1, n/12)
	for due := range expected {
		r.frames++
		if due.id == "" {
			r.hostile++
		}
		if due.id != "" || due.answered {
			r.receive(t, tr.to, due)
		}
		if r.frames%sample == 0 {
			if resident, descriptors, known := tr.to.usage(); known {
				r.resident, r.descriptors = append(r.resident, resident), append(r.descriptors, descriptors)
			}
		}
	}
	select {
	case err := <-failed:
		t.Fatalf("the server stopped reading after %d frames: %v", r.frames, err)
	default:
	}
	r.judge(t)
	return r
}

// receive reads the one answer that is due.
func (r *result) receive(t *testing.T, p *process, due sent) {
	t.Helper()
	answer := p.read()
	r.answers++
	r.bytesOut += int64(len(answer))
	if due.id != "" && !strings.HasPrefix(answer, `{"jsonrpc":"2.0","id":`+due.id+`,`) {
		r.lost++
		t.Fatalf("frame %d: the answer of %s is missing; got %.200s", r.frames, due.id, answer)
	}
	if due.id == "" && (strings.HasPrefix(answer, `{"jsonrpc":"2.0","id":"g`) || !strings.Contains(answer, `"error":{"code":-32`) && !strings.Contains(answer, `"result":`)) {
		t.Fatalf("frame %d: a hostile line got %.200s", r.frames, answer)
	}
}

// judge demands flat memory and descriptors after the first third.
func (r *result) judge(t *testing.T) {
	t.Helper()
	third := len(r.resident) / 3
	if third == 0 {
		t.Log("memory and descriptors are not looked at: no /proc, or too few frames")
		return
	}
	early, late := slices.Max(r.resident[:2*third]), slices.Max(r.resident[2*third:])
	if late > early+early/4+4<<20 {
		t.Errorf("memory grows: %v bytes", r.resident)
	}
	if slices.Max(r.descriptors[third:]) > slices.Max(r.descriptors[:third]) {
		t.Errorf("descriptors grow: %v", r.descriptors)
	}
}
