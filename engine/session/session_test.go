package session

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/policy"
)

const testCompiler = "0.0.0-test"

// copyProject copies a project of testdata/projects into a temporary folder.
func copyProject(t testing.TB, name string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "testdata", "projects", name))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// openAt opens a session over the project in dir.
func openAt(t testing.TB, dir string, granted *policy.Policy) *Session {
	t.Helper()
	root, err := project.OpenRoot("/")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	s, faults := Open(t.Context(), Config{Root: root, Manifest: filepath.Join(dir, "semaprax.toml"), Policy: granted, Compiler: testCompiler})
	if faults.HasErrors() {
		for _, d := range faults {
			t.Error(d)
		}
		t.FailNow()
	}
	t.Cleanup(func() { s.Finish(nil) })
	return s
}

// openSession opens a session over a copy of a project.
func openSession(t testing.TB, name string, granted *policy.Policy) (*Session, string) {
	t.Helper()
	dir := copyProject(t, name)
	return openAt(t, dir, granted), dir
}

// withBatch is a policy that grants the read batch.
func withBatch(workers int) *policy.Policy {
	return &policy.Policy{Version: 7, ReadBatchWorkers: workers}
}

// allSelections are the policies whose selections differ.
func allSelections() []*policy.Policy {
	return []*policy.Policy{nil, withBatch(2), {Version: 7, CandidatePrepare: true}, {Version: 7, CandidatePrepare: true, Diagnostics: true, ReadBatchWorkers: 2}, policy.Review.Policy()}
}

// answer is one response, taken apart.
type answer struct {
	raw    string
	ID     json.RawMessage
	Result *struct {
		ImageRevision   string          `json:"image_revision"`
		ProjectRevision string          `json:"project_revision"`
		Payload         json.RawMessage `json:"payload"`
	}
	Error *struct {
		Code    int
		Message string
		Data    *struct {
			Diagnostics []struct{ Code string }
		}
	}
}

// code is the first diagnostic's code, or the number of the error.
func (a answer) code() string {
	switch {
	case a.Error == nil:
		return ""
	case a.Error.Data != nil:
		return a.Error.Data.Diagnostics[0].Code
	}
	raw, _ := json.Marshal(a.Error.Code)
	return string(raw)
}

// member is one member of the payload: the text of a string, empty for null, else its JSON.
func (a answer) member(t testing.TB, name string) string {
	t.Helper()
	if a.Result == nil {
		t.Fatalf("no result in %s", a.raw)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(a.Result.Payload, &members); err != nil {
		t.Fatal(err)
	}
	var text string
	if json.Unmarshal(members[name], &text) == nil {
		return text
	}
	return string(members[name])
}

func parseAnswer(t testing.TB, raw []byte) answer {
	t.Helper()
	a := answer{raw: string(raw)}
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatalf("response %q: %v", raw, err)
	}
	return a
}

// ask sends one request. params is the JSON object or empty.
func ask(t testing.TB, s *Session, method, params string) answer {
	t.Helper()
	frame := `{"jsonrpc":"2.0","id":7,"method":"` + method + `"`
	if params != "" {
		frame += `,"params":` + params
	}
	raw := s.Handle([]byte(frame + "}"))
	if raw == nil {
		t.Fatalf("%s: no response", method)
	}
	validResponse(t, s, method, raw)
	return parseAnswer(t, raw)
}

// imageParams is the object that binds a request to the current image, with more
// members after it.
func imageParams(s *Session, more ...string) string {
	return `{"image_revision":"` + s.image.Revision().String() + `"` + strings.Join(append([]string{""}, more...), ",") + `}`
}

func wantCode(t testing.TB, a answer, want string) {
	t.Helper()
	if got := a.code(); got != want {
		t.Fatalf("code %q, want %q in %.300s", got, want, a.raw)
	}
}

