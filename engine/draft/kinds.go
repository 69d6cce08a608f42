package draft

import (
	"sync"

	"github.com/semaprax/semaprax-go/engine/schema"
)

// kinds are the shapes drafts render with, each built when it is first needed. All
// drafts that come from one share them; they are safe for concurrent use.
type kinds struct {
	report, lineage            func() *schema.Kind[report]
	body, expression, contract func() *schema.Kind[Context]
	summary                    func() *schema.Kind[Summary]
	page                       func() *schema.Kind[Page]
	catalogue                  func() *schema.Kind[Catalogue]
	items                      func() *itemKinds
}

// itemKinds are the shapes of page items.
type itemKinds struct {
	scope *schema.Kind[scopeItem]
	call  *schema.Kind[Call]
}

func newKinds() *kinds {
	return &kinds{
		report: sync.OnceValue(ReportShape), lineage: sync.OnceValue(LineageReportShape),
		body: sync.OnceValue(BodyContextShape), expression: sync.OnceValue(ExpressionContextShape), contract: sync.OnceValue(ContractContextShape),
		summary: sync.OnceValue(SummaryShape), page: sync.OnceValue(PageShape), catalogue: sync.OnceValue(CatalogueShape),
		items: sync.OnceValue(func() *itemKinds { return &itemKinds{scopeItemShape(), callShape()} }),
	}
}

// context is the shape of the contexts of a kind of hole.
func (k *kinds) context(kind Kind) *schema.Kind[Context] {
	switch kind {
	case Expression:
		return k.expression()
	case Contract:
		return k.contract()
	}
	return k.body()
}
