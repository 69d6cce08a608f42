package fuzz

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/policy"
)

// conversation is a direct session of protocol v5 under judgement.
type conversation struct {
	t  testing.TB
	on *world
	s  *session.Session
	generator
	retained string // what the registry held after the last accepted change
	keeps    bool   // the selection can tell what it retains
	disk     int    // which content the source has
	held     int    // which content the session has adopted
	strayed  bool   // the source differed since the last adoption
	absorbed bool   // and the session has seen it
	late     bool   // the source changed behind the last look of a publication
	stats    func(string, judged)
}

// converse opens a session.
func converse(t testing.TB, w *world, granted *policy.Policy, data []byte) *conversation {
	t.Helper()
	return converseWith(t, w, granted, w.discovery(t, granted), data, func(*session.Session) {})
}

// converseWith opens a session that its host prepares before the first frame.
func converseWith(t testing.TB, w *world, granted *policy.Policy, found *discovered, data []byte, prepare func(*session.Session)) *conversation {
	t.Helper()
	c := &conversation{t: t, on: w, s: w.open(t, granted)}
	prepare(c.s)
	c.generator = generator{tape: &tape{data}, discovered: found, seen: w.known(t)}
	_, c.keeps = c.byName[retainedMethod]
	c.retained = c.inventory()
	return c
}

const retainedMethod = "workspace/retained-subjects"

// inventory is what the registry holds, or "" when the session cannot tell.
func (c *conversation) inventory() string {
	if !c.keeps || c.disk != c.held {
		return ""
	}
	response := string(c.s.Handle([]byte(`{"jsonrpc":"2.0","id":0,"method":"` + retainedMethod + `","params":{"image_revision":"` + c.newest("image_revision") + `"}}`)))
	if !strings.Contains(response, `"result":`) {
		return ""
	}
	return response
}

// send handles a frame and judges the answer; nothing here is specific to a method.
func (c *conversation) send(frame []byte) (response []byte, j judged) {
	c.t.Helper()
	over := c.s.Terminal()
	response = bytes.Clone(c.s.Handle(frame))
	if over {
		if response != nil {
			c.t.Fatalf("a terminal session answers %.200q with %.200s", frame, response)
		}
		return nil, judged{none: true}
	}
	j = judgeFrame(c.t, direct, directLimit, frame, response)
	c.absorbed = c.absorbed || strings.Contains(j.codes, "SPX-J102")
	if j.failed || j.none {
		c.unchanged(frame, response)
	}
	return response, j
}

// unchanged demands that the registry is what it was.
func (c *conversation) unchanged(frame, response []byte) {
	c.t.Helper()
	if c.s.Terminal() || c.retained == "" {
		return
	}
	if now := c.inventory(); now != "" && now != c.retained {
		c.t.Fatalf("%.300q with the answer %.300s changed the registry\nfrom %s\n  to %s", frame, response, c.retained, now)
	}
}

// request performs a generated call and judges the answer by its method.
func (c *conversation) request(name string, params []byte) []byte {
	c.t.Helper()
	frame := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"method":%s,"params":%s}`,
		oneOf(c.tape, "1", `"a"`, "18446744073709551615", `"\"é"`), quote(name), params)
	if len(frame) > direct.limit {
		return nil
	}
	response, j := c.send(frame)
	if response == nil {
		return nil
	}
	if j.code != -32700 && j.code != -32600 {
		c.judgeMethod(c.t, name, response, j)
	}
	if c.stats != nil {
		c.stats(name, j)
	}
	c.after(name, response, j)
	return response
}

// afterDrift are the methods that may succeed although the source has changed.
var afterDrift = map[string]bool{"workspace/refresh": true, "workspace/refresh-preview": true, "source-commit/status": true, "candidate/commit-report": true}

// after keeps what an answer means for the rest of the conversation.
func (c *conversation) after(name string, response []byte, j judged) {
	c.t.Helper()
	if j.failed {
		return
	}
	unseen := c.late && name == "candidate/commit"
	if (c.disk != c.held && !unseen || c.absorbed) && !afterDrift[name] {
		c.t.Fatalf("%s succeeds over a changed source: %.300s", name, response)
	}
	if name == "workspace/refresh" {
		c.held, c.strayed, c.absorbed = c.disk, false, false
	}
	m := c.byName[name]
	if m != nil && m.query {
		c.unchanged([]byte(name), response)
	} else {
		c.harvest(response)
		c.retained = c.inventory()
	}
	c.harvest(response)
	c.keepCapsule(response)
}

// keepCapsule remembers a capsule that one chunk holds whole.
func (c *conversation) keepCapsule(response []byte) {
	var r struct {
		Result struct {
			Payload struct {
				Chunk  string
				Schema string `json:"capsule_schema"`
				Next   *int   `json:"next_offset"`
				Offset int
			}
		}
	}
	if json.Unmarshal(response, &r) == nil && r.Result.Payload.Schema != "" && r.Result.Payload.Next == nil && r.Result.Payload.Offset == 0 {
		c.remember("capsule", strings.TrimSuffix(r.Result.Payload.Chunk, "\n"))
	}
}

// change gives the source one of its three states: 0 is the original, 1 has another
// mode, 2 another text.
func (c *conversation) change(to int) {
	path := filepath.Join(c.on.dir, "src", "core.spx")
	text := c.on.core
	if to == 2 {
		text = strings.Replace(text, "left * right\n", "right * left\n", 1)
	}
	mode := os.FileMode(0o644)
	if to == 1 {
		mode = 0o664
	}
	if err := errors.Join(os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode)); err != nil {
		c.t.Fatal(err)
	}
	c.disk = to
	c.strayed = c.strayed || to != c.held
}

// finish ends the conversation and demands the final authentication.
func (c *conversation) finish() {
	c.t.Helper()
	ended := c.s.Finish(nil)
	differs := c.disk != c.held
	c.change(0)
	var failure *session.Failure
	if differs && !(errors.As(ended, &failure) && failure.Diagnostics[0].Code == "SPX-J102") {
		c.t.Fatalf("a changed source was not found at the end: %v", ended)
	}
	if !differs && (ended != nil) != c.absorbed && !(ended != nil && c.strayed) {
		c.t.Fatalf("the end fails: %v", ended)
	}
	if again := c.s.Finish(nil); again != ended {
		c.t.Fatalf("the second end is %v", again)
	}
	if c.s.Handle([]byte(`{"jsonrpc":"2.0","id":0,"method":"workspace/open"}`)) != nil {
		c.t.Fatal("a finished session answers")
	}
}
