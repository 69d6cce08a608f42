package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/policy"
	"github.com/semaprax/semaprax-go/wire/mcp"
)

// life is where an MCP conversation is, as the answers show it.
type life int

const (
	fresh life = iota
	greeted
	ready
)

// adaptedTalk is a session behind the adapter under judgement. The source does not
// change in it; FuzzSession covers that.
type adaptedTalk struct {
	t  testing.TB
	s  *mcp.Session
	at life
	generator
	retained string
	tools    map[string]string // tool name to method
}

// adapt opens a session behind the adapter; nothing is sent before the fuzzer speaks.
func adapt(t testing.TB, w *world, granted *policy.Policy, data []byte) *adaptedTalk {
	t.Helper()
	d := w.discovery(t, granted)
	s, err := mcp.New(w.open(t, granted), mcp.Options{Version: compiler, Allocate: w.reserve})
	if err != nil {
		t.Fatal(err)
	}
	a := &adaptedTalk{t: t, s: s, generator: generator{tape: &tape{data}, discovered: d, seen: w.known(t)}, tools: map[string]string{}}
	for _, m := range d.methods {
		a.tools[strings.ReplaceAll(m.name, "/", "__")] = m.name
	}
	return a
}

const (
	hello       = `{"jsonrpc":"2.0","id":"h","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"f","version":"1"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// send handles a frame and judges the answer against the life so far.
func (a *adaptedTalk) send(frame []byte) (response []byte, j judged) {
	a.t.Helper()
	over := a.s.Terminal()
	response = bytes.Clone(a.s.HandleFrame(frame))
	if over {
		if response != nil {
			a.t.Fatalf("a terminal adapter answers %.200q", frame)
		}
		return nil, judged{none: true}
	}
	j = judgeFrame(a.t, adapted, adaptedLimit, frame, response)
	a.live(frame, response, j)
	if inner := a.inner(response); inner != nil {
		a.judgeInner(frame, inner)
	} else {
		a.unchanged(frame)
	}
	return response, j
}

// live demands that no step of the lifecycle is skipped.
func (a *adaptedTalk) live(frame, response []byte, j judged) {
	a.t.Helper()
	var loose struct{ Method string }
	known := json.Unmarshal(frame, &loose) == nil
	if j.none {
		if due := adapted.read(frame); due.silent && due.method == "notifications/initialized" && a.at == greeted && onlyMeta(due.params) {
			a.at = ready
		}
		return
	}
	if j.failed {
		if known && a.at != ready && strings.HasPrefix(loose.Method, "tools/") && j.code == -32000 && !strings.Contains(string(response), "SPX-G349") {
			a.t.Fatalf("before initialization: %.300s", response)
		}
		return
	}
	switch loose.Method {
	case "initialize":
		if a.at != fresh {
			a.t.Fatalf("initialized twice: %.300s", response)
		}
		a.at = greeted
	case "ping":
	case "tools/list", "tools/call":
		if a.at != ready {
			a.t.Fatalf("%s is served before initialization: %.300s", loose.Method, response)
		}
	default:
		a.t.Fatalf("%q succeeds: %.300s", loose.Method, response)
	}
}

// onlyMeta says whether params are what notifications/initialized may have.
func onlyMeta(params json.RawMessage) bool {
	var members map[string]json.RawMessage
	if params == nil {
		return true
	}
	if json.Unmarshal(params, &members) != nil {
		return false
	}
	for name, value := range members {
		if name != "_meta" || value[0] != '{' {
			return false
		}
	}
	return true
}

// inner is the text of a tool result, or nil for any other answer. The whole shape
// of the result is demanded on the way.
func (a *adaptedTalk) inner(response []byte) []byte {
	a.t.Helper()
	var r struct {
		Result struct {
			Content []map[string]string
			IsError *bool
		}
	}
	if json.Unmarshal(response, &r) != nil || r.Result.IsError == nil {
		return nil
	}
	content := r.Result.Content
	if len(content) != 1 || len(content[0]) != 2 || content[0]["type"] != "text" {
		a.t.Fatalf("content %v", content)
	}
	text := []byte(content[0]["text"])
	if succeeded := bytes.HasPrefix(text, []byte(`{"jsonrpc":"2.0","id":0,"result":`)); succeeded == *r.Result.IsError {
		a.t.Fatalf("isError %v for %.200s", *r.Result.IsError, text)
	}
	return text
}

// judgeInner judges the complete response of protocol v5 inside a tool result.
func (a *adaptedTalk) judgeInner(frame, text []byte) {
	a.t.Helper()
	var call struct{ Params struct{ Name string } }
	if err := json.Unmarshal(frame, &call); err != nil {
		a.t.Fatal(err)
	}
	name, listed := a.tools[call.Params.Name]
	if !listed {
		a.t.Fatalf("%q is no tool and answers %.200s", call.Params.Name, text)
	}
	j := judgeFrame(a.t, direct, directLimit, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":0,"method":%s}`, quote(name)), text)
	a.judgeMethod(a.t, name, text, j)
	if j.failed || a.byName[name].query {
		a.unchanged(frame)
	} else {
		a.harvest(text)
		a.retained = a.inventory()
	}
	a.harvest(text)
}

