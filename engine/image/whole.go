package image

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// AppendFacet appends every item of a facet of a function as one array in canonical
// JSON. ok is false, and dst unchanged, when the facet has more than MaxFacetItems.
func (i *Image) AppendFacet(dst []byte, f *check.Function, facet Facet) (out []byte, ok bool) {
	list, known := i.facetRows(f, facet)
	if !known || list.count > MaxFacetItems {
		return dst, false
	}
	return list.appendArray(dst), true
}

// FunctionPlans are the ownership plans of one function or instance.
type FunctionPlans struct{ of *planProjection }

// Plans works out the plans of a function, or of an instance of it unless that is
// NoInstance.
func (i *Image) Plans(f *check.Function, instance check.InstanceID) FunctionPlans {
	shapes := i.facets().plans
	if instance != check.NoInstance {
		return FunctionPlans{i.instancePlans(shapes, instance)}
	}
	return FunctionPlans{i.planProjection(shapes, f)}
}

// Ownership is what the plans were read from.
func (p FunctionPlans) Ownership() *check.Ownership { return p.of.plan }

// AppendLoans appends the rows of the loan plan as one array in canonical JSON: the
// items of FacetLoans.
func (p FunctionPlans) AppendLoans(dst []byte) []byte { return p.of.loanRows().appendArray(dst) }

// AppendCleanup appends the rows of the cleanup plan likewise: the items of
// FacetCleanup.
func (p FunctionPlans) AppendCleanup(dst []byte) []byte { return p.of.cleanupRows().appendArray(dst) }

func (l items) appendArray(dst []byte) []byte {
	var b canon.Builder
	b.Reset(dst, canon.CJ)
	b.BeginArray()
	for index := range l.count {
		l.render(&b, index)
	}
	b.EndArray()
	return b.Bytes()
}

// TypedDeclarationShape declares the typed_declaration of a dependency report.
func TypedDeclarationShape() *schema.Kind[typedDeclaration] { return typedDeclarationShape() }

// RelationshipsShape declares the relationships of a dependency report.
func RelationshipsShape() *schema.Kind[dependencyReport] { return relationshipsShape() }

// CallSitesShape declares the direct_call_sites of a dependency report.
func CallSitesShape() *schema.Kind[[]callRow] {
	return schema.Array(callRowShape(), 0, MaxDependencyRows)
}
