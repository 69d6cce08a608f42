package interp_test

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/interp"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// naive is the oracle of the machine: it walks the tree, charges every node as it
// is entered and keeps every value on the heap. Numbers go through math/big.
type naive struct {
	program *check.Program
	budget  int64
	used    int64
	depth   int
	args    [][]byte
	stdin   []byte
	read    bool
	stdout  []byte
	stderr  []byte
}

// datum is a value: one of *big.Int (all integers, chars and bools as 0 or 1),
// float32, float64, []byte (text and bytes), datumOf (an aggregate).
type datum any

type datumOf struct {
	which   int // the case of a variant
	members []datum
}

// halt is how a naive run ends early.
type halt struct {
	kind     interp.Kind
	status   interp.Status
	function check.FunctionID
	phase    check.Phase
	clause   int
}

// early is the value of a `?` on its way to the function's end.
type early struct{ value datum }

// activation is one call.
type activation struct {
	*naive
	function *check.Function
	tables   *check.Tables
	typeArgs []check.Type
	locals   []datum
	result   datum
}

// runNaive runs a function and returns the text that describe writes.
func runNaive(program *check.Program, entry check.FunctionID, args []interp.Value, input interp.Input, budget int64) (text string) {
	n := &naive{program: program, budget: budget, args: input.Args, stdin: input.Stdin}
	var values []datum
	for _, v := range args {
		values = append(values, n.datum(v))
	}
	defer func() {
		if stop := recover(); stop != nil {
			h, ok := stop.(halt)
			if !ok {
				panic(stop)
			}
			text = n.halted(h)
		}
	}()
	value := n.call(entry, check.NoInstance, values)
	out := interp.Outcome{Kind: interp.Returned, Value: n.value(program.Functions[entry].Result, value), StepsUsed: n.used, Stdout: n.stdout, Stderr: n.stderr}
	return describe(program, out)
}

func (n *naive) halted(h halt) string {
	switch {
	case h.kind != interp.Failed:
		return fmt.Sprintf("%s in %d", h.kind, n.used)
	case h.status == interp.RequiresFalse || h.status == interp.EnsuresFalse:
		return fmt.Sprintf("failed %s %d in %d %s %d of %s", h.status.Domain(), h.status.Code(), n.used, h.phase, h.clause, n.program.Functions[h.function].Name)
	}
	return fmt.Sprintf("failed %s %d in %d", h.status.Domain(), h.status.Code(), n.used)
}

func (n *naive) datum(v interp.Value) datum {
	switch v.Type {
	case check.TypeF32:
		return math.Float32frombits(uint32(v.Bits))
	case check.TypeF64:
		return math.Float64frombits(v.Bits)
	case check.TypeI64, check.TypeI32:
		return big.NewInt(int64(v.Bits))
	}
	if v.Type.IsScalar() {
		return new(big.Int).SetUint64(v.Bits)
	}
	return bytes.Clone(v.Bytes)
}

func (n *naive) value(t check.Type, d datum) interp.Value {
	switch d := d.(type) {
	case float32:
		return interp.Value{Type: t, Bits: uint64(math.Float32bits(d))}
	case float64:
		return interp.Value{Type: t, Bits: math.Float64bits(d)}
	case *big.Int:
		if d.Sign() < 0 {
			return interp.Value{Type: t, Bits: uint64(d.Int64())}
		}
		return interp.Value{Type: t, Bits: d.Uint64()}
	case []byte:
		return interp.Value{Type: t, Bytes: d}
	}
	panic("not a value that leaves a run")
}

func (n *naive) charge() {
	if n.used >= n.budget {
		panic(halt{kind: interp.FuelExhausted})
	}
	n.used++
}

func fail(status interp.Status) { panic(halt{kind: interp.Failed, status: status}) }

