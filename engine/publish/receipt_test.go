package publish

import (
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// prepared is a publication of one file.
func prepared(format string, changed ...string) receipt {
	return receipt{Prepared: Prepared{Repository: "/srv/r.git", Reference: "refs/heads/main", Format: format, Base: "a", Commit: "b", Tree: "c",
		Changed: changed, ContentBinding: "sha256:d"}, Candidate: canon.Plain("1"), Base: canon.Plain("2"), Project: canon.Plain("3")}
}

func TestReceiptsAreCanonical(t *testing.T) {
	content := prepared("sha1", "src/a.spx")
	got := string(content.render().Text())
	want := `{"approved_candidate_digest":"` + canon.Plain("1").String() + `","base_project_revision":"` + canon.Plain("2").String() +
		`","candidate_project_revision":"` + canon.Plain("3").String() + `","git_object_format":"sha1","managed_active_changed":false,` +
		`"nonclaims":["no_atomic_raw_working_tree_rewrite","no_network_push_or_remote_publication","no_signature_or_approval_service",` +
		`"unreachable_objects_may_remain_after_failure"],"previous_commit":"a","project_manifest_changed":false,` +
		`"publication":"git_branch_ref_compare_and_swap","published_commit":"b","reference":"refs/heads/main","repository":"/srv/r.git",` +
		`"schema":"semaprax.project-candidate-git-publication.v1","sha1_security":"` + legacyNote + `","sha256_object_content_binding":"sha256:d",` +
		`"source_authority":"explicit_host_git_ref_authority","tests":"not_run","tree":"c","updated_source_paths":["src/a.spx"],"working_tree_rewritten":false}` + "\n"
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	modern := prepared("sha256", "src/a.spx")
	if text := string(modern.render().Text()); strings.Contains(text, "sha1_security") || strings.Contains(text, "content_binding") {
		t.Errorf("a SHA-256 receipt says %s", text)
	}
}

func TestReceiptsAreBounded(t *testing.T) {
	small := prepared("sha1", "")
	room := MaxReceiptBytes - len(small.render().Text())
	fits, over := prepared("sha1", strings.Repeat("x", room)), prepared("sha1", strings.Repeat("x", room+1))
	if r := fits.render(); r == nil || len(r.Text()) != MaxReceiptBytes {
		t.Error("a receipt of exactly the bound is refused")
	}
	if over.render() != nil {
		t.Error("a receipt over the bound is rendered")
	}
}
