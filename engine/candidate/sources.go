package candidate

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/project"
)

// Sources are one admitted revision of a project, kept as text: what it takes to
// build the checked program again. They are immutable; texts are shared.
type Sources struct {
	manifest  *project.Manifest
	files     []project.Source // in path order
	digests   []canon.Digest   // of files
	revision  canon.Digest
	workspace canon.Digest
	graph     canon.Digest
}

// SourcesOf takes the texts and revisions of an image.
func SourcesOf(i *image.Image) *Sources {
	of := i.Project()
	s := &Sources{manifest: of.Manifest(), revision: of.Revision(), workspace: of.WorkspaceRevision(), graph: i.GraphDigest()}
	for _, m := range of.Modules() {
		s.files = append(s.files, project.Source{Path: m.Path, Text: m.Source})
		s.digests = append(s.digests, m.SourceDigest)
	}
	return s
}

// Manifest returns the manifest.
func (s *Sources) Manifest() *project.Manifest { return s.manifest }

// Files returns the source files in path order. Do not change them.
func (s *Sources) Files() []project.Source { return s.files }

// SourceDigest is the digest of the file at a position of Files.
func (s *Sources) SourceDigest(file int) canon.Digest { return s.digests[file] }

// Revision returns the project revision.
func (s *Sources) Revision() canon.Digest { return s.revision }

// WorkspaceRevision returns the workspace revision.
func (s *Sources) WorkspaceRevision() canon.Digest { return s.workspace }

// GraphDigest returns the digest of the graph document.
func (s *Sources) GraphDigest() canon.Digest { return s.graph }

// bytes counts the source bytes.
func (s *Sources) bytes() int {
	n := 0
	for _, f := range s.files {
		n += len(f.Text)
	}
	return n
}
