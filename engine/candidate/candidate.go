package candidate

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
)

// Candidate is a base revision with an ordered history of changes and the report
// that says what came of them. It is immutable; siblings share what they have in
// common. It holds sources, not checked programs.
type Candidate struct {
	base, now  *Sources
	changes    []*Change
	operations []intent.Operation
	report     []byte
	revision   canon.Digest
}

// Open makes the candidate without changes over an image. It is deterministic.
func Open(p *Programs, base *image.Image) (*Candidate, diag.List) {
	sources := SourcesOf(base)
	return (&step{base: sources, now: sources, image: base}).finish(p)
}

// Revision is the candidate digest: the digest of the report, the handle under
// which a session retains the candidate.
func (c *Candidate) Revision() canon.Digest { return c.revision }

// RetainedBytes is what the candidate counts against a registry: its report.
func (c *Candidate) RetainedBytes() int64 { return int64(len(c.report)) }

// Report is the canonical report with its LF. Do not change it.
func (c *Candidate) Report() []byte { return c.report }

// Base is the original revision, Now the revision after all changes.
func (c *Candidate) Base() *Sources { return c.base }

// Now is the revision after all changes.
func (c *Candidate) Now() *Sources { return c.now }

// Changes returns the history. Do not change it.
func (c *Candidate) Changes() []*Change { return c.changes }

// Operations returns the summaries of the changes. Do not change them.
func (c *Candidate) Operations() []intent.Operation { return c.operations }

// targets are the distinct targets of the operations, ascending.
func (c *Candidate) targets() []string {
	list := make([]string, len(c.operations))
	for i := range c.operations {
		list[i] = c.operations[i].Target
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// at is the state from which a further change continues.
func (c *Candidate) at(i *image.Image) *step {
	return &step{base: c.base, now: c.now, image: i, changes: c.changes, operations: c.operations, done: c}
}
