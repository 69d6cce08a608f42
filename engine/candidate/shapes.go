package candidate

import (
	"sync"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// declarations are the shapes this package needs again and again, each declared when
// it is first used. They are safe for concurrent use and shared by related stores.
type declarations struct {
	images       *image.Declarations
	shapes       func() *shapes
	grammar      func() *intent.Grammar
	expression   func() *schema.Kind[intent.Expression]
	changes      func() *schema.Kind[intent.ChangeCatalogue]
	expressions  func() *schema.Kind[intent.ExpressionCatalogue]
	contracts    func() *schema.Kind[intent.ExpressionCatalogue]
	constructors func() (*ConstructorSchemas, diag.List)
}

func newDeclarations() *declarations {
	return &declarations{
		images: image.NewDeclarations(),
		shapes: sync.OnceValue(newShapes), grammar: sync.OnceValue(intent.NewGrammar),
		expression:   sync.OnceValue(intent.ExpressionShape),
		changes:      sync.OnceValue(intent.ChangeCatalogueShape),
		expressions:  sync.OnceValue(func() *schema.Kind[intent.ExpressionCatalogue] { return intent.ExpressionCatalogueShape(false) }),
		contracts:    sync.OnceValue(func() *schema.Kind[intent.ExpressionCatalogue] { return intent.ExpressionCatalogueShape(true) }),
		constructors: sync.OnceValues(describeConstructors),
	}
}

// shapes are the kinds of candidate and attempt reports.
type shapes struct {
	operation   *schema.Kind[intent.Operation]
	unavailable *schema.Kind[unavailable]
	report      *schema.Kind[report]
	delta       *schema.Kind[report]
	attempt     *schema.Kind[attemptReport]
}

func newShapes() *shapes {
	s := &shapes{operation: intent.OperationShape(), unavailable: unavailableShape()}
	s.report, s.delta, s.attempt = reportShape(s), deltaShape(s), attemptReportShape()
	return s
}
