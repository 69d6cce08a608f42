package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/policy"
	"github.com/semaprax/semaprax-go/wire/mcp"
)

// openSession opens a session over the calculator in this process.
func openSession(t *testing.T, granted *policy.Policy) *session.Session {
	t.Helper()
	return openProject(t, "calculator", granted)
}

// adapted is a session behind a ready adapter.
type adapted struct {
	t       *testing.T
	session *mcp.Session
}

func adapt(t *testing.T, s *session.Session) *adapted {
	t.Helper()
	adapter, err := mcp.New(s, mcp.Options{Version: version})
	if err != nil {
		t.Fatal(err)
	}
	a := &adapted{t, adapter}
	a.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	a.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return a
}

func (a *adapted) send(frame string) []byte { return a.session.HandleFrame([]byte(frame)) }

// call returns the text of a tool result.
func (a *adapted) call(tool, arguments string) (text string, isError bool) {
	a.t.Helper()
	got := a.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments))
	var response struct {
		Result *struct {
			Content []struct{ Text string }
			IsError bool
		}
	}
	if err := json.Unmarshal(got, &response); err != nil || response.Result == nil || len(response.Result.Content) != 1 {
		a.t.Fatalf("%s %s: %v in %.300s", tool, arguments, err, got)
	}
	return response.Result.Content[0].Text, response.Result.IsError
}

// tools lists every tool.
func (a *adapted) tools() (names []string) {
	a.t.Helper()
	for params := "{}"; ; {
		got := a.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":` + params + `}`)
		var response struct {
			Result struct {
				Tools      []struct{ Name string }
				NextCursor string
			}
		}
		if err := json.Unmarshal(got, &response); err != nil {
			a.t.Fatalf("%v in %.300s", err, got)
		}
		for _, tool := range response.Result.Tools {
			names = append(names, tool.Name)
		}
		if response.Result.NextCursor == "" {
			return names
		}
		params = fmt.Sprintf(`{"cursor":%q}`, response.Result.NextCursor)
	}
}

