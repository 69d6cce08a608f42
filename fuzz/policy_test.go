package fuzz

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/policy"
)

// FuzzPolicy judges policy files twice.
//
// Oracle: a second reader, written from the rules with the standard library, admits
// exactly the same files; what is admitted is written and read back the same; and a
// session has no method whose grant the file does not give.
func FuzzPolicy(f *testing.F) {
	for version := 1; version <= policy.Newest; version++ {
		f.Add((&policy.Policy{Version: version}).AppendFile(nil)) // the least of each version
	}
	full := everything()
	full.TestPolicy = &policy.TestPolicy{MaxSteps: 1000, MaxExecutionBytes: 1024, MaxReportBytes: 16384}
	full.GitCommit = &policy.GitCommit{GitHost: policy.GitHost{GitExecutable: "/usr/bin/git", MaxCommands: 9, TimeoutMillis: 1}}
	full.FrontendCache, full.SemanticCache = true, true
	full.CandidateArchives = []policy.Archive{{Root: "/a", ArchiveDigest: zeroDigest, SubjectDigest: zeroDigest}}
	f.Add(full.AppendFile(nil))                                                                                  // everything a file can say
	f.Add(bytes.Replace(full.AppendFile(nil), []byte("true"), []byte("false"), 1))                               // what needs candidate_prepare, without it
	f.Add(bytes.Replace(full.AppendFile(nil), []byte(`1000`), []byte("1e3"), 1))                                 // an integer in another spelling
	f.Add(bytes.Replace(full.AppendFile(nil), []byte(`"/a"`), []byte(`"a"`), 1))                                 // a path that is not absolute
	f.Add(bytes.Replace(full.AppendFile(nil), []byte("v7"), []byte("v6"), 1))                                    // a key the version does not have
	f.Add([]byte(`{"schema":"semaprax.workspace-host-policy.v1","schema":"semaprax.workspace-host-policy.v7"}`)) // two meanings
	f.Fuzz(func(t *testing.T, text []byte) {
		got, refused := policy.Parse(text)
		want, sure := twinPolicy(text)
		if sure && (refused == nil) != want {
			t.Fatalf("%q\nadmitted %v (%v), the twin says %v", text, refused == nil, refused, want)
		}
		if refused != nil {
			if !slices.Contains([]policy.Code{policy.CodePolicy, policy.CodeTestRange, policy.CodeSize}, refused.Code) {
				t.Fatalf("%q: code %s", text, refused.Code)
			}
			return
		}
		written := got.AppendFile(nil)
		again, refused := policy.Parse(written)
		if refused != nil || !bytes.Equal(again.AppendFile(nil), written) {
			t.Fatalf("%q\nis written as %q: %v", text, written, refused)
		}
		granted := got.Grants()
		for _, m := range session.Methods(granted) {
			if !granted.Has(m.Grant) {
				t.Fatalf("%s needs %s", m.Name, m.Grant)
			}
		}
	})
}

// policyKeys are the keys of the newest version with the version that added them.
var policyKeys = map[string]int{"candidate_prepare": 1, "diagnostics": 1, "build_enabled": 1, "test_policy": 1, "git_commit": 1,
	"frontend_cache": 2, "candidate_archives": 3, "semantic_cache": 4, "semantic_cache_entry": 5, "draft_archives": 6, "read_batch_workers": 7}

// object is a JSON object as the twin reads it.
type object map[string]json.RawMessage

// twinPolicy admits a policy file by the rules; sure is false where the standard
// library reads JSON more loosely than the rules.
func twinPolicy(text []byte) (admitted, sure bool) {
	if len(text) > policy.MaxFileBytes {
		return false, true
	}
	if !utf8.Valid(text) || !json.Valid(text) {
		return false, true
	}
	shape := measure(text)
	if shape.duplicates {
		return false, true
	}
	if bytes.Contains(text, []byte(`\u`)) || shape.exponents || shape.depth > 100 {
		return false, false
	}
	root, ok := objectOf(text)
	if !ok {
		return false, true
	}
	return twinFields(root), true
}

func objectOf(raw json.RawMessage) (o object, ok bool) {
	trimmed := bytes.TrimSpace(raw)
	return o, len(trimmed) > 0 && trimmed[0] == '{' && json.Unmarshal(trimmed, &o) == nil
}

func isNull(raw json.RawMessage) bool { return string(raw) == "null" }

