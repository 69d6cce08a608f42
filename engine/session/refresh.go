package session

import (
	"bytes"
	"context"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/project"
)

// snapshot is a freshly loaded source with its image.
type snapshot struct {
	project *project.Project
	held    *project.Held
	image   *image.Image
	reused  bool // the image is the session's own
}

// refreshPreview answers what a refresh would install. It touches nothing of the
// session and works after drift.
func (s *Session) refreshPreview(_ operation, id, dst []byte) []byte {
	fresh, faults := s.load()
	if faults != nil {
		return appendFaults(dst, id, faults)
	}
	defer fresh.held.Close()
	payload := previewPayload{Old: s.image.Revision(), Observed: fresh.image.Revision(),
		Project: fresh.project.Revision(), Workspace: fresh.project.WorkspaceRevision()}
	response, fits := respondUnder(s, s.image.Revision(), s.project.Revision(), dst, id, previewShape(), &payload)
	if !fits {
		return appendFaults(dst, id, refreshOverflow())
	}
	if faults := fresh.held.Recheck(); faults != nil {
		return appendFaults(dst, id, faults)
	}
	return response
}

// refresh installs a fresh snapshot: candidates stay, drafts and attempts go. Any
// fault leaves the session as it was.
func (s *Session) refresh(op operation, id, dst []byte) []byte {
	expected := op.(*typedOperation[refreshParams, refreshPayload]).in.Expected
	fresh, faults := s.load()
	if faults != nil {
		return appendFaults(dst, id, faults)
	}
	response, faults := s.prepareRefresh(fresh, expected, id, dst)
	if faults == nil {
		faults = fresh.held.Recheck()
	}
	if faults != nil {
		fresh.held.Close()
		return appendFaults(dst, id, faults)
	}
	s.adopt(fresh)
	return response
}

func (s *Session) prepareRefresh(fresh snapshot, expected canon.Digest, id, dst []byte) ([]byte, diag.List) {
	if fresh.project.Revision() != expected {
		return nil, fault(codeStaleImage, "the source on disk is not the expected project revision")
	}
	payload := refreshPayload{
		OldImage: s.image.Revision(), Image: fresh.image.Revision(),
		OldProject: s.project.Revision(), Project: fresh.project.Revision(),
		Workspace: fresh.project.WorkspaceRevision(), Reused: fresh.reused,
		Candidates: s.registry.candidates.revisions(),
		Drafts:     uint64(len(s.registry.drafts.subjects)),
		Attempts:   uint64(len(s.registry.attempts.subjects)),
	}
	response, fits := respondUnder(s, payload.Image, payload.Project, dst, id, refreshShape(), &payload)
	if !fits {
		return nil, refreshOverflow()
	}
	return response, nil
}

func refreshOverflow() diag.List {
	return fault(codeRefreshOverflow, "the response of the refresh does not fit; nothing was adopted")
}

// revisions lists the revisions of a shelf in order.
func (h *shelf) revisions() []canon.Digest {
	list := make([]canon.Digest, len(h.subjects))
	for i, s := range h.subjects {
		list[i] = s.Revision()
	}
	return list
}

// adopt replaces the snapshot; the old one is closed, a test task is ended.
func (s *Session) adopt(fresh snapshot) {
	s.endTask()
	s.held.Close()
	s.project, s.held, s.image = fresh.project, fresh.held, fresh.image
	s.programs.Pin(fresh.image)
	s.drift = nil
	s.registry.drafts.subjects = nil
	s.registry.attempts.subjects = nil
}

// load opens the fixed manifest again and derives its image. The manifest must be
// what the session holds; equal revisions must be equal bytes. On faults nothing
// stays open.
func (s *Session) load() (snapshot, diag.List) {
	opened, held, faults := project.Open(context.Background(), s.config.Root, s.config.Manifest, s.project)
	if faults.HasErrors() {
		return snapshot{}, faults
	}
	fresh := snapshot{project: opened, held: held}
	if faults := s.derive(&fresh); faults != nil {
		held.Close()
		return snapshot{}, faults
	}
	return fresh, nil
}

func (s *Session) derive(fresh *snapshot) diag.List {
	if fresh.project.Manifest().Text() != s.project.Manifest().Text() {
		return fault(codeManifestChanged, "the manifest on disk is not the session's")
	}
	derived, faults := s.programs.Derive(fresh.project)
	if faults.HasErrors() {
		return faults
	}
	fresh.image = derived
	if derived.Revision() != s.image.Revision() {
		return nil
	}
	if !bytes.Equal(derived.Bytes(), s.image.Bytes()) {
		return fault(codeManifestChanged, "one image revision stands for two images")
	}
	fresh.image, fresh.reused = s.image, true
	return nil
}
