package candidate

import (
	"sync"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/project"
)

// Programs keeps the checked revisions used last: the pinned one, which its owner
// holds anyway, and at most MaxCheckedPrograms others. Everything else is built
// again from sources when it is asked for. It is safe for concurrent use.
type Programs struct {
	compiler string
	*declarations

	mu     sync.Mutex
	pinned *image.Image
	recent [MaxCheckedPrograms]*image.Image // the last used first
}

// NewPrograms makes an empty store. compiler is the version that takes part in
// image revisions and capsules.
func NewPrograms(compiler string) *Programs {
	return &Programs{compiler: compiler, declarations: newDeclarations()}
}

// Pin tells the store of an image that stays alive without it, or of none.
func (p *Programs) Pin(i *image.Image) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pinned = i
}

// Image returns the image of a revision, building it when it is not kept. Building
// sources that were admitted once cannot be refused; a list says they were.
func (p *Programs) Image(s *Sources) (*image.Image, diag.List) {
	if kept := p.find(s.revision); kept != nil {
		return kept, nil
	}
	derived, fault := buildAgain(p, s)
	if fault != nil {
		return nil, fault
	}
	p.keep(derived)
	return derived, nil
}

// Derive makes the image of an admitted project with the store's compiler. Images of
// one store share their declarations, which are worth a small project each.
func (p *Programs) Derive(of *project.Project) (*image.Image, diag.List) {
	return p.images.Derive(of, p.compiler)
}

// buildAgain derives the image of sources from nothing but their text.
func buildAgain(p *Programs, s *Sources) (*image.Image, diag.List) {
	of, fault := project.Build(s.manifest, s.files, nil)
	if fault.HasErrors() {
		return nil, fault
	}
	derived, fault := p.Derive(of)
	if fault.HasErrors() {
		return nil, fault
	}
	return derived, nil
}

// Base returns the image of a candidate's base.
func (p *Programs) Base(c *Candidate) (*image.Image, diag.List) { return p.Image(c.base) }

// Current returns the image of a candidate's own revision.
func (p *Programs) Current(c *Candidate) (*image.Image, diag.List) { return p.Image(c.now) }

// Edited returns a candidate's own revision as a base of intentions.
func (p *Programs) Edited(c *Candidate) (*intent.Base, diag.List) {
	i, fault := p.Current(c)
	if fault != nil {
		return nil, fault
	}
	return intent.NewBase(i.Project()), nil
}

// Compiler returns the version the store was made with.
func (p *Programs) Compiler() string { return p.compiler }

// find returns a kept image and moves it to the front.
func (p *Programs) find(revision canon.Digest) *image.Image {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pinned != nil && p.pinned.Project().Revision() == revision {
		return p.pinned
	}
	for n, kept := range p.recent {
		if kept != nil && kept.Project().Revision() == revision {
			copy(p.recent[1:n+1], p.recent[:n])
			p.recent[0] = kept
			return kept
		}
	}
	return nil
}

// keep puts an image in front; the one used longest ago goes.
func (p *Programs) keep(i *image.Image) {
	if p.find(i.Project().Revision()) != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	copy(p.recent[1:], p.recent[:])
	p.recent[0] = i
}

// over is an empty store like p that pins an image.
func (p *Programs) over(base *image.Image) *Programs {
	return &Programs{compiler: p.compiler, declarations: p.declarations, pinned: base}
}
