package session

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// workspaceRows declares the methods of the held workspace.
func workspaceRows() []row {
	return []row{
		read("workspace/open", "The revisions of the current image, project and workspace.",
			noParamsShape(), workspaceShape(), workspaceFacts).plain().inBatch(),
		read("workspace/status", "The same revisions, to ask again.",
			noParamsShape(), workspaceShape(), workspaceFacts).plain().inBatch(),
		control("workspace/refresh-preview", "What a refresh would install, without installing it.",
			boundOnlyShape(), previewShape(), (*Session).refreshPreview).
			needing(policy.GrantWorkspaceRefresh).coded(codeRefreshOverflow, codeManifestChanged).afterDrift().recovering(),
		control("workspace/refresh", "Load the source again and install the new image; drafts and attempts are dropped.",
			refreshParamsShape(), refreshShape(), (*Session).refresh).plain().
			needing(policy.GrantWorkspaceRefresh).coded(codeRefreshOverflow, codeManifestChanged).afterDrift().recovering(),
	}
}

// workspacePayload is semaprax.image-agent-workspace.v1.
type workspacePayload struct{ Image, Project, Workspace canon.Digest }

func workspaceShape() *schema.Kind[workspacePayload] {
	return schema.Document("semaprax.image-agent-workspace.v1",
		schema.Const[workspacePayload]("state", "open"),
		schema.Required("image_revision", schema.Digest(), func(p *workspacePayload) *canon.Digest { return &p.Image }),
		schema.Required("project_revision", schema.Digest(), func(p *workspacePayload) *canon.Digest { return &p.Project }),
		schema.Required("workspace_revision", schema.Digest(), func(p *workspacePayload) *canon.Digest { return &p.Workspace }))
}

func workspaceFacts(v *view, _ *noParams, r *workspacePayload) diag.List {
	of := v.image.Project()
	*r = workspacePayload{Image: v.image.Revision(), Project: of.Revision(), Workspace: of.WorkspaceRevision()}
	return nil
}

// previewPayload is semaprax.image-workspace-refresh-preview.v1.
type previewPayload struct{ Old, Observed, Project, Workspace canon.Digest }

func previewShape() *schema.Kind[previewPayload] {
	return schema.Document("semaprax.image-workspace-refresh-preview.v1",
		schema.Required("old_image_revision", schema.Digest(), func(p *previewPayload) *canon.Digest { return &p.Old }),
		schema.Required("observed_image_revision", schema.Digest(), func(p *previewPayload) *canon.Digest { return &p.Observed }),
		schema.Required("observed_project_revision", schema.Digest(), func(p *previewPayload) *canon.Digest { return &p.Project }),
		schema.Required("workspace_revision", schema.Digest(), func(p *previewPayload) *canon.Digest { return &p.Workspace }),
		schema.False[previewPayload]("manifest_changed", "source_authority", "current_state_replaced"),
		schema.ConstBool[previewPayload]("requires_explicit_refresh", true))
}

type refreshParams struct {
	bound
	Expected canon.Digest
}

func refreshParamsShape() *schema.Kind[refreshParams] {
	return schema.Params(toleratedParam,
		bind(func(p *refreshParams) *bound { return &p.bound }),
		schema.Required("expected_new_project_revision", schema.Digest(), func(p *refreshParams) *canon.Digest { return &p.Expected }).
			Doc("The observed_project_revision of workspace/refresh-preview."))
}

// refreshPayload is semaprax.image-workspace-refresh.v1.
type refreshPayload struct {
	OldImage, Image, OldProject, Project, Workspace canon.Digest
	Reused                                          bool
	Candidates                                      []canon.Digest
	Drafts, Attempts                                uint64
}

func refreshShape() *schema.Kind[refreshPayload] {
	type r = refreshPayload
	return schema.Document("semaprax.image-workspace-refresh.v1",
		schema.Required("old_image_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.OldImage }),
		schema.Required("image_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Image }),
		schema.Required("old_project_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.OldProject }),
		schema.Required("project_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Project }),
		schema.Required("workspace_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Workspace }),
		schema.Required("image_arc_reused", schema.Bool(), func(p *r) *bool { return &p.Reused }),
		schema.Required("retained_candidates", schema.UniqueArray(schema.Digest(), 0, MaxCandidates), func(p *r) *[]canon.Digest { return &p.Candidates }),
		schema.Required("cleared_drafts", schema.Integer(0, MaxDrafts), func(p *r) *uint64 { return &p.Drafts }),
		schema.Required("cleared_attempts", schema.Integer(0, MaxAttempts), func(p *r) *uint64 { return &p.Attempts }),
		schema.False[r]("manifest_changed", "source_authority"),
		schema.Const[r]("recovery", "explicit_fresh_snapshot"),
		schema.ConstStrings[r]("nonclaims", "no_implicit_candidate_rebase", "no_draft_or_attempt_remapping",
			"no_source_publication", "no_incremental_build_claim"))
}