// direct returns the same request's response from a session without adapter.
func direct(s *session.Session, method, params string) string {
	return string(s.Handle([]byte(fmt.Sprintf(`{"id":0,"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))))
}

func batchPolicy() *policy.Policy {
	granted := policy.ReadOnly.Policy()
	granted.Version, granted.ReadBatchWorkers = policy.Newest, 2
	return granted
}

// argumentsOf are the arguments every method is tried with: none, wrong ones,
// a stale image, the right image, and what the method needs beside it.
func argumentsOf(image string) []string {
	good := fmt.Sprintf(`"image_revision":%q`, image)
	return []string{
		`{}`, `{"nope":1}`, `{"image_revision":1}`, `{"image_revision":"sha256:` + strings.Repeat("0", 64) + `"}`, `{` + good + `}`, `{ ` + good + ` , "target" : "calculator.add" }`,
		`{` + good + `,"stable_id":"calculator.add"}`, `{` + good + `,"stable_id":"no.such"}`,
		`{` + good + `,"target":"calculator.\u0061dd"}`, `{` + good + `,"target":"no.such"}`,
		`{` + good + `,"target_kind":"declaration","target":"calculator.add","depth":2}`,
		`{` + good + `,"target":"calculator.add","chunk_bytes":1024}`, `{` + good + `,"target":"calculator.add","facet":"signature"}`,
		`{` + good + `,"expected_new_project_revision":"sha256:` + strings.Repeat("1", 64) + `"}`,
		`{` + good + `,"batch":{"frames":["{\"jsonrpc\":\"2.0\",\"id\":\"ü\u2028\",\"method\":\"workspace/status\"}","","x",` +
			`"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"workspace/read-batch\",\"params\":{}}\n"]}}`,
		`{` + good + `,"batch":{"frames":[]}}`,
	}
}

// TestMCPTextIsTheDirectResponse compares every method, with answers and with
// refusals, byte for byte with protocol v5.
func TestMCPTextIsTheDirectResponse(t *testing.T) {
	plain := openSession(t, batchPolicy())
	a := adapt(t, openSession(t, batchPolicy()))
	opened := direct(plain, "workspace/open", "{}")
	_, rest, found := strings.Cut(opened, `"image_revision":"`)
	if !found {
		t.Fatalf("open: %s", opened)
	}
	image := rest[:71]
	answered := map[string]int{}
	for _, tool := range a.tools() {
		method := strings.ReplaceAll(tool, "__", "/")
		for _, arguments := range argumentsOf(image) {
			want := direct(plain, method, arguments)
			got, isError := a.call(tool, arguments)
			if got != want {
				t.Errorf("%s %s:\n  mcp %.400s\ndirect %.400s", method, arguments, got, want)
			}
			if wantError := !strings.HasPrefix(want, `{"jsonrpc":"2.0","id":0,"result":`); isError != wantError {
				t.Errorf("%s %s: isError %v for %.100s", method, arguments, isError, want)
			}
			if !isError {
				answered[method]++
			}
		}
	}
	for _, method := range []string{"workspace/open", "workspace/read-batch", "image/symbol", "protocol/schemas"} {
		if answered[method] == 0 {
			t.Errorf("%s was never answered with a result", method)
		}
	}
}

// TestToolsAreExactlyTheGrantedMethods compares the catalogue with what the
// direct protocol says it has, for each selection.
func TestToolsAreExactlyTheGrantedMethods(t *testing.T) {
	listed := map[string][]string{}
	for name, granted := range map[string]*policy.Policy{"read only": policy.ReadOnly.Policy(), "batch": batchPolicy(),
		"candidates": policy.Candidate.Policy(), "review": policy.Review.Policy()} {
		listed[name] = adapt(t, openSession(t, granted)).tools()
		want := methodsOf(t, direct(openSession(t, granted), "protocol/capabilities", "{}"))
		if len(want) == 0 || !slices.Equal(listed[name], want) {
			t.Errorf("%s: tools %q, methods %q", name, listed[name], want)
		}
	}
	for _, each := range []struct {
		tool string
		in   []string
	}{
		{"workspace__open", []string{"read only", "batch", "candidates", "review"}}, {"workspace__read-batch", []string{"batch"}},
		{"candidate__apply-intent", []string{"candidates", "review"}}, {"hole__open", []string{"candidates", "review"}},
		{"candidate__test", []string{"review"}}, {"candidate__attempt", []string{"review"}}, {"candidate__commit", nil},
	} {
		for name, tools := range listed {
			if got, want := slices.Contains(tools, each.tool), slices.Contains(each.in, name); got != want {
				t.Errorf("%s in the selection %s: %v", each.tool, name, got)
			}
		}
	}
	readOnly, batch := listed["read only"], listed["batch"]
	if i := slices.Index(batch, "workspace__read-batch"); i < 0 || !slices.Equal(slices.Delete(slices.Clone(batch), i, i+1), readOnly) {
		t.Errorf("batch %q, read only %q", batch, readOnly)
	}
}

// methodsOf are the tool names of the methods that protocol/capabilities lists.
func methodsOf(t *testing.T, capabilities string) (names []string) {
	t.Helper()
	var answer struct {
		Result struct {
			Payload struct{ Methods []string }
		}
	}
	if err := json.Unmarshal([]byte(capabilities), &answer); err != nil {
		t.Fatal(err)
	}
	for _, method := range answer.Result.Payload.Methods {
		names = append(names, strings.ReplaceAll(method, "/", "__"))
	}
	slices.Sort(names)
	return names
}

// TestUngrantedToolsNeverReachTheSession calls what another selection has.
func TestUngrantedToolsNeverReachTheSession(t *testing.T) {
	a := adapt(t, openSession(t, policy.ReadOnly.Policy()))
	for _, tool := range []string{"workspace__read-batch", "candidate__open", "candidate__commit", "candidate__test", "hole__open"} {
		got := a.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{"image_revision":"x"}}}`, tool))
		if !bytes.Contains(got, []byte(`"code":-32602,"message":"unknown or unavailable tool name"`)) {
			t.Errorf("%s: %s", tool, got)
		}
	}
}

// TestAClaimedSessionIsTheAdaptersAlone tries to reach a session beside its
// adapter, and to hand it out twice.
func TestAClaimedSessionIsTheAdaptersAlone(t *testing.T) {
	s := openSession(t, policy.ReadOnly.Policy())
	a := adapt(t, s)
	if _, err := mcp.New(s, mcp.Options{}); err == nil || !strings.HasPrefix(err.Error(), "SPX-G349") {
		t.Errorf("a second adapter: %v", err)
	}
	if got := direct(s, "workspace/open", "{}"); got != "" {
		t.Errorf("a direct call is answered: %.200s", got)
	}
	if text, isError := a.call("workspace__open", "{}"); isError {
		t.Errorf("the adapter's own call: %.200s", text)
	}
	used := openSession(t, policy.ReadOnly.Policy())
	direct(used, "workspace/open", "{}")
	if _, err := mcp.New(used, mcp.Options{}); err == nil || !strings.HasPrefix(err.Error(), "SPX-G349") {
		t.Errorf("a used session: %v", err)
	}
}