// exactly says whether an object has these keys and no others.
func (o object) exactly(keys ...string) bool {
	return slices.Equal(slices.Sorted(maps.Keys(o)), slices.Sorted(slices.Values(keys)))
}

func (o object) uint(key string, low, high uint64) bool {
	n, err := strconv.ParseUint(string(o[key]), 10, 64)
	return err == nil && n >= low && n <= high
}

func (o object) text(key string) (string, bool) { return text(o[key]) }

func (o object) bool(key string) (value, ok bool) {
	return string(o[key]) == "true", string(o[key]) == "true" || string(o[key]) == "false"
}

func twinFields(root object) bool {
	name, _ := root.text("schema")
	digits, found := strings.CutPrefix(name, "semaprax.workspace-host-policy.v")
	if !found || len(digits) != 1 || digits[0] < '1' || digits[0] > '7' {
		return false
	}
	keys := []string{"schema"}
	for key, since := range policyKeys {
		if _, has := root[key]; has != (since <= int(digits[0]-'0')) {
			return false
		} else if !has {
			root[key] = []byte(absent(key))
		}
		keys = append(keys, key)
	}
	return root.exactly(keys...) && twinValues(root)
}

// absent is what a key that a version does not have stands for.
func absent(key string) string {
	switch {
	case strings.HasSuffix(key, "archives"):
		return "[]"
	case key == "frontend_cache", key == "semantic_cache":
		return "false"
	}
	return "null"
}

func twinValues(root object) bool {
	flags := map[string]bool{}
	for _, key := range []string{"candidate_prepare", "diagnostics", "build_enabled", "frontend_cache", "semantic_cache"} {
		value, ok := root.bool(key)
		if !ok {
			return false
		}
		flags[key] = value
	}
	needs := flags["diagnostics"] || flags["build_enabled"] || !isNull(root["test_policy"]) || !isNull(root["git_commit"])
	switch {
	case needs && !flags["candidate_prepare"],
		flags["semantic_cache"] && !flags["frontend_cache"],
		!isNull(root["semantic_cache_entry"]) && !flags["semantic_cache"],
		!isNull(root["read_batch_workers"]) && !root.uint("read_batch_workers", 1, 4):
		return false
	}
	return twinTest(root["test_policy"]) && twinGit(root["git_commit"]) && twinStored(root["semantic_cache_entry"], "entry_digest") &&
		twinArchives(root["candidate_archives"], "candidate_digest") && twinArchives(root["draft_archives"], "draft_digest")
}

func twinTest(raw json.RawMessage) bool {
	o, ok := objectOf(raw)
	return isNull(raw) || ok && o.exactly("max_steps", "max_execution_bytes", "max_report_bytes") &&
		o.uint("max_steps", 1, 1_000_000) && o.uint("max_execution_bytes", 1_024, 65_536) && o.uint("max_report_bytes", 16_384, 2_097_152)
}

func twinGit(raw json.RawMessage) bool {
	if isNull(raw) {
		return true
	}
	o, ok := objectOf(raw)
	texts := []string{"git_executable", "repository", "reference", "base_commit", "project_prefix", "author_name", "author_email", "message", "approved_candidate_digest"}
	numbers := []string{"unix_seconds", "max_commands", "timeout_ms"}
	if !ok || !o.exactly(append(texts, numbers...)...) {
		return false
	}
	for _, key := range texts {
		if _, ok := o.text(key); !ok {
			return false
		}
	}
	for _, key := range numbers {
		if !o.uint(key, 0, 1<<64-1) {
			return false
		}
	}
	return true
}

var digestForm = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// twinStored judges a reference to something stored: an absolute root and digests.
func twinStored(raw json.RawMessage, digests ...string) bool {
	if isNull(raw) {
		return true
	}
	o, ok := objectOf(raw)
	root, _ := o.text("root")
	if !ok || !o.exactly(append(digests, "root")...) || !filepath.IsAbs(root) {
		return false
	}
	for _, key := range digests {
		if value, _ := o.text(key); !digestForm.MatchString(value) {
			return false
		}
	}
	return true
}

func twinArchives(raw json.RawMessage, subject string) bool {
	var list []json.RawMessage
	if isNull(raw) || json.Unmarshal(raw, &list) != nil || len(list) > 16 {
		return false
	}
	seen := map[string]bool{}
	for _, one := range list {
		o, _ := objectOf(one)
		value := string(o[subject])
		if isNull(one) || !twinStored(one, "archive_digest", subject) || seen[value] {
			return false
		}
		seen[value] = true
	}
	return true
}
