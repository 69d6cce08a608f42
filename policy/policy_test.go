package policy_test

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/policy"
)

func digest(fill string) string { return "sha256:" + strings.Repeat(fill, 64) }

const (
	testLimits = `{"max_steps":100000,"max_execution_bytes":65536,"max_report_bytes":262144}`
	gitMembers = `"git_executable":"/usr/bin/git","repository":"/srv/r.git","reference":"refs/heads/main","base_commit":"x",` +
		`"project_prefix":"","author_name":"A","author_email":"a@b","unix_seconds":0,"message":"m\n","max_commands":64,"timeout_ms":1000`
)

func gitCommit() string {
	return `{` + gitMembers + `,"approved_candidate_digest":"` + digest("1") + `"}`
}

// key is one member of a policy under test, as text.
type key struct{ name, value string }

// plain returns the members of a version with everything off.
func plain(version int) []key {
	all := []struct {
		since int
		key
	}{
		{1, key{"schema", fmt.Sprintf("%q", fmt.Sprintf("semaprax.workspace-host-policy.v%d", version))}},
		{1, key{"candidate_prepare", "false"}}, {1, key{"diagnostics", "false"}}, {1, key{"build_enabled", "false"}},
		{1, key{"test_policy", "null"}}, {1, key{"git_commit", "null"}}, {2, key{"frontend_cache", "false"}},
		{3, key{"candidate_archives", "[]"}}, {4, key{"semantic_cache", "false"}}, {5, key{"semantic_cache_entry", "null"}},
		{6, key{"draft_archives", "[]"}}, {7, key{"read_batch_workers", "null"}},
	}
	var keys []key
	for _, k := range all {
		if k.since <= version {
			keys = append(keys, k.key)
		}
	}
	return keys
}

