package delta

import (
	"bytes"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Change says how the facts of the two sides differ.
type Change string

// The changes. ProvenanceOnly: the facts differ, their projections do not.
const (
	Unchanged      Change = "unchanged"
	ProvenanceOnly Change = "provenance_only"
	Added          Change = "added"
	Removed        Change = "removed"
	Modified       Change = "modified"
	Absent         Change = "absent"
	Moved          Change = "moved" // of declarations only
)

// comparison puts the facts of both sides next to each other. A fact is canonical
// JSON without LF, nil where the side has none; the digest is then that of null.
type comparison struct {
	Change                      Change
	Exact, Projection           bool
	BaseDigest, CandidateDigest canon.Digest
	Base, Candidate             []byte
}

// factDigest is the digest of a fact as a line.
func factDigest(domain string, fact []byte) canon.Digest {
	var h canon.Hasher
	h.Reset(domain, canon.LittleEndian)
	h.Frame(uint64(len(line(fact)) + 1))
	h.Write(line(fact))
	h.WriteString("\n")
	return h.Sum()
}

// line is a fact, or null for an absent one.
func line(fact []byte) []byte {
	if fact == nil {
		return []byte("null")
	}
	return fact
}

// compare judges the facts of both sides.
func compare(domain string, base, candidate []byte) comparison {
	c := comparison{
		BaseDigest: factDigest(domain, base), CandidateDigest: factDigest(domain, candidate),
		Base: base, Candidate: candidate, Exact: bytes.Equal(line(base), line(candidate)),
	}
	c.Projection = c.Exact || base != nil && candidate != nil && sameProjection(base, candidate)
	c.Change = changeOf(base, candidate, c.Exact, c.Projection)
	return c
}

func sameProjection(base, candidate []byte) bool {
	return bytes.Equal(projected(nil, base), projected(nil, candidate))
}

func changeOf(base, candidate []byte, exact, projection bool) Change {
	switch {
	case base == nil && candidate == nil:
		return Absent
	case base == nil:
		return Added
	case candidate == nil:
		return Removed
	case exact:
		return Unchanged
	case projection:
		return ProvenanceOnly
	}
	return Modified
}

// comparisonShape declares a comparison that always carries both facts.
func comparisonShape[V any](fact *schema.Kind[V]) *schema.Kind[comparison] {
	type c = comparison
	return schema.Object(comparisonFields(Unchanged, ProvenanceOnly, Added, Removed, Modified),
		schema.Required("base", schema.NullWhenZero(schema.Rendered(fact)), func(p *c) *[]byte { return &p.Base }),
		schema.Required("candidate", schema.NullWhenZero(schema.Rendered(fact)), func(p *c) *[]byte { return &p.Candidate }))
}

func comparisonFields(changes ...Change) schema.Field[comparison] {
	type c = comparison
	return schema.Lift(func(p *c) *c { return p },
		schema.Required("change", schema.Choice(changes...), func(p *c) *Change { return &p.Change }),
		schema.Required("exact_equal", schema.Bool(), func(p *c) *bool { return &p.Exact }),
		schema.Required("projection_equal_without_provenance", schema.Bool(), func(p *c) *bool { return &p.Projection }),
		schema.Required("base_digest", schema.Digest(), func(p *c) *canon.Digest { return &p.BaseDigest }),
		schema.Required("candidate_digest", schema.Digest(), func(p *c) *canon.Digest { return &p.CandidateDigest }))
}
