package candidate

import "github.com/semaprax/semaprax-go/engine/intent"

// viewOfBytes is the built-in whose argument is borrowed in place.
const viewOfBytes = "core.bytes.as-slice"

// MaxReplacements bounds the fields one repair borrows in place.
const MaxReplacements = 4096

// borrowFields replaces, in every view of bytes whose only argument projects a field
// of a named value, that projection by the field's own place. It returns nil when
// there is nothing to replace, or more than MaxReplacements.
func borrowFields(body *intent.Expression) *transformed {
	made := &transformed{Repair: Repair{Class: RepairByteField}}
	made.body = *borrowing(body, &made.Replacements)
	if n := len(made.Replacements); n == 0 || n > MaxReplacements {
		return nil
	}
	return made
}

// borrowing copies e, shares what does not change, and lists what it replaced.
func borrowing(e *intent.Expression, done *[]Replacement) *intent.Expression {
	if e == nil {
		return nil
	}
	out := *e
	if field, root, fits := projectedView(e); fits {
		*done = append(*done, Replacement{field, root})
		out.Arguments = []intent.Expression{{Kind: intent.ExprFieldPlace, Target: field, Name: root}}
		return &out
	}
	for _, part := range []**intent.Expression{&out.Condition, &out.Value, &out.Left, &out.Right, &out.Then, &out.Else, &out.Body} {
		*part = borrowing(*part, done)
	}
	out.Arguments = make([]intent.Expression, len(e.Arguments))
	for i := range e.Arguments {
		out.Arguments[i] = *borrowing(&e.Arguments[i], done)
	}
	out.Fields = make([]intent.FieldValue, len(e.Fields))
	for i := range e.Fields {
		out.Fields[i] = intent.FieldValue{Target: e.Fields[i].Target, Value: *borrowing(&e.Fields[i].Value, done)}
	}
	out.Arms = make([]intent.MatchArm, len(e.Arms))
	for i := range e.Arms {
		out.Arms[i] = e.Arms[i]
		out.Arms[i].Body = *borrowing(&e.Arms[i].Body, done)
	}
	return &out
}

// projectedView matches a view of bytes of `root.field`.
func projectedView(e *intent.Expression) (field, root string, fits bool) {
	if e.Kind != intent.ExprBuiltinCall || e.Target != viewOfBytes || len(e.Arguments) != 1 {
		return "", "", false
	}
	of := &e.Arguments[0]
	if of.Kind != intent.ExprProject || len(of.TypeArguments) > 0 || of.Value == nil || of.Value.Kind != intent.ExprPlace {
		return "", "", false
	}
	return of.Target, of.Value.Name, true
}
