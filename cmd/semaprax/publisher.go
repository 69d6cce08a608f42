package main

import (
	"errors"
	"time"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/publish"
	"github.com/semaprax/semaprax-go/gitpub"
	"github.com/semaprax/semaprax-go/policy"
)

// gitPublisher fills engine/publish's Publisher with a repository of gitpub.
type gitPublisher struct {
	repository *gitpub.Repository
	config     gitpub.Config
}

// openPublisher judges the values of a git policy and opens the repository; its time
// allowed counts from here.
func openPublisher(granted policy.GitHost) (publish.Publisher, diag.List) {
	config := gitpub.Config{
		GitExecutable: granted.GitExecutable, Repository: granted.Repository, Reference: granted.Reference,
		BaseCommit: granted.BaseCommit, ProjectPrefix: granted.ProjectPrefix,
		AuthorName: granted.AuthorName, AuthorEmail: granted.AuthorEmail,
		UnixSeconds: clamped[int64](granted.UnixSeconds), Message: granted.Message,
		MaxCommands: clamped[int](granted.MaxCommands), TimeoutMillis: clamped[int](granted.TimeoutMillis),
	}
	repository, err := gitpub.Open(config, gitpub.Host{Now: time.Now, Sleep: time.Sleep}, gitpub.Limits{})
	if err != nil {
		return nil, publisherFaults(err)
	}
	return &gitPublisher{repository: repository, config: config}, nil
}

// clamped converts a number; one that its type cannot hold becomes -1, which no rule
// admits.
func clamped[N int | int64](value uint64) N {
	if n := N(value); n >= 0 && uint64(n) == value {
		return n
	}
	return -1
}

// Identity is the repository's canonical path.
func (g *gitPublisher) Identity() string { return g.repository.Identity() }

// Plan plans on the policy's base commit.
func (g *gitPublisher) Plan(expect, change []publish.File) (publish.Plan, error) {
	plan, err := g.repository.Plan(g.config.BaseCommit, gitFiles(expect), gitFiles(change), g.config.Meta())
	if err != nil {
		return nil, publisherError(err)
	}
	return gitPlan{plan}, nil
}

// Close releases the repository.
func (g *gitPublisher) Close() { g.repository.Close() }

func gitFiles(files []publish.File) []gitpub.File {
	list := make([]gitpub.File, len(files))
	for i, f := range files {
		list[i] = gitpub.File{Path: f.Path, Content: f.Content}
	}
	return list
}

// gitPlan is a plan of gitpub.
type gitPlan struct{ plan *gitpub.Plan }

// Prepared says what the publication will be.
func (g gitPlan) Prepared() publish.Prepared {
	p := g.plan.Prepared
	return publish.Prepared{Repository: p.Repository, Reference: p.Reference, Format: p.Format, Base: p.Base,
		Commit: p.Commit, Tree: p.Tree, Changed: p.Changed, ContentBinding: p.ContentBinding}
}

// Write stores the objects.
func (g gitPlan) Write() error { return publisherError(g.plan.Write()) }

// Verify asks git for a second opinion.
func (g gitPlan) Verify() error { return publisherError(g.plan.Verify()) }

// Pivot moves the branch.
func (g gitPlan) Pivot() error { return publisherError(g.plan.Pivot()) }

// Confirm looks once more.
func (g gitPlan) Confirm() error { return publisherError(g.plan.Confirm()) }

// Discard gives the plan up.
func (g gitPlan) Discard() { g.plan.Discard() }

// publisherError turns an error of gitpub into one of publish.
func publisherError(err error) error {
	var refused *gitpub.Error
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &refused):
		return err
	}
	return &publish.Error{Code: diag.Code(refused.Code), Text: publisherText(refused), MayHaveMoved: refused.MayHaveMoved,
		Reference: refused.Reference, Commit: refused.Commit}
}

func publisherText(refused *gitpub.Error) string {
	text := refused.Text
	if refused.Place != "" {
		text = refused.Place + ": " + text
	}
	if refused.Cause != nil {
		text += ": " + refused.Cause.Error()
	}
	if refused.MayHaveMoved {
		text += " (" + refused.Reference + " may be " + refused.Commit + ")"
	}
	return text
}

// publisherFaults are the diagnostics of a repository that could not be opened.
func publisherFaults(err error) diag.List {
	var refused *gitpub.Error
	if !errors.As(err, &refused) {
		return hostFault(err.Error())
	}
	return diag.List{diag.New(diag.Code(refused.Code), "", diag.Span{}, publisherText(refused))}
}
