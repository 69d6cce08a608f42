package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/policy"
)

// talk has one conversation twice: with a session and, as tools, with an adapter over
// another session of the same source. Revisions are digests, so both know the same.
type talk struct {
	t       *testing.T
	plain   *session.Session
	adapter *adapted
	vocabulary
	answered map[string]bool // methods that had a result
}

func newTalk(t *testing.T, project string, granted *policy.Policy) *talk {
	t.Helper()
	k := &talk{t: t, plain: openProject(t, project, granted), adapter: adapt(t, openProject(t, project, granted)),
		vocabulary: newVocabulary(), answered: map[string]bool{}}
	k.open(direct(k.plain, "workspace/open", "{}"))
	return k
}

// vocabulary is what stands for revisions in parameters.
type vocabulary struct {
	words map[string]string
	count map[string]int
}

// nameable are the members whose values later parameters name, the first as CANDIDATE1,
// the newest as CANDIDATE.
var nameable = regexp.MustCompile(`"(attempt|candidate|draft|task|repair|reference|handle|approval|report)(?:_revision|_id)?":"(sha256:[0-9a-f]{64})"`)

// ask makes one call both ways and demands the same bytes.
func (k *talk) ask(method, params string) string {
	k.t.Helper()
	params = k.resolve(params)
	want := direct(k.plain, method, params)
	got, isError := k.adapter.call(strings.ReplaceAll(method, "/", "__"), params)
	if got != want {
		k.t.Errorf("%s %s:\n  mcp %.400s\ndirect %.400s", method, params, got, want)
	}
	if wantError := !strings.HasPrefix(want, `{"jsonrpc":"2.0","id":0,"result":`); isError != wantError {
		k.t.Errorf("%s %s: isError %v for %.100s", method, params, isError, want)
	}
	if !isError {
		k.answered[method] = true
	}
	k.learn(want)
	return want
}

func newVocabulary() vocabulary {
	return vocabulary{words: map[string]string{"NOTHING": "sha256:" + strings.Repeat("0", 64)}, count: map[string]int{}}
}

// resolve puts revisions where words stand.
func (v *vocabulary) resolve(params string) string {
	return regexp.MustCompile(`\b[A-Z]+[0-9]*\b`).ReplaceAllStringFunc(params, func(word string) string {
		if value, known := v.words[word]; known {
			return value
		}
		return word
	})
}

// open takes up the revisions of workspace/open, which stay.
func (v *vocabulary) open(answer string) {
	for _, word := range []string{"image", "project"} {
		_, rest, _ := strings.Cut(answer, `"`+word+`_revision":"`)
		v.words[strings.ToUpper(word)], _, _ = strings.Cut(rest, `"`)
	}
}

// learn takes up the revisions of an answer.
func (v *vocabulary) learn(answer string) {
	for _, match := range nameable.FindAllStringSubmatch(answer, -1) {
		word := strings.ToUpper(match[1])
		v.words[word] = match[2]
		if slices.Contains(v.values(word), match[2]) {
			continue
		}
		v.count[word]++
		v.words[fmt.Sprint(word, v.count[word])] = match[2]
	}
}

// values are the revisions of a word in the order in which they came.
func (v *vocabulary) values(word string) (values []string) {
	for n := range v.count[word] {
		values = append(values, v.words[fmt.Sprint(word, n+1)])
	}
	return values
}

// transcript has the conversation of a transcript of the session's own tests.
func transcript(t *testing.T, path string) *talk {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	granted, requests := batchPolicy(), ""
	for _, file := range archive.Files {
		switch file.Name {
		case "policy":
			parsed, refused := policy.Parse(file.Data)
			if refused != nil {
				t.Fatal(refused)
			}
			granted = parsed
		case "requests":
			requests = string(file.Data)
		}
	}
	_, project, _ := strings.Cut(string(archive.Comment), "project: ")
	k := newTalk(t, strings.TrimSpace(project), granted)
	call := regexp.MustCompile(`^\{"jsonrpc":"2\.0","id":[^,]+,"method":"([a-z-]+/[a-z-]+)","params":(\{.*\})\}$`)
	for line := range strings.Lines(requests) {
		if m := call.FindStringSubmatch(strings.TrimSpace(line)); m != nil && slices.Contains(k.adapter.tools(), strings.ReplaceAll(m[1], "/", "__")) {
			k.ask(m[1], m[2])
		}
	}
	return k
}

