//go:build linux || darwin

package gitpub

import (
	"errors"
	"strings"
	"testing"
)

// validConfig passes every value rule on any platform.
func validConfig() Config {
	return Config{
		GitExecutable: "/usr/bin/git", Repository: "/srv/store.git", Reference: "refs/heads/main",
		BaseCommit: strings.Repeat("a", 40), AuthorName: "Ada", AuthorEmail: "ada@example.org",
		Message: "m\n", MaxCommands: 1, TimeoutMillis: 1,
	}
}

// configCases are the value rules of facts 3.2, one row a rule; place "" means
// that the value is admitted.
var configCases = []struct {
	place string
	set   func(*Config)
}{
	{"", func(c *Config) {}},
	{"git_executable", func(c *Config) { c.GitExecutable = "git" }},
	{"git_executable", func(c *Config) { c.GitExecutable = "" }},
	{"git_executable", func(c *Config) { c.GitExecutable = "/bin/g\x00it" }},
	{"repository", func(c *Config) { c.Repository = "store.git" }},
	{"repository", func(c *Config) { c.Repository = "/srv/store.git/" }},
	{"repository", func(c *Config) { c.Repository = "/srv/../store.git" }},
	{"repository", func(c *Config) { c.Repository = "/srv//store.git" }},
	{"repository", func(c *Config) { c.Repository = "/srv/\xff" }},
	{"repository", func(c *Config) { c.Repository = "/" + strings.Repeat("a", maxPathBytes) }},
	{"reference", func(c *Config) { c.Reference = "refs/tags/v1" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/" }},
	{"reference", func(c *Config) { c.Reference = "main" }},
	{"reference", func(c *Config) { c.Reference = "HEAD" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/a..b" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/../../config" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/a//b" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/a/" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/.a" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/a." }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/a.lock" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/a.lock/b" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/sp ace" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/@{u}" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/a\nb" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/\u00e4" }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/a\\b" }},
	{"", func(c *Config) { c.Reference = "refs/heads/-x/Y_9.z" }},
	{"", func(c *Config) { c.Reference = "refs/heads/" + strings.Repeat("a", maxReferenceBytes-11) }},
	{"reference", func(c *Config) { c.Reference = "refs/heads/" + strings.Repeat("a", maxReferenceBytes-10) }},
	{"base_commit", func(c *Config) { c.BaseCommit = strings.Repeat("A", 40) }},
	{"base_commit", func(c *Config) { c.BaseCommit = strings.Repeat("a", 39) }},
	{"base_commit", func(c *Config) { c.BaseCommit = strings.Repeat("g", 40) }},
	{"base_commit", func(c *Config) { c.BaseCommit = strings.Repeat("a", 64) }},
	{"base_commit", func(c *Config) { c.BaseCommit = "" }},
	{"", func(c *Config) { c.ProjectPrefix = "a/\u65e5/c" }},
	{"", func(c *Config) { c.ProjectPrefix = strings.TrimSuffix(strings.Repeat("a/", 64), "/") }},
	{"project_prefix", func(c *Config) { c.ProjectPrefix = strings.TrimSuffix(strings.Repeat("a/", 65), "/") }},
	{"project_prefix", func(c *Config) { c.ProjectPrefix = strings.Repeat("a", 4097) }},
	{"project_prefix", func(c *Config) { c.ProjectPrefix = "/a" }},
	{"project_prefix", func(c *Config) { c.ProjectPrefix = "a/" }},
	{"project_prefix", func(c *Config) { c.ProjectPrefix = "a//b" }},
	{"project_prefix", func(c *Config) { c.ProjectPrefix = "./a" }},
	{"project_prefix", func(c *Config) { c.ProjectPrefix = "a/.." }},
	{"project_prefix", func(c *Config) { c.ProjectPrefix = "a\\b" }},
	{"project_prefix", func(c *Config) { c.ProjectPrefix = "a\tb" }},
	{"project_prefix", func(c *Config) { c.ProjectPrefix = ".git" }},
	{"project_prefix", func(c *Config) { c.ProjectPrefix = "a/.GIT/b" }},
	{"author_name", func(c *Config) { c.AuthorName = "" }},
	{"author_name", func(c *Config) { c.AuthorName = strings.Repeat("a", 257) }},
	{"author_name", func(c *Config) { c.AuthorName = "a\nb" }},
	{"author_name", func(c *Config) { c.AuthorName = "a\u0085b" }},
	{"author_name", func(c *Config) { c.AuthorName = "a<b" }},
	{"author_name", func(c *Config) { c.AuthorName = "a>b" }},
	{"author_name", func(c *Config) { c.AuthorName = " a" }},
	{"author_name", func(c *Config) { c.AuthorName = "a\u00a0" }},
	{"author_name", func(c *Config) { c.AuthorName = "\xff" }},
	{"", func(c *Config) { c.AuthorName = "\u00c5sa \u65e5" }},
	{"author_email", func(c *Config) { c.AuthorEmail = "" }},
	{"author_email", func(c *Config) { c.AuthorEmail = "a b" }},
	{"author_email", func(c *Config) { c.AuthorEmail = "a\x7f" }},
	{"author_email", func(c *Config) { c.AuthorEmail = "\u00e5@x" }},
	{"author_email", func(c *Config) { c.AuthorEmail = "<a@x>" }},
	{"author_email", func(c *Config) { c.AuthorEmail = strings.Repeat("a", 257) }},
	{"unix_seconds", func(c *Config) { c.UnixSeconds = -1 }},
	{"", func(c *Config) { c.UnixSeconds = 1<<63 - 1 }},
	{"message", func(c *Config) { c.Message = "" }},
	{"message", func(c *Config) { c.Message = "m" }},
	{"message", func(c *Config) { c.Message = "m\n\n" }},
	{"message", func(c *Config) { c.Message = "m\r\n" }},
	{"message", func(c *Config) { c.Message = "m\x00\n" }},
	{"message", func(c *Config) { c.Message = "\xff\n" }},
	{"message", func(c *Config) { c.Message = strings.Repeat("m", 16384) + "\n" }},
	{"", func(c *Config) { c.Message = strings.Repeat("m", 16383) + "\n" }},
	{"", func(c *Config) { c.Message = "a\n\n\tb\n" }},
	{"max_commands", func(c *Config) { c.MaxCommands = 0 }},
	{"max_commands", func(c *Config) { c.MaxCommands = 4097 }},
	{"timeout_ms", func(c *Config) { c.TimeoutMillis = 0 }},
	{"timeout_ms", func(c *Config) { c.TimeoutMillis = 60001 }},
	{"", func(c *Config) { c.MaxCommands, c.TimeoutMillis = maxCommands, maxTimeoutMillis }},
	{"", func(c *Config) {
		c.AuthorName, c.AuthorEmail = strings.Repeat("a", maxIdentityBytes), strings.Repeat("a", maxIdentityBytes)
	}},
	{"", func(c *Config) { c.Repository = "/" + strings.Repeat("a", maxPathBytes-1) }},
	{"", func(c *Config) { c.GitExecutable = "/" + strings.Repeat("a", maxPathBytes-1) }},
	{"git_executable", func(c *Config) { c.GitExecutable = "/" + strings.Repeat("a", maxPathBytes) }},
	{"", func(c *Config) { c.ProjectPrefix = strings.Repeat("a", maxPathBytes) }},
}

func TestConfigValueRules(t *testing.T) {
	for i, row := range configCases {
		c := validConfig()
		row.set(&c)
		err := c.Validate()
		if row.place == "" {
			if err != nil {
				t.Errorf("row %d: %v", i, err)
			}
			continue
		}
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeShape || e.Place != row.place || e.MayHaveMoved {
			t.Errorf("row %d: got %v, want %s at %s", i, err, CodeShape, row.place)
		}
	}
}

func TestErrorSaysItAll(t *testing.T) {
	e := refuse(CodeStale, "f", "is %s", "old")
	if got := e.Error(); got != "SPX-G265 f: is old" {
		t.Errorf("got %q", got)
	}
	p := Plan{Prepared: Prepared{Reference: "refs/heads/main", Commit: "c0"}}
	e = p.uncertain(failed("f", "broke", errors.New("disk")))
	if got := e.Error(); got != "SPX-G267 f: broke (refs/heads/main may be c0): disk" {
		t.Errorf("got %q", got)
	}
}

func TestLimitsOnlyGoDown(t *testing.T) {
	full, e := Limits{MaxFiles: 3}.fill()
	if e != nil || full.MaxFiles != 3 || full.MaxReadBytes != 256<<20 {
		t.Errorf("got %+v, %v", full, e)
	}
	for _, l := range []Limits{{MaxFiles: 4097}, {MaxFiles: -1}, {MaxProcessBytes: 1 << 40}, {MaxConfigBytes: 65537}} {
		if _, e := l.fill(); e == nil || e.Code != CodeShape || !strings.HasPrefix(e.Place, "limits.Max") {
			t.Errorf("%+v: got %v", l, e)
		}
	}
}

func TestSettingsGrammar(t *testing.T) {
	const core = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"
	const one = "[core]\nrepositoryformatversion=1\nbare=true\n"
	for i, row := range []struct {
		text string
		ok   bool
	}{
		{core, true},
		{"# c\n; d\n\n" + core, true},
		{"[core]\nBARE = true", true},
		{core + "\tlogAllRefUpdates = true\n", true},
		{one, true},
		{one + "[extensions]\nobjectFormat = sha1\n", true},
		{one + "[extensions]\nobjectFormat = sha256\n", false},
		{core + "[extensions]\nobjectformat = sha1\n", false},
		{"", false},
		{"[core]\nrepositoryformatversion = 0\n", false},
		{"[core]\nbare = false\n", false},
		{"[core]\nbare\n", false},
		{"[core]\nbare = \"true\"\n", false},
		{"[core]\nbare = true # yes\n", false},
		{"[core]\nbare = yes\n", false},
		{"[core]\r\nbare = true\r\n", false},
		{"[core] bare = true\n", false},
		{"[CORE]\nbare = true\n", false},
		{"bare = true\n", false},
		{core + "bare = true\n", false},
		{core + "[core]\nbare = true\n", false},
		{core + "ignorecase = true\n", false},
		{core + "sharedrepository = group\n", false},
		{core + "hookspath = /x\n", false},
		{core + "worktree = /x\n", false},
		{core + "repositoryformatversion = 2\n", false},
		{"[core]\nrepositoryformatversion = 2\nbare = true\n", false},
		{core + "[remote \"origin\"]\nurl = x\n", false},
		{core + "[include]\npath = x\n", false},
		{one + "[extensions]\nrefstorage = reftable\n", false},
		{core + "\xff\n", false},
	} {
		if _, e := parseSettings([]byte(row.text)); (e == nil) != row.ok || e != nil && e.Code != CodeShape {
			t.Errorf("row %d %q: got %v, want ok %v", i, row.text, e, row.ok)
		}
	}
}