// with returns the text of a v7 policy in which members have other values; a value
// of "-" leaves the member out, an unknown name is added.
func with(version int, changes ...key) string {
	keys := plain(version)
	for _, c := range changes {
		found := false
		for i := range keys {
			if keys[i].name == c.name {
				keys[i].value, found = c.value, true
			}
		}
		if !found {
			keys = append(keys, c)
		}
	}
	var parts []string
	for _, k := range keys {
		if k.value != "-" {
			parts = append(parts, fmt.Sprintf("%q:%s", k.name, k.value))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func archive(subject, fill string) string {
	return `{"root":"/var/a","archive_digest":"` + digest("0") + `","` + subject + `":"` + digest(fill) + `"}`
}

func TestEveryVersionHasItsExactKeys(t *testing.T) {
	for version := 1; version <= policy.Newest; version++ {
		p, err := policy.Parse([]byte(with(version)))
		if err != nil || p.Version != version {
			t.Errorf("v%d: %v, %v", version, p, err)
			continue
		}
		keys := plain(version)
		for _, k := range keys {
			if k.name != "schema" {
				wantRefusal(t, with(version, key{k.name, "-"}), policy.CodePolicy, "/"+k.name)
			}
		}
		for _, k := range plain(policy.Newest)[len(keys):] {
			wantRefusal(t, with(version, key{k.name, "null"}), policy.CodePolicy, "/"+k.name)
		}
		wantRefusal(t, with(version, key{"a/b~c", "1"}), policy.CodePolicy, "/a~1b~0c")
	}
	wantRefusal(t, with(1, key{"schema", `"semaprax.workspace-host-policy.v8"`}), policy.CodePolicy, "/schema")
	wantRefusal(t, with(1, key{"schema", `"semaprax.workspace-host-policy.v0"`}), policy.CodePolicy, "/schema")
	wantRefusal(t, with(1, key{"schema", `7`}), policy.CodePolicy, "/schema")
	wantRefusal(t, with(1, key{"schema", `-`}), policy.CodePolicy, "/schema")
}

func wantRefusal(t *testing.T, text string, code policy.Code, pointer string) {
	t.Helper()
	p, err := policy.Parse([]byte(text))
	if err == nil || p != nil {
		t.Errorf("accepted: %.300s", text)
		return
	}
	if err.Code != code || err.Pointer != pointer {
		t.Errorf("%.300s: %s at %q, want %s at %q", text, err.Code, err.Pointer, code, pointer)
	}
}

func TestFieldRules(t *testing.T) {
	on := key{"candidate_prepare", "true"}
	git := func(from, to string) key {
		return key{"git_commit", strings.Replace(gitCommit(), from, to, 1)}
	}
	tests := func(from, to string) key {
		return key{"test_policy", strings.Replace(testLimits, from, to, 1)}
	}
	cache := []key{{"frontend_cache", "true"}, {"semantic_cache", "true"}}
	entry := func(value string) string { return with(7, append(cache, key{"semantic_cache_entry", value})...) }
	cases := []struct {
		text    string
		code    policy.Code
		pointer string
	}{
		{with(7, key{"candidate_prepare", "null"}), policy.CodePolicy, "/candidate_prepare"},
		{with(7, key{"diagnostics", "1"}), policy.CodePolicy, "/diagnostics"},
		{with(7, key{"build_enabled", `"true"`}), policy.CodePolicy, "/build_enabled"},
		{with(7, key{"diagnostics", "true"}), policy.CodePolicy, "/diagnostics"},
		{with(7, key{"build_enabled", "true"}), policy.CodePolicy, "/build_enabled"},
		{with(7, key{"test_policy", testLimits}), policy.CodePolicy, "/test_policy"},
		{with(7, key{"git_commit", gitCommit()}), policy.CodePolicy, "/git_commit"},
		{with(7, key{"git_commit", "7"}), policy.CodePolicy, "/git_commit"},

		{with(7, on, key{"test_policy", "false"}), policy.CodePolicy, "/test_policy"},
		{with(7, on, tests(`"max_steps"`, `"max_step"`)), policy.CodePolicy, "/test_policy/max_step"},
		{with(7, on, tests(`"max_steps":100000,`, ``)), policy.CodePolicy, "/test_policy/max_steps"},
		{with(7, on, tests("100000", "1.0")), policy.CodePolicy, "/test_policy/max_steps"},
		{with(7, on, tests("100000", "-1")), policy.CodePolicy, "/test_policy/max_steps"},
		{with(7, on, tests("100000", "18446744073709551616")), policy.CodePolicy, "/test_policy/max_steps"},
		{with(7, on, tests("100000", `"1"`)), policy.CodePolicy, "/test_policy/max_steps"},
		{with(7, on, tests("100000", "0")), policy.CodeTestRange, "/test_policy/max_steps"},
		{with(7, on, tests("100000", "1000001")), policy.CodeTestRange, "/test_policy/max_steps"},
		{with(7, on, tests("65536", "1023")), policy.CodeTestRange, "/test_policy/max_execution_bytes"},
		{with(7, on, tests("65536", "65537")), policy.CodeTestRange, "/test_policy/max_execution_bytes"},
		{with(7, on, tests("262144", "16383")), policy.CodeTestRange, "/test_policy/max_report_bytes"},
		{with(7, on, tests("262144", "2097153")), policy.CodeTestRange, "/test_policy/max_report_bytes"},

		{with(7, on, git(`"reference"`, `"ref"`)), policy.CodePolicy, "/git_commit/ref"},
		{with(7, on, git(`"refs/heads/main"`, `null`)), policy.CodePolicy, "/git_commit/reference"},
		{with(7, on, git(`"unix_seconds":0`, `"unix_seconds":"0"`)), policy.CodePolicy, "/git_commit/unix_seconds"},
		{with(7, on, git(`"max_commands":64`, `"max_commands":64.0`)), policy.CodePolicy, "/git_commit/max_commands"},
		{with(7, on, git(`,"approved_candidate_digest"`, `,"schema":"x","approved_candidate_digest"`)), policy.CodePolicy, "/git_commit/schema"},

		{with(7, key{"semantic_cache", "true"}), policy.CodePolicy, "/semantic_cache"},
		{with(7, key{"semantic_cache_entry", `{"root":"/a","entry_digest":"` + digest("a") + `"}`}), policy.CodePolicy, "/semantic_cache_entry"},
		{entry(`{"root":"a","entry_digest":"` + digest("a") + `"}`), policy.CodePolicy, "/semantic_cache_entry/root"},
		{entry(`{"root":"/a","entry_digest":"` + digest("A") + `"}`), policy.CodePolicy, "/semantic_cache_entry/entry_digest"},
		{entry(`{"root":"/a"}`), policy.CodePolicy, "/semantic_cache_entry/entry_digest"},
		{entry(`[]`), policy.CodePolicy, "/semantic_cache_entry"},

		{with(7, key{"candidate_archives", "null"}), policy.CodePolicy, "/candidate_archives"},
		{with(7, key{"draft_archives", "null"}), policy.CodePolicy, "/draft_archives"},
		{with(7, key{"candidate_archives", "[" + archive("candidate_digest", "1") + "]"}), policy.CodePolicy, "/candidate_archives"},
		{with(7, key{"draft_archives", "[" + archive("draft_digest", "1") + "]"}), policy.CodePolicy, "/draft_archives"},
		{with(7, on, key{"candidate_archives", "[" + archive("draft_digest", "1") + "]"}), policy.CodePolicy, "/candidate_archives/0/draft_digest"},
		{with(7, on, key{"candidate_archives", "[" + archive("candidate_digest", "1") + "," + archive("candidate_digest", "1") + "]"}),
			policy.CodePolicy, "/candidate_archives/1/candidate_digest"},
		{with(7, on, key{"draft_archives", "[" + strings.Replace(archive("draft_digest", "1"), "/var", "var", 1) + "]"}),
			policy.CodePolicy, "/draft_archives/0/root"},
		{with(7, on, key{"draft_archives", manyArchives(17)}), policy.CodePolicy, "/draft_archives"},

		{with(7, key{"read_batch_workers", "0"}), policy.CodePolicy, "/read_batch_workers"},
		{with(7, key{"read_batch_workers", "5"}), policy.CodePolicy, "/read_batch_workers"},
		{with(7, key{"read_batch_workers", "true"}), policy.CodePolicy, "/read_batch_workers"},
		{with(7, key{"read_batch_workers", "1.0"}), policy.CodePolicy, "/read_batch_workers"},

		{"", policy.CodePolicy, ""}, {"[]", policy.CodePolicy, ""}, {"{}", policy.CodePolicy, "/schema"},
		{with(1) + "x", policy.CodePolicy, ""}, {"\uFEFF" + with(1), policy.CodePolicy, ""},
		{strings.Replace(with(1), `"diagnostics":false`, `"diagnostics":false,"di\u0061gnostics":false`, 1), policy.CodePolicy, ""},
		{strings.Repeat("[", 64) + strings.Repeat("]", 64), policy.CodePolicy, ""},
		{with(1) + strings.Repeat(" ", policy.MaxFileBytes), policy.CodeSize, ""},
	}
	for _, c := range cases {
		wantRefusal(t, c.text, c.code, c.pointer)
	}
}

func manyArchives(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`{"root":"/var/a","archive_digest":%q,"draft_digest":"sha256:%064x"}`, digest("0"), i))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// The first fault in the fixed order of checks is the one reported, wherever it
// stands in the file.
func TestOrderOfChecks(t *testing.T) {
	faults := []key{
		{"draft_archives", "null"}, {"candidate_archives", "null"}, {"frontend_cache", "null"}, {"semantic_cache", "null"},
		{"semantic_cache_entry", "1"}, {"read_batch_workers", "9"}, {"test_policy", "1"}, {"candidate_prepare", "1"},
		{"diagnostics", "1"}, {"build_enabled", "1"}, {"git_commit", "1"},
	}
	for i := range faults {
		wantRefusal(t, with(7, faults[i:]...), policy.CodePolicy, "/"+faults[i].name)
	}
	needing := []key{{"diagnostics", "true"}, {"git_commit", `{"wrong":1}`}}
	wantRefusal(t, with(7, needing...), policy.CodePolicy, "/diagnostics")
	wantRefusal(t, with(7, needing[1]), policy.CodePolicy, "/git_commit")
	wantRefusal(t, with(7, needing[1], key{"candidate_prepare", "true"}), policy.CodePolicy, "/git_commit/wrong")
	wantRefusal(t, with(7, key{"test_policy", strings.Replace(testLimits, "100000", "0", 1)}, key{"diagnostics", "1"}),
		policy.CodeTestRange, "/test_policy/max_steps")
}

// full is a policy with everything on.
func full() string {
	return with(7, key{"candidate_prepare", "true"}, key{"diagnostics", "true"}, key{"build_enabled", "true"},
		key{"test_policy", testLimits}, key{"git_commit", gitCommit()}, key{"frontend_cache", "true"}, key{"semantic_cache", "true"},
		key{"semantic_cache_entry", `{"entry_digest":"` + digest("e") + `","root":"/cache"}`},
		key{"candidate_archives", "[" + archive("candidate_digest", "1") + "," + archive("candidate_digest", "2") + "]"},
		key{"draft_archives", manyArchives(16)}, key{"read_batch_workers", "4"})
}

func TestParseKeepsEveryValue(t *testing.T) {
	text := []byte("\r\n" + full())
	p, refused := policy.Parse(text)
	if refused != nil {
		t.Fatal(refused)
	}
	for i := range text {
		text[i] = 'x' // nothing of the text is kept
	}
	want := &policy.Policy{Version: 7, CandidatePrepare: true, Diagnostics: true, BuildEnabled: true,
		TestPolicy: &policy.TestPolicy{MaxSteps: 100000, MaxExecutionBytes: 65536, MaxReportBytes: 262144},
		GitCommit: &policy.GitCommit{GitHost: policy.GitHost{GitExecutable: "/usr/bin/git", Repository: "/srv/r.git",
			Reference: "refs/heads/main", BaseCommit: "x", AuthorName: "A", AuthorEmail: "a@b", Message: "m\n",
			MaxCommands: 64, TimeoutMillis: 1000}, ApprovedCandidateDigest: digest("1")},
		FrontendCache: true, SemanticCache: true,
		SemanticCacheEntry: &policy.CacheEntry{Root: "/cache", EntryDigest: digest("e")},
		CandidateArchives: []policy.Archive{{Root: "/var/a", ArchiveDigest: digest("0"), SubjectDigest: digest("1")},
			{Root: "/var/a", ArchiveDigest: digest("0"), SubjectDigest: digest("2")}},
		DraftArchives: p.DraftArchives, ReadBatchWorkers: 4}
	if len(p.DraftArchives) != 16 || !reflect.DeepEqual(p, want) {
		t.Errorf("got  %+v\nwant %+v", p, want)
	}
	again, refused := policy.Parse(p.AppendFile(nil))
	if refused != nil || !reflect.DeepEqual(again, p) {
		t.Errorf("written file reads back as %+v, %v", again, refused)
	}
}

func TestUnbuiltNamesTheField(t *testing.T) {
	p, refused := policy.Parse([]byte(full()))
	if refused != nil {
		t.Fatal(refused)
	}
	built := policy.BuiltFeatures()
	order := []struct {
		feature policy.Feature
		pointer string
	}{
		{policy.FeatureCandidates, "/candidate_prepare"}, {policy.FeatureDiagnostics, "/diagnostics"}, {policy.FeatureBuild, "/build_enabled"},
		{policy.FeatureTests, "/test_policy"}, {policy.FeatureCommit, "/git_commit"}, {policy.FeatureFrontendCache, "/frontend_cache"},
		{policy.FeatureCandidateArchives, "/candidate_archives"}, {policy.FeatureSemanticCache, "/semantic_cache"},
		{policy.FeatureSemanticCacheEntry, "/semantic_cache_entry"}, {policy.FeatureDraftArchives, "/draft_archives"},
		{policy.FeatureReadBatch, "/read_batch_workers"},
	}
	for _, o := range order {
		refused := p.Unbuilt(built)
		if refused == nil || refused.Code != policy.CodePolicy || refused.Pointer != o.pointer {
			t.Errorf("with %b built: %v, want %s", built, refused, o.pointer)
		}
		built |= policy.BuiltFeatures(o.feature)
	}
	if refused := p.Unbuilt(built); refused != nil {
		t.Errorf("everything built: %v", refused)
	}
	if refused := policy.ReadOnly.Policy().Unbuilt(0); refused != nil {
		t.Errorf("a read-only policy asks for %v", refused)
	}
}

func TestGrants(t *testing.T) {
	p, _ := policy.Parse([]byte(full()))
	want := "candidate_build candidate_diagnostics candidate_prepare candidate_test parallel_read semantic_read source_commit workspace_refresh"
	if got := strings.Join(p.Grants().Names(), " "); got != want {
		t.Errorf("full: %s, want %s", got, want)
	}
	for template, want := range map[policy.Template]string{
		policy.ReadOnly:  "semantic_read workspace_refresh",
		policy.Candidate: "candidate_prepare semantic_read workspace_refresh",
		policy.Review:    "candidate_diagnostics candidate_prepare candidate_test semantic_read workspace_refresh",
	} {
		read, refused := policy.Parse(template.Policy().AppendFile(nil))
		if refused != nil {
			t.Errorf("template %d does not load: %v", template, refused)
			continue
		}
		if got := strings.Join(read.Grants().Names(), " "); got != want {
			t.Errorf("template %d grants %s, want %s", template, got, want)
		}
	}
}

func TestExplain(t *testing.T) {
	e := policy.Explain(policy.Review.Policy(), policy.BuiltFeatures(policy.FeatureCandidates, policy.FeatureTests))
	names := func(notes []policy.Note) string {
		var list []string
		for _, n := range notes {
			if n.Says == "" {
				t.Errorf("%s says nothing", n.Name)
			}
			list = append(list, fmt.Sprintf("%s:%v", n.Name, n.Built))
		}
		return strings.Join(list, " ")
	}
	if e.Schema != "semaprax.workspace-host-policy.v1" {
		t.Errorf("schema %s", e.Schema)
	}
	if got, want := names(e.Granted), "semantic_read:true workspace_refresh:true candidate_prepare:true candidate_diagnostics:true candidate_test:true"; got != want {
		t.Errorf("granted %s, want %s", got, want)
	}
	if got, want := names(e.Withheld), "candidate_build:true source_commit:true parallel_read:true candidate_archive_store:true"; got != want {
		t.Errorf("withheld %s, want %s", got, want)
	}
	if got, want := names(e.Selected), "candidate_prepare:true diagnostics:false test_policy:true"; got != want {
		t.Errorf("selected %s, want %s", got, want)
	}
}

func TestGitHost(t *testing.T) {
	const good = `{"schema":"semaprax.candidate-git-host-policy.v1",` + gitMembers + `}`
	host, refused := policy.ParseGitHost([]byte(good))
	if refused != nil || host.TimeoutMillis != 1000 || host.Message != "m\n" {
		t.Fatalf("%+v, %v", host, refused)
	}
	for _, c := range []struct{ from, to, pointer string }{
		{"host-policy.v1", "host-policy.v2", "/schema"},
		{`"author_name":"A"`, `"author_name":1`, "/author_name"},
		{`"timeout_ms":1000`, `"timeout_ms":1e3`, "/timeout_ms"},
		{`,"timeout_ms":1000`, ``, "/timeout_ms"},
		{`"timeout_ms"`, `"approved_candidate_digest":"x","timeout_ms"`, "/approved_candidate_digest"},
		{"{", "[", ""},
	} {
		_, refused := policy.ParseGitHost([]byte(strings.Replace(good, c.from, c.to, 1)))
		if refused == nil || refused.Code != policy.CodeGitHost || refused.Pointer != c.pointer {
			t.Errorf("%s for %s: %v, want %s at %s", c.to, c.from, refused, policy.CodeGitHost, c.pointer)
		}
	}
	if _, refused := policy.ParseGitHost(bytes.Repeat([]byte(" "), policy.MaxFileBytes+1)); refused == nil || refused.Code != policy.CodeSize {
		t.Errorf("oversized: %v", refused)
	}
}

// Whatever parses is written and read back unchanged, and what it grants
// never includes a field that needs candidate_prepare without it.
func FuzzParse(f *testing.F) {
	f.Add([]byte(full()))
	for version := 1; version <= policy.Newest; version++ {
		f.Add([]byte(with(version)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, refused := policy.Parse(text)
		if refused != nil {
			return
		}
		again, refused := policy.Parse(p.AppendFile(nil))
		if refused != nil || fmt.Sprintf("%+v", again.Grants()) != fmt.Sprintf("%+v", p.Grants()) {
			t.Fatalf("written file differs: %v", refused)
		}
		if !p.CandidatePrepare && (p.Diagnostics || p.BuildEnabled || p.TestPolicy != nil || p.GitCommit != nil) {
			t.Fatalf("granted without candidate_prepare: %q", text)
		}
	})
}

func Example() {
	text := policy.Review.Policy().AppendFile(nil)
	p, err := policy.Parse(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Grants().Names())
	fmt.Println(p.Unbuilt(policy.BuiltFeatures(policy.FeatureCandidates, policy.FeatureDiagnostics)))
	// Output:
	// [candidate_diagnostics candidate_prepare candidate_test semantic_read workspace_refresh]
	// SPX-G280: host policy /test_policy: asks for a feature that is not in this build
}
