package draft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// express writes an expression of a checked program in the closed vocabulary, as a
// client would who wants the program back unchanged. It is written against the
// language, not against the lowering it is compared with.
type express struct {
	program *check.Program
	tables  *check.Tables
}

// expressionOf returns the JSON of e; ok is false for what the vocabulary lacks.
func (x *express) expressionOf(e syntax.Expr) (text string, ok bool) {
	if x.tables.Place(e.ID()) != nil {
		return x.place(e)
	}
	switch e := e.(type) {
	case *syntax.IntLit:
		if e.Kind == syntax.U8 || e.Kind == syntax.Usize {
			return fmt.Sprintf(`{"kind":"%s","value":%d}`, e.Kind, e.Bits), true
		}
		return fmt.Sprintf(`{"kind":"%s","value":%d}`, e.Kind, int64(e.Bits)), int64(e.Bits) >= 0
	case *syntax.BoolLit:
		return `{"kind":"bool","value":` + strconv.FormatBool(e.Value) + `}`, true
	case *syntax.Unary:
		value, ok := x.expressionOf(e.Operand)
		return `{"kind":"unary","op":"` + e.Op.String() + `","value":` + value + `}`, ok
	case *syntax.Binary:
		left, ok := x.expressionOf(e.Left)
		right, also := x.expressionOf(e.Right)
		return `{"kind":"binary","op":"` + e.Op.String() + `","left":` + left + `,"right":` + right + `}`, ok && also
	case *syntax.Block:
		return x.block(e.Items, e.Tail)
	case *syntax.If:
		condition, ok1 := x.expressionOf(e.Cond)
		then, ok2 := x.expressionOf(e.Then)
		other, ok3 := x.expressionOf(e.Else)
		return `{"kind":"if","condition":` + condition + `,"then":` + then + `,"else":` + other + `}`, ok1 && ok2 && ok3
	case *syntax.Call:
		return x.call(e)
	}
	return "", false
}

func (x *express) place(e syntax.Expr) (string, bool) {
	name, ok := e.(*syntax.NameExpr)
	if !ok {
		return "", false
	}
	return `{"kind":"place","name":"` + name.Name.Text + `"}`, true
}

// block writes bindings as nested lets.
func (x *express) block(items []syntax.Item, tail syntax.Expr) (string, bool) {
	if len(items) == 0 {
		return x.expressionOf(tail)
	}
	let, ok := items[0].(*syntax.Let)
	if !ok || let.Mutable || let.Type != nil {
		return "", false
	}
	value, ok := x.expressionOf(let.Value)
	if !ok {
		return "", false
	}
	body, ok := x.block(items[1:], tail)
	return `{"kind":"let","name":"` + let.Name.Text + `","value":` + value + `,"body":` + body + `}`, ok
}

func (x *express) call(e *syntax.Call) (string, bool) {
	row := x.tables.Call(e.ID())
	kind, target := "call", ""
	switch {
	case len(row.TypeArguments) > 0:
		return "", false
	case row.Kind == check.TargetFunction:
		target = x.program.Functions[row.Function].Identity.Text
	case row.Kind == check.TargetBuiltin:
		kind, target = "builtin_call", x.program.Builtin(row.Builtin).Identity
		if !slices.Contains(vocabularyBuiltins(), target) {
			return "", false
		}
	default:
		return "", false
	}
	var arguments []string
	for _, argument := range e.Args {
		text, ok := x.expressionOf(argument)
		if !ok {
			return "", false
		}
		arguments = append(arguments, text)
	}
	return `{"kind":"` + kind + `","target":"` + target + `","arguments":[` + strings.Join(arguments, ",") + `]}`, true
}

// vocabularyBuiltins are the operations of candidate facts 4.2.
func vocabularyBuiltins() []string {
	return strings.Fields("core.bytes.len core.bytes.get core.bytes.range core.bytes.copy core.bytes.as-slice core.array-u8.as-slice " +
		"core.str.as-bytes core.string.as-str core.string.len core.string.concat core.string.is_empty core.string.starts_with " +
		"core.string.contains core.string.len_chars core.string.from_char")
}