func (n *naive) call(id check.FunctionID, instance check.InstanceID, args []datum) datum {
	if n.depth >= interp.MaxDepth {
		panic(halt{kind: interp.DepthExceeded})
	}
	n.depth++
	defer func() { n.depth-- }()
	function := n.program.Functions[id]
	a := &activation{naive: n, function: function, tables: n.program.Modules[function.Module].Tables, locals: make([]datum, len(function.Locals))}
	if instance != check.NoInstance {
		a.typeArgs = n.program.Instances[instance].Args
	}
	copy(a.locals, args)
	a.clauses(function.Decl.Requires, check.PhaseRequires, interp.RequiresFalse)
	a.result = a.body()
	a.clauses(function.Decl.Ensures, check.PhaseEnsures, interp.EnsuresFalse)
	return a.result
}

func (a *activation) body() (value datum) {
	defer func() {
		if stop := recover(); stop != nil {
			out, ok := stop.(early)
			if !ok {
				panic(stop)
			}
			value = out.value
		}
	}()
	return a.eval(a.function.Decl.Body)
}

func (a *activation) clauses(clauses []*syntax.Clause, phase check.Phase, status interp.Status) {
	for i, clause := range clauses {
		a.charge()
		if !a.truth(clause.Cond) {
			panic(halt{interp.Failed, status, a.function.ID, phase, i})
		}
	}
}

func (a *activation) truth(e syntax.Expr) bool { return a.eval(e).(*big.Int).Sign() != 0 }

func truthOf(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return big.NewInt(0)
}

func (a *activation) typeOf(e syntax.Node) check.Type {
	return a.program.Substitute(a.tables.Type(e.ID()), a.typeArgs)
}

// eval charges the node and works out its value.
func (a *activation) eval(e syntax.Expr) datum {
	a.charge()
	if row := a.tables.Place(e.ID()); row != nil {
		return a.path(row)
	}
	switch e := e.(type) {
	case *syntax.IntLit:
		if e.Kind == syntax.Usize {
			return new(big.Int).SetUint64(e.Bits)
		}
		return big.NewInt(e.Int64())
	case *syntax.CharLit:
		return big.NewInt(int64(e.Value))
	case *syntax.BoolLit:
		return truthOf(e.Value)
	case *syntax.FloatLit:
		if e.Single {
			return float32(e.Value)
		}
		return e.Value
	case *syntax.StringLit:
		return []byte(e.Value)
	case *syntax.ArrayLit:
		if e.Repeat {
			return bytes.Repeat([]byte{e.Fill}, int(e.Length))
		}
		return e.Elements
	case *syntax.Block:
		return a.block(e)
	case *syntax.If:
		if a.truth(e.Cond) {
			return a.eval(e.Then)
		}
		return a.eval(e.Else)
	case *syntax.Match:
		return a.match(e)
	}
	return a.evalMore(e)
}

func (a *activation) evalMore(e syntax.Expr) datum {
	switch e := e.(type) {
	case *syntax.Project:
		return a.eval(e.Base).(datumOf).members[a.tables.Projection(e.ID()).Slot]
	case *syntax.Unary:
		return a.unary(e)
	case *syntax.Binary:
		return a.binary(e)
	case *syntax.RecordExpr:
		return a.construct(e, e.Inits)
	case *syntax.VariantExpr:
		return a.construct(e, e.Inits)
	case *syntax.Update:
		old := a.eval(e.Base).(datumOf)
		made := datumOf{members: append([]datum(nil), old.members...)}
		for i, init := range e.Inits {
			made.members[a.tables.Update(e.ID()).Slots[i]] = a.eval(init.Value)
		}
		return made
	case *syntax.Try:
		got := a.eval(e.Operand).(datumOf)
		good := 1
		if a.tables.Try(e.ID()).IsResult {
			good = 0
		}
		if got.which != good {
			panic(early{got})
		}
		return got.members[0]
	case *syntax.Call:
		return a.enter(e, e.Args)
	case *syntax.MethodCall:
		return a.enter(e, append([]syntax.Expr{e.Receiver}, e.Args...))
	case *syntax.SuperCall:
		return a.enter(e, e.Args)
	}
	panic(fmt.Sprintf("no rule for %T", e))
}