// inventory asks the session itself what it retains, once it may be asked.
func (a *adaptedTalk) inventory() string {
	if a.at != ready || a.byName[retainedMethod] == nil {
		return ""
	}
	image := a.seen["image_revision"][len(a.seen["image_revision"])-1]
	return string(a.s.HandleFrame([]byte(`{"jsonrpc":"2.0","id":0,"method":"tools/call","params":{"name":"` + strings.ReplaceAll(retainedMethod, "/", "__") +
		`","arguments":{"image_revision":"` + image + `"}}}`)))
}

func (a *adaptedTalk) unchanged(frame []byte) {
	a.t.Helper()
	if a.s.Terminal() {
		return
	}
	now := a.inventory()
	if a.retained != "" && now != a.retained {
		a.t.Fatalf("%.300q changed the registry\nfrom %s\n  to %s", frame, a.retained, now)
	}
	a.retained = now
}

// FuzzMCP holds whole MCP conversations over a whole session.
//
// Oracle: that of FuzzSession for the text of every tool result, an independent
// reading of each outer frame, and the lifecycle as the answers show it.
func FuzzMCP(f *testing.F) {
	w := calculator(f)
	f.Add(uint8(0), []byte{0, 1, 1, 0})                              // hello, initialized
	f.Add(uint8(0), []byte{1, 4, 0, 5, 0, 0, 1, 0})                  // everything too early
	f.Add(uint8(1), append([]byte{0, 1, 2, 2, 2}, noise(1, 300)...)) // pages, then calls
	f.Add(uint8(2), append([]byte{0, 1}, noise(2, 400)...))          // calls in any order
	f.Add(uint8(0), append([]byte{0, 1}, noise(3, 600)...))          // candidates
	f.Add(uint8(3), append([]byte{0, 0, 1, 1}, noise(4, 300)...))    // twice
	f.Fuzz(func(t *testing.T, selection uint8, data []byte) {
		a := adapt(t, w, selections()[int(selection)%len(selections())], data)
		for range 24 {
			if a.done() {
				break
			}
			a.step()
		}
		if err := a.s.Finish(nil); err != nil {
			t.Fatalf("the end fails: %v", err)
		}
		if a.s.HandleFrame([]byte(hello)) != nil {
			t.Fatal("a finished adapter answers")
		}
	})
}

// step does one thing a client may do.
func (a *adaptedTalk) step() {
	switch choice := a.below(12); choice {
	case 0:
		a.send([]byte(hello))
	case 1:
		a.send([]byte(initialized))
	case 2:
		a.list()
	case 3:
		a.send([]byte(`{"jsonrpc":"2.0","id":7,"method":"ping"}`))
	case 4:
		a.send([]byte(oneOf(a.tape, hostile()...)))
	case 5:
		raw := a.left[:min(a.below(80), len(a.left))]
		a.left = a.left[len(raw):]
		a.send(raw)
	default:
		method, params := a.call()
		head := oneOf(a.tape, `"id":-5,`, `"id":"",`, `"id":9007199254740993,`, ``, `"id":"a\"é",`)
		a.send(fmt.Appendf(nil, `{"jsonrpc":"2.0",%s"method":"tools/call","params":{"name":%s,"arguments":%s%s}}`,
			head, quote(strings.ReplaceAll(method, "/", oneOf(a.tape, "__", "__", "__", "/"))), params, oneOf(a.tape, "", "", `,"_meta":{"x":1}`, `,"_meta":1`)))
	}
}

// list walks the catalogue to its end or tries a cursor nobody gave.
func (a *adaptedTalk) list() {
	a.t.Helper()
	params, tools := "{}", 0
	for pages := 0; pages < 64; pages++ {
		response, j := a.send([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":` + params + `}`))
		if j.failed || j.none {
			return
		}
		var r struct {
			Result struct {
				Tools      []struct{ Name string }
				NextCursor string
			}
		}
		if err := json.Unmarshal(response, &r); err != nil || len(r.Result.Tools) > mcp.MaxPageTools || len(r.Result.Tools) == 0 {
			a.t.Fatalf("page %.200s: %v", response, err)
		}
		tools += len(r.Result.Tools)
		if r.Result.NextCursor == "" {
			if tools != len(a.tools) {
				a.t.Fatalf("%d tools on all pages, want %d", tools, len(a.tools))
			}
			return
		}
		params = `{"cursor":` + quote(r.Result.NextCursor) + `}`
		if a.rarely(6) {
			params = oneOf(a.tape, `{"cursor":"mcp1:0"}`, `{"cursor":1}`, `{"cursor":`+quote(r.Result.NextCursor+"0")+`}`, `{"x":1}`)
		}
	}
	a.t.Fatal("the catalogue does not end")
}
