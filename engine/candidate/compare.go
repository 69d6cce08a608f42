package candidate

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// ComparisonSchema names the comparison.
const ComparisonSchema = "semaprax.project-candidate-comparison.v1"

// Comparison says what two candidates of one base have in common. It describes; it
// admits nothing.
type Comparison struct {
	Base, Left, Right canon.Digest
	SameSource        bool
	Overlapping       []string
}

// ComparisonShape declares the comparison.
func ComparisonShape() *schema.Kind[Comparison] {
	type c = Comparison
	return schema.Document(ComparisonSchema,
		schema.Required("base_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Base }),
		schema.Required("left", schema.Digest(), func(p *c) *canon.Digest { return &p.Left }),
		schema.Required("right", schema.Digest(), func(p *c) *canon.Digest { return &p.Right }),
		schema.Required("same_source_revision", schema.Bool(), func(p *c) *bool { return &p.SameSource }),
		schema.Required("overlapping_targets", schema.UniqueArray(schema.String(), 0, MaxChanges), func(p *c) *[]string { return &p.Overlapping }),
		schema.Const[c]("classification", "descriptive_requires_revalidation_before_merge"),
		schema.ConstBool[c]("commit_authority", false))
}

// Compare compares a candidate with another of the same base revision (else
// SPX-G224). A comparison over MaxComparisonBytes is SPX-G223.
func (c *Candidate) Compare(other *Candidate) (*Comparison, diag.List) {
	if c.base.revision != other.base.revision {
		return nil, refusal(diag.G224, "the candidates do not have the same base revision")
	}
	out := &Comparison{Base: c.base.revision, Left: c.revision, Right: other.revision, SameSource: c.now.revision == other.now.revision}
	theirs := other.targets()
	for _, target := range c.targets() {
		if _, both := slices.BinarySearch(theirs, target); both {
			out.Overlapping = append(out.Overlapping, target)
		}
	}
	if _, ok := renderLine(ComparisonShape(), out, MaxComparisonBytes); !ok {
		return nil, refusal(diag.G223, "the comparison has more than %d bytes", MaxComparisonBytes)
	}
	return out, nil
}