func (a *activation) path(row *check.Place) datum {
	value := a.result
	t := a.function.Result
	if !row.IsResult() {
		value, t = a.locals[row.Root], a.function.Locals[row.Root].Type
	}
	for _, id := range row.Fields {
		for i, field := range a.program.Nominals[a.program.NominalOf(t)].Effective {
			if field == id {
				value = value.(datumOf).members[i]
				break
			}
		}
		t = a.program.Fields[id].Type
	}
	return value
}

func (a *activation) construct(e syntax.Expr, inits []*syntax.Init) datum {
	row := a.tables.Construct(e.ID())
	made := datumOf{members: make([]datum, len(inits))}
	if row.Case != check.NoCase {
		made.which = a.program.Cases[row.Case].Index
	}
	for i, init := range inits {
		made.members[row.Slots[i]] = a.eval(init.Value)
	}
	return made
}

func (a *activation) block(b *syntax.Block) datum {
	for _, item := range b.Items {
		switch item := item.(type) {
		case *syntax.Let:
			row := a.tables.Let(item.ID())
			if row.Upcast {
				a.charge()
			}
			a.locals[row.Local] = a.eval(item.Value)
		case *syntax.Assign:
			a.assign(item)
		case *syntax.While:
			for a.charge(); a.truth(item.Cond); a.charge() {
				a.eval(item.Body)
			}
		}
	}
	return a.eval(b.Tail)
}

func (a *activation) assign(item *syntax.Assign) {
	value := a.eval(item.Value)
	row := a.tables.Assignment(item.ID())
	if row.Field == check.NoField {
		a.locals[row.Local] = value
		return
	}
	old := a.locals[row.Local].(datumOf)
	made := datumOf{members: append([]datum(nil), old.members...)}
	made.members[row.Slot] = value
	a.locals[row.Local] = made
}

func (a *activation) match(e *syntax.Match) datum {
	row := a.tables.Match(e.ID())
	value := a.eval(e.Scrutinee)
	for i := range row.Arms {
		arm := &row.Arms[i]
		if !a.fits(row, arm, value) {
			continue
		}
		if e.Arms[i].Guard == nil || a.truth(e.Arms[i].Guard) {
			return a.eval(e.Arms[i].Value)
		}
	}
	panic("no arm fits")
}

func (a *activation) fits(row *check.Match, arm *check.Arm, value datum) bool {
	if arm.Binding != check.NoLocal {
		a.locals[arm.Binding] = value
	}
	switch {
	case arm.CatchAll:
		return true
	case row.Kind == check.MatchScalar:
		for _, lit := range arm.Literals {
			want := big.NewInt(int64(lit.Bits))
			if lit.Type == check.TypeUsize {
				want.SetUint64(lit.Bits)
			}
			if want.Cmp(value.(*big.Int)) == 0 {
				return true
			}
		}
		return false
	case row.Kind == check.MatchVariant && a.program.Cases[arm.Case].Index != value.(datumOf).which:
		return false
	}
	a.bind(arm.Fields, value.(datumOf))
	return true
}

func (a *activation) bind(fields []check.FieldPattern, value datumOf) {
	for _, field := range fields {
		if field.Local != check.NoLocal {
			a.locals[field.Local] = value.members[field.Slot]
		}
		if field.IsNested {
			a.bind(field.Nested, value.members[field.Slot].(datumOf))
		}
	}
}

func (a *activation) unary(e *syntax.Unary) datum {
	switch v := a.eval(e.Operand).(type) {
	case *big.Int:
		if e.Op == syntax.Not {
			return truthOf(v.Sign() == 0)
		}
		return a.inRange(new(big.Int).Neg(v), a.typeOf(e), interp.NegOverflow)
	case float32:
		return -v
	case float64:
		return -v
	}
	panic("no such operand")
}

