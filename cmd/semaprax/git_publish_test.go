package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/policy"
)

// exported prepares a demo whose candidate is exported, with a repository of its
// base, and returns the base commit.
func exported(t *testing.T) (d *demo, base string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d = &demo{show: newStepPrinter(testWriter{t}), program: program(t), dir: dir}
	if err := d.writeShop(); err != nil {
		t.Fatal(err)
	}
	if err := d.withServer(t.Context(), "review.json", d.changing); err != nil {
		t.Fatal(err)
	}
	if base, err = d.makeRepository(t.Context()); err != nil {
		t.Fatal(err)
	}
	return d, base
}

// gitPolicy writes the policy of the publish command.
func gitPolicy(t *testing.T, d *demo, base string, change func(map[string]any)) string {
	t.Helper()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]any{
		"schema": policy.GitHostSchema, "git_executable": git, "repository": d.path("shop.git"), "reference": "refs/heads/main",
		"base_commit": base, "project_prefix": "", "author_name": "Demo", "author_email": "demo@example.org",
		"unix_seconds": 1_700_000_100, "message": "Order lines have a pack size\n", "max_commands": 64, "timeout_ms": 60_000,
	}
	if change != nil {
		change(fields)
	}
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	path := d.path("git-policy.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestGitPublishCommand(t *testing.T) {
	d, base := exported(t)
	manifest, capsule := d.path("shop", "semaprax.toml"), d.path("capsule.json")
	tip := func() string {
		t.Helper()
		commit, err := d.git(t.Context(), "rev-parse", "refs/heads/main")
		if err != nil {
			t.Fatal(err)
		}
		return commit
	}
	refusals := []struct {
		name, digest, manifest, code string
		change                       func(map[string]any)
	}{
		{"another digest", "sha256:" + strings.Repeat("0", 64), manifest, "SPX-G263", nil},
		{"malformed digest", "sha256:", manifest, "SPX-G263", nil},
		{"relative manifest", d.candidate, "semaprax.toml", "SPX-G263", nil},
		{"unknown key", d.candidate, manifest, "SPX-G263", func(f map[string]any) { f["approved_candidate_digest"] = d.candidate }},
		{"bad reference", d.candidate, manifest, "SPX-G263", func(f map[string]any) { f["reference"] = "refs/heads/a..b" }},
		{"negative time", d.candidate, manifest, "SPX-G263", func(f map[string]any) { f["unix_seconds"] = -1 }},
		{"other base", d.candidate, manifest, "SPX-G265", func(f map[string]any) { f["base_commit"] = strings.Repeat("1", 40) }},
	}
	for _, c := range refusals {
		status, out, errs := drive(t, "", "project-candidate-git-publish", c.manifest, capsule, c.digest, gitPolicy(t, d, base, c.change))
		if status != exitRefused || out != "" || !strings.Contains(errs, "error["+c.code+"]") {
			t.Errorf("%s: status %d, out %q, errs %q", c.name, status, out, errs)
		}
		if tip() != base {
			t.Fatalf("%s moved the branch", c.name)
		}
	}
	status, out, errs := drive(t, "", "project-candidate-git-publish", manifest, capsule, d.candidate, gitPolicy(t, d, base, nil))
	if status != exitOK || errs != "" {
		t.Fatalf("status %d, errs %q", status, errs)
	}
	var receipt struct {
		Previous  string   `json:"previous_commit"`
		Published string   `json:"published_commit"`
		Digest    string   `json:"approved_candidate_digest"`
		Paths     []string `json:"updated_source_paths"`
	}
	if err := json.Unmarshal([]byte(out), &receipt); err != nil {
		t.Fatal(err)
	}
	if receipt.Previous != base || receipt.Published != tip() || receipt.Digest != d.candidate || strings.Join(receipt.Paths, " ") != "src/app.spx src/pricing.spx src/tests.spx" {
		t.Errorf("receipt %s, branch %s", out, tip())
	}
	if err := d.inspectTip(t.Context(), base, receipt.Published); err != nil {
		t.Error(err)
	}
	again, _, errs := drive(t, "", "project-candidate-git-publish", manifest, capsule, d.candidate, gitPolicy(t, d, base, nil))
	if again != exitRefused || !strings.Contains(errs, "error[SPX-G265]") {
		t.Errorf("a second publication on the old base: status %d, errs %q", again, errs)
	}
	if status, _, _ := drive(t, "", "project-candidate-git-publish", manifest, capsule, d.candidate); status != exitUsage {
		t.Errorf("three operands: status %d", status)
	}
}
