package intent

import (
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/wire"
)

// Grammar holds the declared shapes. Building one takes a while; it is immutable and
// safe for concurrent use, so a session needs only one.
type Grammar struct {
	intentions  *schema.Kind[Fields]
	expressions *schema.Kind[Expression]
}

// NewGrammar declares the shapes of intentions and expressions.
func NewGrammar() *Grammar {
	return &Grammar{intentions: IntentionShape(), expressions: ExpressionShape()}
}

// DecodeExpression reads one expression, such as fills a hole, from a validated JSON
// value. Its text is the value in canonical form. Refusals are those of Decode.
func (g *Grammar) DecodeExpression(span []byte) (e *Expression, text string, fault diag.List) {
	if fault := CheckBounds(span); fault != nil {
		return nil, "", fault
	}
	e = &Expression{}
	var d schema.Decoder
	if fault := g.expressions.Decode(&d, span, e); fault != nil {
		return nil, "", misshapen(span, fault, diag.G225, diag.G226)
	}
	if fault := e.checkBudget(); fault != nil {
		return nil, "", fault
	}
	return e, canonical(span), e.checkAllBindings()
}

// canonical writes a validated value in canonical form.
func canonical(span []byte) string {
	var b canon.Builder
	b.Reset(make([]byte, 0, len(span)), canon.CJ)
	schema.EncodeSpan(&b, span)
	return string(b.Bytes())
}

// Decode reads an intention from a validated JSON value, which may be dropped
// afterwards: the intention owns copies. Its text is the value in canonical form.
//
// Refusals: SPX-G223 for the structural bounds, SPX-G226 for the budgets of an
// expression and lists that are too long, SPX-G225 for anything else outside the
// closed shapes. Kinds with codes of their own use those: SPX-G268 for repairs,
// SPX-G272 and G273 for interfaces, SPX-G516 and G518 for cases.
func (g *Grammar) Decode(span []byte) (*Intention, diag.List) {
	if fault := CheckBounds(span); fault != nil {
		return nil, fault
	}
	in := &Intention{}
	var d schema.Decoder
	if fault := g.intentions.Decode(&d, span, &in.fields); fault != nil {
		shape, bound := codesOf(Kind(claimedKind(span)))
		return nil, misshapen(span, fault, shape, bound)
	}
	in.text = canonical(span)
	if fault := in.checkExpressions(); fault != nil {
		return nil, fault
	}
	if fault := in.checkWords(); fault != nil {
		return nil, fault
	}
	return in, nil
}

// checkExpressions applies the budgets to every expression of the intention.
func (in *Intention) checkExpressions() (fault diag.List) {
	in.Expressions(func(e *Expression) {
		if fault == nil {
			fault = e.checkBudget()
		}
	})
	return fault
}

// Expressions calls visit with every expression the intention carries.
func (in *Intention) Expressions(visit func(*Expression)) {
	f := &in.fields
	for _, e := range []*Expression{f.Expression, f.Rejected.Body, f.Declaration.Body} {
		if e != nil {
			visit(e)
		}
	}
	for i := range f.Parameters {
		if f.Parameters[i].Form == ItemComputed {
			visit(&f.Parameters[i].Argument)
		}
	}
	for i := range f.Declaration.Requires {
		visit(&f.Declaration.Requires[i])
	}
	for i := range f.Declaration.Ensures {
		visit(&f.Declaration.Ensures[i])
	}
}

// misshapen turns a fault of the shape into a diagnostic: a list that is too long is
// a bound, anything else a wrong shape.
func misshapen(span []byte, fault *schema.Fault, shape, bound diag.Code) diag.List {
	code := shape
	if value := valueAt(span, fault.Pointer()); fault.Kind == schema.FaultInvalid && hasElements(value) {
		code = bound
	}
	return refusal(code, "the value does not fit its shape: %s", fault.Error())
}

// codesOf names the codes of a kind for a wrong shape and for a bound.
func codesOf(kind Kind) (shape, bound diag.Code) {
	switch kind {
	case RepairDiagnostic:
		return diag.G268, diag.G268
	case ImplementInterface:
		return diag.G272, diag.G273
	case AddVariantCase:
		return diag.G516, diag.G518
	}
	return diag.G225, diag.G226
}

// claimedKind is the text of the member "kind", or empty.
func claimedKind(span []byte) string {
	at, ok := wire.Find(span, wire.Whole(span), "kind")
	if !ok {
		return ""
	}
	text, _ := wire.PlainString(at.Of(span))
	return string(text)
}

// valueAt follows a JSON Pointer of member names and positions; nil when it leads
// nowhere.
func valueAt(span []byte, pointer string) []byte {
	for step := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		switch {
		case pointer == "":
			return span
		case len(span) > 0 && span[0] == '[':
			n, err := strconv.Atoi(step)
			if err != nil {
				return nil
			}
			span = elementAt(span, n)
		default:
			at, ok := wire.Find(span, wire.Whole(span), step)
			if !ok {
				return nil
			}
			span = at.Of(span)
		}
	}
	return span
}

func elementAt(span []byte, n int) []byte {
	for it := wire.Elements(span, wire.Whole(span)); it.Next(); n-- {
		if n == 0 {
			return it.Value()
		}
	}
	return nil
}

// hasElements reports whether a value is an array that is not empty.
func hasElements(value []byte) bool {
	it := wire.Elements(value, wire.Whole(value))
	return len(value) > 0 && value[0] == '[' && it.Next()
}

// checkWords refuses reserved words where the intention introduces a name.
func (in *Intention) checkWords() diag.List {
	code, _ := codesOf(in.Kind())
	var fault diag.List
	in.NewNames(func(name string) {
		if fault == nil && !isNewName(name) {
			fault = refusal(code, "`%s` is a reserved word", name)
		}
	})
	in.Expressions(func(e *Expression) {
		if fault == nil {
			fault = e.checkAllBindings()
		}
	})
	return fault
}

func (e *Expression) checkAllBindings() (fault diag.List) {
	e.Walk(func(e *Expression) {
		if fault == nil {
			fault = e.checkBindings()
		}
	})
	return fault
}

// checkBindings refuses reserved words where an expression binds a name.
func (e *Expression) checkBindings() diag.List {
	if e.Kind == ExprLet && !isNewBinding(e.Name) {
		return unsupported("`%s` cannot be bound by a let", e.Name)
	}
	for i := range e.Arms {
		for _, field := range e.Arms[i].Fields {
			if !isNewBinding(field.Name) {
				return unsupported("`%s` cannot be bound by an arm", field.Name)
			}
		}
	}
	return nil
}