// inRange fails unless the type has the value.
func (a *activation) inRange(v *big.Int, t check.Type, status interp.Status) *big.Int {
	low, high := int64(math.MinInt64), new(big.Int).SetInt64(math.MaxInt64)
	switch t {
	case check.TypeI32:
		low, high = math.MinInt32, big.NewInt(math.MaxInt32)
	case check.TypeU8:
		low, high = 0, big.NewInt(math.MaxUint8)
	case check.TypeUsize:
		low, high = 0, new(big.Int).SetUint64(math.MaxUint64)
	}
	if v.Cmp(big.NewInt(low)) < 0 || v.Cmp(high) > 0 {
		fail(status)
	}
	return v
}

func (a *activation) binary(e *syntax.Binary) datum {
	left := a.eval(e.Left)
	if e.Op == syntax.And || e.Op == syntax.Or {
		if (left.(*big.Int).Sign() != 0) == (e.Op == syntax.Or) {
			return left
		}
		return a.eval(e.Right)
	}
	right := a.eval(e.Right)
	switch e.Op {
	case syntax.Equal:
		return truthOf(same(left, right))
	case syntax.NotEqual:
		return truthOf(!same(left, right))
	}
	switch l := left.(type) {
	case float32:
		return floats(e.Op, l, right.(float32))
	case float64:
		return floats(e.Op, l, right.(float64))
	}
	return a.integers(e.Op, left.(*big.Int), right.(*big.Int), a.typeOf(e.Left))
}

func same(a, b datum) bool {
	switch a := a.(type) {
	case *big.Int:
		return a.Cmp(b.(*big.Int)) == 0
	case float32:
		return a == b.(float32)
	case float64:
		return a == b.(float64)
	case []byte:
		return bytes.Equal(a, b.([]byte))
	}
	x, y := a.(datumOf), b.(datumOf)
	if x.which != y.which {
		return false
	}
	for i := range x.members {
		if !same(x.members[i], y.members[i]) {
			return false
		}
	}
	return true
}

func floats[F float32 | float64](o syntax.BinaryOp, l, r F) datum {
	switch o {
	case syntax.Less:
		return truthOf(l < r)
	case syntax.LessEqual:
		return truthOf(l <= r)
	case syntax.Greater:
		return truthOf(l > r)
	case syntax.GreaterEqual:
		return truthOf(l >= r)
	case syntax.Add:
		return l + r
	case syntax.Sub:
		return l - r
	case syntax.Mul:
		return l * r
	}
	return l / r
}

func (a *activation) integers(o syntax.BinaryOp, l, r *big.Int, t check.Type) datum {
	switch o {
	case syntax.Less:
		return truthOf(l.Cmp(r) < 0)
	case syntax.LessEqual:
		return truthOf(l.Cmp(r) <= 0)
	case syntax.Greater:
		return truthOf(l.Cmp(r) > 0)
	case syntax.GreaterEqual:
		return truthOf(l.Cmp(r) >= 0)
	case syntax.Add:
		return a.inRange(new(big.Int).Add(l, r), t, interp.AddOverflow)
	case syntax.Sub:
		return a.inRange(new(big.Int).Sub(l, r), t, interp.SubOverflow)
	case syntax.Mul:
		return a.inRange(new(big.Int).Mul(l, r), t, interp.MulOverflow)
	case syntax.Div:
		if r.Sign() == 0 {
			fail(interp.DivByZero)
		}
		return a.inRange(new(big.Int).Quo(l, r), t, interp.DivOverflow)
	}
	if r.Sign() == 0 {
		fail(interp.RemByZero)
	}
	a.inRange(new(big.Int).Quo(l, r), t, interp.RemOverflow)
	return new(big.Int).Rem(l, r)
}

func (a *activation) enter(e syntax.Expr, args []syntax.Expr) datum {
	row := a.tables.Call(e.ID())
	if row.Kind == check.TargetBuiltin {
		a.charge()
	}
	var values []datum
	if row.Super {
		values = append(values, a.locals[0])
	}
	for _, arg := range args {
		values = append(values, a.eval(arg))
	}
	if row.Kind == check.TargetBuiltin {
		return a.builtin(row.Builtin, values)
	}
	instance := check.NoInstance
	if a.program.Functions[row.Function].IsGeneric() {
		instance = row.Instance
	}
	return a.call(row.Function, instance, values)
}

