package candidate

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// ChangeCatalogue lists the operations a target of the candidate admits. Beside the
// refusals of the intentions' own catalogue, one over intent.MaxCatalogueBytes is
// SPX-G223.
func (c *Candidate) ChangeCatalogue(p *Programs, target string) (*intent.ChangeCatalogue, diag.List) {
	base, fault := p.Edited(c)
	if fault != nil {
		return nil, fault
	}
	out, fault := base.ChangeCatalogue(target, len(c.changes) >= MaxChanges)
	if fault != nil {
		return nil, fault
	}
	out.CandidateDigest = c.revision
	return out, within(p.changes(), out, intent.MaxCatalogueBytes, diag.G223)
}

// ExpressionCatalogue lists the expressions of a function of the candidate, with
// contracts set those of its clauses. One over intent.MaxExpressionCatalogueBytes is
// SPX-G226.
func (c *Candidate) ExpressionCatalogue(p *Programs, target string, contracts bool) (*intent.ExpressionCatalogue, diag.List) {
	base, fault := p.Edited(c)
	if fault != nil {
		return nil, fault
	}
	out, fault := base.ExpressionCatalogue(target, contracts)
	if fault != nil {
		return nil, fault
	}
	out.CandidateDigest = c.revision
	shape := p.expressions
	if contracts {
		shape = p.contracts
	}
	return out, within(shape(), out, intent.MaxExpressionCatalogueBytes, diag.G226)
}

// InterfaceCatalogue renders the protocols a record of the candidate may implement,
// as one canonical line. One over intent.MaxExpressionCatalogueBytes is SPX-G273.
func (c *Candidate) InterfaceCatalogue(p *Programs, target string) ([]byte, diag.List) {
	base, fault := p.Edited(c)
	if fault != nil {
		return nil, fault
	}
	out, fault := base.InterfaceCatalogue(target)
	if fault != nil {
		return nil, fault
	}
	out.CandidateDigest = c.revision
	line, ok := renderLine(intent.InterfaceCatalogueShape(), out, intent.MaxExpressionCatalogueBytes)
	if !ok {
		return nil, refusal(diag.G273, "the interface catalogue has more than %d bytes", intent.MaxExpressionCatalogueBytes)
	}
	return line, nil
}

// within refuses a value whose canonical line is over a bound.
func within[V any](kind *schema.Kind[V], v *V, maxBytes int, code diag.Code) diag.List {
	if _, ok := renderLine(kind, v, maxBytes); !ok {
		return refusal(code, "the catalogue has more than %d bytes", maxBytes)
	}
	return nil
}
