package project

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
)

// The domains of language facts 6.5.
const (
	domainSourceRevision    = "semaprax.graph-revision.v2"
	domainSourceDigest      = "semaprax.semantic-review.source-digest.v1"
	domainWorkspaceRevision = "semaprax.workspace-semantic-revision.v1"
	domainProjectRevision   = "semaprax.project-revision.v1"
)

const schemaWorkspaceManifest = "semaprax.workspace-semantic-manifest.v1"

// PreludeDigest returns the digest of the prelude's contract text.
func PreludeDigest() canon.Digest { return canon.Plain(check.PreludeContract()) }

// SourceRevision returns the revision of a source, given its canonical text
// without comments. `check` of a single file prints it.
func SourceRevision(plain []byte) canon.Digest {
	var h canon.Hasher
	h.Reset(domainSourceRevision, canon.LittleEndian)
	h.Field(plain)
	h.FieldString(check.PreludeSchema)
	h.FieldString(check.PreludeContract())
	return h.Sum()
}

// SourceDigest returns the digest of a source as it is, comments included.
func SourceDigest(source []byte) canon.Digest { return canon.Sum(domainSourceDigest, source) }

// workspaceManifestOf writes the line that lists the modules.
func workspaceManifestOf(modules []Module) []byte {
	var b canon.Builder
	b.Reset(nil, canon.OrderedText)
	b.BeginObject()
	b.Key("schema").String(schemaWorkspaceManifest)
	b.Key("files").BeginArray()
	for i := range modules {
		m := &modules[i]
		b.BeginObject()
		b.Key("path").String(m.Path)
		b.Key("source_graph_schema").String(m.GraphSchema)
		b.Key("source_revision").Digest(m.Revision)
		b.Key("source_digest").Digest(m.SourceDigest)
		b.Key("bytes").Uint(uint64(len(m.Source)))
		b.EndObject()
	}
	b.EndArray().EndObject()
	return b.Line()
}

// revise computes the three texts that name the whole project.
func (p *Project) revise() {
	p.workspaceManifest = workspaceManifestOf(p.modules)
	p.workspaceRevision = canon.Sum(domainWorkspaceRevision, p.workspaceManifest)
	p.revision = canon.SumFramed(domainProjectRevision, p.manifest.text, p.workspaceRevision.String())
}