func (a *activation) builtin(which check.Builtin, v []datum) datum {
	text := func(i int) []byte { return v[i].([]byte) }
	number := func(i int) *big.Int { return v[i].(*big.Int) }
	switch which {
	case check.StringLen, check.StrLenBytes, check.ByteLen:
		return big.NewInt(int64(len(text(0))))
	case check.StringLenChars:
		return big.NewInt(int64(utf8.RuneCount(text(0))))
	case check.StringIsEmpty, check.StrIsEmpty:
		return truthOf(len(text(0)) == 0)
	case check.StringConcat:
		return append(bytes.Clone(text(0)), text(1)...)
	case check.StringStartsWith, check.StrStartsWith:
		return truthOf(bytes.HasPrefix(text(0), text(1)))
	case check.StringContains, check.StrContains:
		return truthOf(bytes.Contains(text(0), text(1)))
	case check.StringFromChar:
		return []byte(string(rune(number(0).Int64())))
	case check.StringFromI64, check.StringFromUsize:
		return []byte(number(0).String())
	case check.StringAsStr, check.StrAsBytes, check.BytesAsSlice, check.ArrayAsSlice:
		return v[0]
	case check.I64FromUsize:
		return a.inRange(number(0), check.TypeI64, interp.ConversionOverflow)
	}
	return a.bytesBuiltin(which, v)
}

func (a *activation) bytesBuiltin(which check.Builtin, v []datum) datum {
	text := func(i int) []byte { return v[i].([]byte) }
	number := func(i int) uint64 { return v[i].(*big.Int).Uint64() }
	switch which {
	case check.ByteGet:
		if number(1) >= uint64(len(text(0))) {
			return datumOf{which: 0}
		}
		return datumOf{which: 1, members: []datum{big.NewInt(int64(text(0)[number(1)]))}}
	case check.ByteRange:
		if number(1) > number(2) {
			fail(interp.RangeStartAfterEnd)
		}
		if number(2) > uint64(len(text(0))) {
			fail(interp.RangeEndBeyond)
		}
		return text(0)[number(1):number(2)]
	case check.BytesCopy:
		return bytes.Clone(text(0))
	case check.BytesZeroed:
		return make([]byte, number(0))
	case check.BytesSet:
		if number(1) >= uint64(len(text(0))) {
			fail(interp.BufferIndex)
		}
		made := bytes.Clone(text(0))
		made[number(1)] = byte(number(2))
		return made
	}
	return a.hostBuiltin(which, v)
}

func (a *activation) hostBuiltin(which check.Builtin, v []datum) datum {
	switch which {
	case check.StdoutWrite, check.StdoutAppend, check.StderrWrite, check.StderrAppend:
		view := v[0].([]byte)
		if len(a.stdout)+len(a.stderr)+len(view) > interp.MaxOutputBytes {
			panic(halt{kind: interp.OutputExceeded})
		}
		if which == check.StdoutWrite || which == check.StdoutAppend {
			a.stdout = append(a.stdout, view...)
		} else {
			a.stderr = append(a.stderr, view...)
		}
		return big.NewInt(int64(len(view)))
	case check.ArgsLen:
		return big.NewInt(int64(len(a.args)))
	case check.ArgUTF8:
		at := v[0].(*big.Int).Uint64()
		if at >= uint64(len(a.args)) {
			fail(interp.ArgumentIndex)
		}
		if !utf8.Valid(a.args[at]) {
			fail(interp.ArgumentNotUTF8)
		}
		return a.args[at]
	case check.StdinRead:
		if a.read {
			fail(interp.StdinConsumed)
		}
		a.read = true
		return bytes.Clone(a.stdin)
	}
	panic("no rule for built-in " + strconv.Itoa(int(which)))
}