// remaining are calls that get a result, for the methods that no transcript has.
const remaining = `protocol/schemas {}
protocol/capabilities {}
protocol/instructions {}
protocol/constructor-schemas {"image_revision":"IMAGE"}
workspace/open {}
query/catalog {}
image/symbol {"image_revision":"IMAGE","stable_id":"calculator.add"}
image/context {"image_revision":"IMAGE","target_kind":"declaration","target":"calculator.add","depth":2}
image/impact {"image_revision":"IMAGE","target_kind":"declaration","target":"calculator.add"}
image/dependencies {"image_revision":"IMAGE","target":"calculator.add"}
image/dependency-summary {"image_revision":"IMAGE","target":"calculator.add"}
image/dependency-page {"image_revision":"IMAGE","target":"calculator.add","view":"members","handle":"HANDLE"}
image/function-summary {"image_revision":"IMAGE","target":"calculator.add"}
image/facet {"image_revision":"IMAGE","target":"calculator.add","facet":"unsafe-boundaries","handle":"HANDLE"}
image/function-reference-export {"image_revision":"IMAGE","target":"calculator.add","facet":"signature"}
candidate/open {"image_revision":"IMAGE"}
candidate/apply-intent {"image_revision":"IMAGE","candidate_revision":"CANDIDATE1","intent":{"kind":"rename_declaration","target":"calculator.clamp","name":"bounded"}}
candidate/apply-intent {"image_revision":"IMAGE","candidate_revision":"CANDIDATE","intent":{"kind":"add_contract","target":"calculator.add","phase":"requires","predicate":{"kind":"bool","value":true}}}
change/catalog {"image_revision":"IMAGE","candidate_revision":"CANDIDATE","target":"calculator.add"}
expression/catalog {"image_revision":"IMAGE","candidate_revision":"CANDIDATE","target":"calculator.add"}
candidate/contract-expression-catalog {"image_revision":"IMAGE","candidate_revision":"CANDIDATE","target":"calculator.add"}
candidate/source-review {"image_revision":"IMAGE","candidate_revision":"CANDIDATE"}
candidate/semantic-delta {"image_revision":"IMAGE","candidate_revision":"CANDIDATE","target":"calculator.clamp"}
candidate/semantic-delta-catalog {"image_revision":"IMAGE","candidate_revision":"CANDIDATE"}
candidate/contract-delta {"image_revision":"IMAGE","candidate_revision":"CANDIDATE"}
candidate/interface-delta {"image_revision":"IMAGE","candidate_revision":"CANDIDATE"}
candidate/ownership-delta {"image_revision":"IMAGE","candidate_revision":"CANDIDATE"}
candidate/dependency-summary {"image_revision":"IMAGE","candidate_revision":"CANDIDATE","target":"calculator.add"}
candidate/dependency-page {"image_revision":"IMAGE","candidate_revision":"CANDIDATE","target":"calculator.add","view":"members","handle":"HANDLE"}
candidate/function-summary {"image_revision":"IMAGE","candidate_revision":"CANDIDATE","target":"calculator.add"}
candidate/function-facet {"image_revision":"IMAGE","candidate_revision":"CANDIDATE","target":"calculator.add","facet":"unsafe-boundaries","handle":"HANDLE"}
candidate/impact-summary {"image_revision":"IMAGE","candidate_revision":"CANDIDATE","target":"calculator.add"}
candidate/impact-page {"image_revision":"IMAGE","candidate_revision":"CANDIDATE","target":"calculator.add","view":"frontier","handle":"HANDLE"}
candidate/symbol-diagnostics {"image_revision":"IMAGE","candidate_revision":"CANDIDATE","target":"calculator.add"}
candidate/test-plan {"image_revision":"IMAGE","candidate_revision":"CANDIDATE"}
candidate/test {"image_revision":"IMAGE","candidate_revision":"CANDIDATE"}
candidate/test-task-start {"image_revision":"IMAGE","candidate_revision":"CANDIDATE"}`

