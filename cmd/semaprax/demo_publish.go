package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/semaprax/semaprax-go/policy"
)

// git runs the git command on the demo's bare repository.
func (d *demo) git(ctx context.Context, args ...string) (string, error) {
	return runGit(ctx, args, "GIT_DIR="+d.path("shop.git"), "GIT_WORK_TREE="+d.path("shop"), "GIT_INDEX_FILE="+d.path("index"),
		"GIT_AUTHOR_NAME=Demo", "GIT_AUTHOR_EMAIL=demo@example.org", "GIT_AUTHOR_DATE=1700000000 +0000",
		"GIT_COMMITTER_NAME=Demo", "GIT_COMMITTER_EMAIL=demo@example.org", "GIT_COMMITTER_DATE=1700000000 +0000")
}

// runGit runs the git command away from any configuration of the machine.
func runGit(ctx context.Context, args []string, environment ...string) (string, error) {
	command := exec.CommandContext(ctx, "git", args...)
	command.Env = append([]string{"PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "LC_ALL=C"}, environment...)
	out, err := command.CombinedOutput()
	text := strings.TrimSpace(string(out))
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, text)
	}
	return text, nil
}

// makeRepository puts the shop into a bare repository and returns its first commit.
func (d *demo) makeRepository(ctx context.Context) (string, error) {
	if _, err := runGit(ctx, []string{"init", "-q", "--bare", "--template=", d.path("shop.git")}); err != nil {
		return "", err
	}
	if _, err := d.git(ctx, "add", "-A"); err != nil {
		return "", err
	}
	tree, err := d.git(ctx, "write-tree")
	if err != nil {
		return "", err
	}
	commit, err := d.git(ctx, "commit-tree", tree, "-m", "The shop")
	if err != nil {
		return "", err
	}
	_, err = d.git(ctx, "update-ref", "refs/heads/main", commit)
	return commit, err
}

// approve is the host's part: it writes the policy that names the one candidate.
func (d *demo) approve(base string) error {
	executable, err := exec.LookPath("git")
	if err != nil {
		return err
	}
	if executable, err = filepath.Abs(executable); err != nil {
		return err
	}
	granted := policy.Candidate.Policy()
	granted.GitCommit = &policy.GitCommit{
		GitHost: policy.GitHost{GitExecutable: executable, Repository: d.path("shop.git"), Reference: "refs/heads/main",
			BaseCommit: base, AuthorName: "Demo", AuthorEmail: "demo@example.org", UnixSeconds: 1_700_000_100,
			Message: "Order lines have a pack size\n", MaxCommands: 64, TimeoutMillis: 60_000},
		ApprovedCandidateDigest: d.candidate,
	}
	d.show.step("the host approves "+short(d.candidate), "in the policy of a second session; no request can do so", 0)
	return os.WriteFile(d.path("publish.json"), granted.AppendFile(nil), 0o600)
}

// publishing is the second session: restore, publish, read the receipt.
func (d *demo) publishing(a *agent) error {
	for _, step := range []func(*agent) error{d.initialize, d.open, d.restore, d.commit} {
		if err := step(a); err != nil {
			return err
		}
	}
	return nil
}

func (d *demo) restore(a *agent) error {
	capsule, err := os.ReadFile(d.path("capsule.json"))
	if err != nil {
		return err
	}
	var restored handle
	took, err := a.call("candidate__recovery-restore", d.bound(arguments{"capsule": json.RawMessage(capsule)}), &restored)
	if err != nil {
		return err
	}
	if restored.Candidate != d.candidate {
		return fmt.Errorf("candidate__recovery-restore answers %s, not %s", restored.Candidate, d.candidate)
	}
	d.show.step("candidate__recovery-restore", "the same candidate, replayed from its intentions", took)
	return nil
}

// commitState is what the demo reads of source-commit/status.
type commitState struct {
	State   string
	Pending *struct {
		Candidate string `json:"candidate_revision"`
		Approval  string `json:"approval_revision"`
	} `json:"pending_approval"`
}

func (d *demo) commit(a *agent) error {
	var before commitState
	took, err := a.call("source-commit__status", d.bound(arguments{}), &before)
	if err != nil {
		return err
	}
	if before.State != "available" || before.Pending == nil || before.Pending.Candidate != d.candidate {
		return fmt.Errorf("source-commit__status answers %+v", before)
	}
	d.show.step("source-commit__status", "available, one approval pending", took)
	var published struct {
		State  string
		Report string `json:"report_revision"`
	}
	took, err = a.call("candidate__commit", d.chosen(arguments{"approval_revision": before.Pending.Approval}), &published)
	if err != nil {
		return err
	}
	if published.State != "published" {
		return fmt.Errorf("candidate__commit answers %+v", published)
	}
	d.show.step("candidate__commit", "published by one compare-and-swap of refs/heads/main", took)
	return d.readReceipt(a, published.Report)
}

func (d *demo) readReceipt(a *agent, revision string) error {
	var p piece
	took, err := a.call("candidate__commit-report", d.bound(arguments{"report_revision": revision, "chunk_bytes": 32768}), &p)
	if err != nil {
		return err
	}
	var receipt struct {
		Commit string   `json:"published_commit"`
		Paths  []string `json:"updated_source_paths"`
	}
	if err := json.Unmarshal([]byte(p.Chunk), &receipt); err != nil || p.Next != nil {
		return fmt.Errorf("candidate__commit-report answers %s: %w", p.Chunk, err)
	}
	d.published = receipt.Commit
	d.show.step("candidate__commit-report", "commit "+receipt.Commit[:12]+" updates "+strings.Join(receipt.Paths, ", "), took)
	return nil
}

// inspect asks git itself what the branch holds now.
func (d *demo) inspect(ctx context.Context, base string) error {
	begun := time.Now()
	if err := d.inspectTip(ctx, base, d.published); err != nil {
		return err
	}
	stat, err := d.git(ctx, "diff-tree", "--no-commit-id", "--stat", "-r", base, d.published)
	if err != nil {
		return err
	}
	d.show.step("git fsck; git diff-tree --stat", stat, time.Since(begun))
	return nil
}

// inspectTip demands that the branch is the published commit, that its parent is the
// base, and that git finds the repository whole.
func (d *demo) inspectTip(ctx context.Context, base, published string) error {
	tip, err := d.git(ctx, "rev-parse", "refs/heads/main")
	if err != nil {
		return err
	}
	parent, err := d.git(ctx, "rev-parse", "refs/heads/main^")
	if err != nil {
		return err
	}
	if tip != published || parent != base {
		return fmt.Errorf("the branch is %s on %s, the receipt says %s on %s", tip, parent, published, base)
	}
	_, err = d.git(ctx, "fsck", "--strict", "--no-progress")
	return err
}
