package intent

import "github.com/semaprax/semaprax-go/engine/schema"

// ExpressionRowShape declares one row of an expression catalogue.
func ExpressionRowShape() *schema.Kind[ExpressionRow] { return expressionRowShape() }

// InventoryFields declares the inventories of a change catalogue inside a larger
// payload; an empty one is absent.
func InventoryFields[T any](at func(*T) *ChangeCatalogue) schema.Field[T] {
	type c = ChangeCatalogue
	return schema.Lift(at,
		schema.Optional("aggregate_constructors", list(constructorShape()), func(p *c) *[]ConstructorRow { return &p.Constructors }),
		schema.Optional("aggregate_projections", list(projectionShape()), func(p *c) *[]ProjectionRow { return &p.Projections }),
		schema.Optional("aggregate_matches", list(matchShape()), func(p *c) *[]MatchRow { return &p.Matches }),
		schema.Optional("aggregate_updates", list(updateShape()), func(p *c) *[]ConstructorRow { return &p.Updates }),
		schema.Optional("nominal_types", list(nominalShape()), func(p *c) *[]NominalRow { return &p.NominalTypes }),
		schema.Optional("builtin_calls", list(builtinShape()), func(p *c) *[]BuiltinRow { return &p.Builtins }),
		schema.Optional("field_places", list(fieldPlaceShape()), func(p *c) *[]ProjectionRow { return &p.FieldPlaces }))
}

// ConstructorKinds lists the kinds of expressions the inventories leave available,
// those that need nothing first, in the order contexts list them.
func (c *ChangeCatalogue) ConstructorKinds() []ExpressionKind {
	kinds := []ExpressionKind{ExprI64, ExprI32, ExprU8, ExprUsize, ExprBool, ExprString, ExprArray, ExprChar, ExprF32, ExprF64,
		ExprPlace, ExprCall, ExprUnary, ExprBinary, ExprIf, ExprLet}
	has := func(kind string) bool {
		for i := range c.Constructors {
			if c.Constructors[i].Kind == kind {
				return true
			}
		}
		return false
	}
	for _, extra := range []struct {
		kind      ExpressionKind
		available bool
	}{
		{ExprFieldPlace, len(c.FieldPlaces) > 0}, {ExprBuiltinCall, len(c.Builtins) > 0},
		{ExprRecord, has("record")}, {ExprVariant, has("variant")}, {ExprProject, len(c.Projections) > 0},
		{ExprMatch, len(c.Matches) > 0}, {ExprUpdate, len(c.Updates) > 0},
	} {
		if extra.available {
			kinds = append(kinds, extra.kind)
		}
	}
	return kinds
}