// TestMCPConversations has whole conversations, candidates, drafts, attempts and tests
// among them, and demands that every method of every selection without Git had a result.
func TestMCPConversations(t *testing.T) {
	var talks []*talk
	paths, _ := filepath.Glob("../../engine/session/testdata/transcripts/*.txtar")
	if len(paths) < 6 {
		t.Fatal("transcripts are missing:", paths)
	}
	for _, path := range paths {
		talks = append(talks, transcript(t, path))
	}
	for _, k := range talks {
		for _, revision := range k.values("CANDIDATE") {
			k.restore("candidate", revision)
		}
		for _, revision := range k.values("DRAFT") {
			k.restore("hole", revision)
		}
	}
	records := newTalk(t, "tokens", policy.Candidate.Policy())
	records.ask("candidate/open", `{"image_revision":"IMAGE"}`)
	records.ask("candidate/interface-catalog", `{"image_revision":"IMAGE","candidate_revision":"CANDIDATE","target":"tokens.pair"}`)
	granted := policy.Review.Policy()
	granted.Version, granted.Diagnostics, granted.ReadBatchWorkers = policy.Newest, true, 2
	k := newTalk(t, "calculator", granted)
	for line := range strings.Lines(remaining) {
		method, params, _ := strings.Cut(strings.TrimSpace(line), " ")
		if answer := k.ask(method, params); !k.answered[method] {
			t.Errorf("%s %s: %.300s", method, params, answer)
		}
	}
	k.task()
	k.reference()
	answered := map[string]bool{}
	for _, each := range append(talks, records, k) {
		maps.Copy(answered, each.answered)
	}
	for _, tool := range k.adapter.tools() {
		if method := strings.ReplaceAll(tool, "__", "/"); !answered[method] {
			t.Errorf("%s never had a result", method)
		}
	}
}

// task waits for the task on both sides, which do not run in step, and compares again.
func (k *talk) task() {
	k.t.Helper()
	params := fmt.Sprintf(`{"image_revision":%q,"task_revision":%q}`, k.words["IMAGE"], k.words["TASK"])
	ended := func(text string) bool { return strings.Contains(text, `"terminal":true`) }
	deadline := time.Now().Add(time.Minute)
	for {
		through, _ := k.adapter.call("candidate__test-task-status", params)
		if ended(direct(k.plain, "candidate/test-task-status", params)) && ended(through) {
			break
		}
		if time.Now().After(deadline) {
			k.t.Fatal("the tasks do not end")
		}
		runtime.Gosched()
	}
	k.ask("candidate/test-task-status", params)
	k.ask("candidate/test-task-cancel", params)
	k.ask("candidate/test-task-result", strings.TrimSuffix(params, "}")+`,"offset":0,"max_bytes":4096}`)
}

// restore exports a candidate or draft of the conversation, in chunks, and restores it.
func (k *talk) restore(kind, revision string) {
	k.t.Helper()
	if !slices.Contains(k.adapter.tools(), kind+"__recovery-export") {
		return
	}
	member := map[string]string{"candidate": "candidate_revision", "hole": "draft_revision"}[kind]
	var capsule strings.Builder
	for offset := 0; ; {
		var answer struct {
			Result struct {
				Payload struct {
					Chunk string
					Next  *int `json:"next_offset"`
				}
			}
		}
		text := k.ask(kind+"/recovery-export", fmt.Sprintf(`{"image_revision":"IMAGE",%q:%q,"offset":%d}`, member, revision, offset))
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			k.t.Fatal(err)
		}
		if answer.Result.Payload.Chunk == "" {
			return // it was discarded, which both sides say
		}
		capsule.WriteString(answer.Result.Payload.Chunk)
		if answer.Result.Payload.Next == nil {
			break
		}
		offset = *answer.Result.Payload.Next
	}
	k.ask(kind+"/recovery-restore", `{"image_revision":"IMAGE","capsule":`+strings.TrimSpace(capsule.String())+`}`)
}

// reference resolves the capsule of a reference that was exported.
func (k *talk) reference() {
	k.t.Helper()
	text := k.ask("image/function-reference-export", `{"image_revision":"IMAGE","target":"calculator.add","facet":"signature"}`)
	_, capsule, found := strings.Cut(text, `"payload":`)
	capsule, _, _ = strings.Cut(capsule, `,"project_revision":"`+k.words["PROJECT"]+`","protocol"`)
	if !found {
		k.t.Fatalf("export: %.300s", text)
	}
	k.ask("image/function-reference-resolve", fmt.Sprintf(`{"image_revision":"IMAGE","reference":%q}`, capsule))
}