func TestOpenAnswersTheRevisions(t *testing.T) {
	s, _ := openSession(t, "calculator", nil)
	a := ask(t, s, "workspace/open", "")
	if got, want := a.member(t, "image_revision"), s.image.Revision().String(); got != want || a.Result.ImageRevision != want {
		t.Errorf("image revision %s, envelope %s, want %s", got, a.Result.ImageRevision, want)
	}
	if got, want := a.member(t, "project_revision"), s.project.Revision().String(); got != want || a.Result.ProjectRevision != want {
		t.Errorf("project revision %s, envelope %s, want %s", got, a.Result.ProjectRevision, want)
	}
	if got := a.member(t, "state"); got != "open" {
		t.Errorf("state %q", got)
	}
	want := `{"jsonrpc":"2.0","id":7,"result":{"image_revision":"`
	if !strings.HasPrefix(a.raw, want) {
		t.Errorf("layout %.80q", a.raw)
	}
}

func TestFramesAreJudgedInOrder(t *testing.T) {
	stale := `"sha256:` + strings.Repeat("0", 64) + `"`
	cases := []struct{ name, frame, want string }{
		{"not JSON", `{`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"request is not valid JSON"}}`},
		{"unknown method before params", `{"jsonrpc":"2.0","id":1,"method":"no/such","params":{"x":1}}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"method is unavailable in the host-selected v5 session"}}`},
		{"ungranted method", `{"jsonrpc":"2.0","id":1,"method":"workspace/read-batch"}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"method is unavailable in the host-selected v5 session"}}`},
		{"unknown parameter before missing", `{"jsonrpc":"2.0","id":"a","method":"workspace/refresh-preview","params":{"x":1}}`,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"unknown parameter for image protocol method"}}`},
		{"missing before stale", `{"jsonrpc":"2.0","id":2,"method":"workspace/refresh","params":{"image_revision":` + stale + `}}`,
			`{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"missing parameter expected_new_project_revision"}}`},
		{"params not an object", `{"jsonrpc":"2.0","id":3,"method":"workspace/open","params":[]}`,
			`{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"invalid params: params must be an object"}}`},
		{"notification", `{"jsonrpc":"2.0","method":"workspace/open"}`, ``},
		{"silent notification", `{"jsonrpc":"2.0","method":"workspace/open","params":[]}`, ``},
		{"blank", ``, ``},
	}
	s, _ := openSession(t, "calculator", nil)
	for _, c := range cases {
		if got := string(s.Handle([]byte(c.frame))); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestStaleImageComesBeforeTheWork(t *testing.T) {
	s, _ := openSession(t, "calculator", nil)
	zero := `"sha256:` + strings.Repeat("0", 64) + `"`
	for _, params := range []string{`{"image_revision":` + zero + `}`, `{"image_revision":7}`, `{"image_revision":null}`} {
		wantCode(t, ask(t, s, "workspace/open", params), "SPX-G282")
	}
	wantCode(t, ask(t, s, "workspace/open", imageParams(s)), "")
	wantCode(t, ask(t, s, "workspace/refresh-preview", `{"image_revision":`+zero+`}`), "SPX-G282")
	wantCode(t, ask(t, s, "workspace/refresh-preview", `{"image_revision":7}`), "-32602")
}

func TestOversizedFrameEndsTheSession(t *testing.T) {
	s, _ := openSession(t, "calculator", nil)
	frame := []byte(`{"jsonrpc":"2.0","id":1,"method":"workspace/open"}` + strings.Repeat(" ", MaxRequestBytes))
	wantCode(t, parseAnswer(t, s.Handle(frame[:MaxRequestBytes])), "")
	want := `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"request exceeds configured byte limit"}}`
	if got := string(s.Handle(frame[:MaxRequestBytes+1])); got != want {
		t.Errorf("got %s", got)
	}
	if !s.Terminal() || s.Handle(frame[:60]) != nil {
		t.Error("a terminal session answers")
	}
}

func TestOpenRefusesOtherManifests(t *testing.T) {
	dir := copyProject(t, "calculator")
	root, err := project.OpenRoot("/")
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, path := range []string{"semaprax.toml", filepath.Join(dir, "other.toml"), dir, dir + "/./semaprax.toml"} {
		if s, faults := Open(t.Context(), Config{Root: root, Manifest: path, Compiler: testCompiler}); s != nil || !faults.HasErrors() {
			t.Errorf("%s: opened", path)
		} else {
			t.Logf("%s: %v", path, faults[0])
		}
	}
}