// openProject opens a session over a project of testdata in this process.
func openProject(t *testing.T, project string, granted *policy.Policy) *session.Session {
	t.Helper()
	path := filepath.Join(t.TempDir(), "host.json")
	if err := os.WriteFile(path, granted.AppendFile(nil), 0o600); err != nil {
		t.Fatal(err)
	}
	opened, faults := openHost(t.Context(), filepath.Join("..", "..", "testdata", "projects", project, "semaprax.toml"), path)
	if faults != nil {
		t.Fatal(faults)
	}
	t.Cleanup(opened.close)
	return opened.session
}

// TestMCPPublishesLikeTheSession publishes one candidate twice, directly and through
// the adapter, with the branch set back between, and compares the conversations.
func TestMCPPublishesLikeTheSession(t *testing.T) {
	d, base := exported(t)
	if err := d.approve(base); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(d.path("capsule.json"))
	if err != nil {
		t.Fatal(err)
	}
	capsule := strings.TrimSpace(string(text))
	plain := openPublishing(t, d)
	said, head := publication(t, d, capsule, func(method, params string) string { return direct(plain, method, params) })
	if err := plain.Finish(nil); err != nil {
		t.Fatal(err)
	}
	if _, err := d.git(t.Context(), "update-ref", "refs/heads/main", base); err != nil {
		t.Fatal(err)
	}
	tools := adapt(t, openPublishing(t, d))
	got, again := publication(t, d, capsule, func(method, params string) string {
		answer, _ := tools.call(strings.ReplaceAll(method, "/", "__"), params)
		return answer
	})
	if !slices.Equal(got, said) {
		t.Errorf("   mcp %q\ndirect %q", got, said)
	}
	if head == base || again != head {
		t.Errorf("the branch went from %s to %s, then to %s", base, head, again)
	}
	if names := tools.tools(); !slices.Contains(names, "candidate__commit") || slices.Contains(names, "candidate__test") {
		t.Errorf("tools %q", names)
	}
}

// openPublishing opens the second session of a demo in this process.
func openPublishing(t *testing.T, d *demo) *session.Session {
	t.Helper()
	opened, faults := openHost(t.Context(), d.path("shop", "semaprax.toml"), d.path("publish.json"))
	if faults != nil {
		t.Fatal(faults)
	}
	t.Cleanup(opened.close)
	return opened.session
}

// publication refuses, publishes, refuses again and reads the receipt. It returns what
// was answered and where the branch stands.
func publication(t *testing.T, d *demo, capsule string, ask func(method, params string) string) (answers []string, head string) {
	t.Helper()
	v := newVocabulary()
	v.open(ask("workspace/open", "{}"))
	commit := func(candidate, approval string) string {
		return fmt.Sprintf(`{"image_revision":"IMAGE","candidate_revision":%q,"approval_revision":%q}`, candidate, approval)
	}
	for _, each := range []struct{ method, params, want string }{
		{"source-commit/status", `{"image_revision":"IMAGE"}`, `"state":"available"`},
		{"candidate/commit", commit("NOTHING", "APPROVAL"), `"message":"SPX-G`},
		{"candidate/recovery-restore", `{"image_revision":"IMAGE","capsule":` + capsule + `}`, `"candidate_revision":"` + d.candidate},
		{"candidate/commit", commit(d.candidate, "NOTHING"), `"message":"SPX-G`},
		{"candidate/commit", commit(d.candidate, "APPROVAL"), `"report_revision":"`},
		{"candidate/commit", commit(d.candidate, "APPROVAL"), `"message":"SPX-G`},
		{"source-commit/status", `{"image_revision":"IMAGE"}`, `"state":"published`},
		{"candidate/commit-report", `{"image_revision":"IMAGE","report_revision":"REPORT"}`, `"chunk":"`},
	} {
		answer := ask(each.method, v.resolve(each.params))
		if !strings.Contains(answer, each.want) {
			t.Errorf("%s %s: no %s in %.600s", each.method, each.params, each.want, answer)
		}
		v.learn(answer)
		answers = append(answers, answer)
	}
	head, err := d.git(t.Context(), "rev-parse", "refs/heads/main")
	if err != nil {
		t.Fatal(err)
	}
	return answers, head
}
