package check_test

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

func TestPreludeContractDigest(t *testing.T) {
	sum := sha256.Sum256([]byte(check.PreludeContract()))
	const want = "d37bad7e3911669bbf2c66b25c8b31d5c2e36eb181cc54fdc86c3a49a8fb9c5e"
	if got := hex.EncodeToString(sum[:]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func checked(t testing.TB, source string) *check.Program {
	t.Helper()
	program := check.Single(parse(t, "source.spx", source))
	if !program.OK() {
		t.Fatal(program.Diagnostics)
	}
	return program
}

func function(t testing.TB, p *check.Program, name string) *check.Function {
	t.Helper()
	id, ok := p.Modules[0].FunctionNamed(name)
	if !ok {
		t.Fatalf("no function %s", name)
	}
	return p.Functions[id]
}

func TestExpressionIdentities(t *testing.T) {
	p := checked(t, "module k;\n@id(\"k.f\")\nfn f(a: i64) -> i64\n    requires a > 0\n    ensures result > a\n{\n    let b = a + 1;\n    b\n}\nfn main() -> i64\n{\n    0\n}\n")
	ids := p.Identities(function(t, p, "f"))
	var got []string
	for _, e := range ids.Expressions {
		got = append(got, e.ID)
	}
	want := []string{
		"declaration:3:k.f:expression:10:requires.0",
		"declaration:3:k.f:expression:15:requires.0.left",
		"declaration:3:k.f:expression:16:requires.0.right",
		"declaration:3:k.f:expression:4:body",
		"declaration:3:k.f:expression:13:body.s0.value",
		"declaration:3:k.f:expression:18:body.s0.value.left",
		"declaration:3:k.f:expression:19:body.s0.value.right",
		"declaration:3:k.f:expression:9:body.tail",
		"declaration:3:k.f:expression:9:ensures.0",
		"declaration:3:k.f:expression:14:ensures.0.left",
		"declaration:3:k.f:expression:15:ensures.0.right",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	locals := []string{"declaration:3:k.f:value:param:1:0", "declaration:3:k.f:value:local:7:body.s0"}
	if !slices.Equal(ids.Locals, locals) {
		t.Errorf("locals: got %q", ids.Locals)
	}
	for _, e := range ids.Expressions {
		if ids.Of(e.Expr) != e.ID {
			t.Errorf("%s is not found by its node", e.ID)
		}
	}
	if ids.Result != "declaration:3:k.f:value:result:0:" {
		t.Errorf("result: got %q", ids.Result)
	}
}

func TestPathSegments(t *testing.T) {
	p := checked(t, `module k;
record P { x: i64, y: i64, }
record L { a: P, b: P, }
variant V { A, B { n: i64, m: i64, }, }
class C { n: i64, fn get(self: C) -> i64 { self.n } }
class D : C { m: i64, }
fn f(v: V, l: L, d: D, o: Option<i64>) -> Option<i64>
{
    let mut i = 0;
    while i < f2(i, 1) { i = i + 1; 0 }
    let q = l with { a: P { x: -1, y: l.b.x } };
    let u: C = d;
    let m = match v { V::A {} => 1, V::B { n, m: k } => n + k, };
    let r = match l { L { a: P { x, y: _ }, b: _ } => x, };
    let s = match i { 1 => 2, w if w > 3 => w, _ => 4, };
    let t = o?;
    Option<i64>::Some { value: if i == 1 { P { x: 1, y: 2 }.x } else { d.get() } }
}
fn f2(a: i64, b: i64) -> i64 { a - b }
fn main() -> i64 { 0 }
`)
	fn := function(t, p, "f")
	ids := p.Identities(fn)
	var paths []string
	for _, e := range ids.Expressions {
		paths = append(paths, e.Path)
	}
	for _, want := range []string{
		"body.s0.value", "body.s1.condition.right.arg.1", "body.s1.body.s0.value.left", "body.s1.body.tail",
		"body.s2.value.base", "body.s2.value.field.0.value.field.0.value.value", "body.s2.value.field.0.value.field.1.value",
		"body.s3.value.source", "body.s4.value.scrutinee", "body.s4.value.arm.1.value.left", "body.s6.value.arm.1.guard",
		"body.s7.value.operand", "body.tail.field.0.value.condition", "body.tail.field.0.value.then.tail.base",
		"body.tail.field.0.value.else.tail.arg.0.source",
	} {
		if !slices.Contains(paths, want) {
			t.Errorf("no expression %s in %q", want, paths)
		}
	}
	prefix := "declaration:8:auto:k.f:value:local:"
	for _, want := range []string{
		"27:body.s4.value.arm.1.binding.0", "27:body.s4.value.arm.1.binding.1",
		"44:body.s5.value.arm.0.record.field.0.record.field.0.binding",
	} {
		found := slices.ContainsFunc(ids.Locals, func(id string) bool {
			return len(id) > len(prefix)+3 && id[:len(prefix)] == prefix && id[len(prefix)+3:] == want[3:]
		})
		if !found {
			t.Errorf("no local %s in %q", want, ids.Locals)
		}
	}
}

func TestAutomaticIdentities(t *testing.T) {
	p := checked(t, `module a.b;
record R { x: i64, }
variant V { C { n: i64, }, }
class K { y: i64, fn m(self: K) -> i64 { 1 } }
protocol Q { fn go(self: Self) -> i64; }
fn main() -> i64 { 0 }
`)
	want := map[string]check.RefKind{
		"auto:record:a.b.R": check.RefNominal, "auto:field:auto:record:a.b.R.x": check.RefField,
		"auto:variant:a.b.V": check.RefNominal, "auto:case:auto:variant:a.b.V.C": check.RefCase,
		"auto:case-field:auto:case:auto:variant:a.b.V.C.n": check.RefField,
		"auto:class:a.b.K": check.RefNominal, "auto:field:auto:class:a.b.K.y": check.RefField,
		"auto:a.b.m": check.RefFunction, "auto:a.b.main": check.RefFunction,
		"auto:protocol:a.b.Q": check.RefProtocol, "auto:method:auto:protocol:a.b.Q.go": check.RefProtocolMethod,
		"core.option": check.RefNominal, "core.result.err.error": check.RefField, "core.bytes.get": check.RefBuiltin,
	}
	for identity, kind := range want {
		if ref, ok := p.Lookup(identity); !ok || ref.Kind != kind {
			t.Errorf("%s: got %v %v, want kind %d", identity, ref, ok, kind)
		}
	}
}

func TestTypeKeys(t *testing.T) {
	p := checked(t, `module k;
@id("k.p")
record P<A, B> { @id("k.p.l") left: A, right: B, }
@id("k.id")
fn id<T>(a: T) -> T { a }
fn f(p: P<i64, bool>, o: Option<u8>, a: [u8; 4], s: borrow Slice<u8>) -> i64 { id<i64>(1) }
fn main() -> i64 { 0 }
`)
	fn := function(t, p, "f")
	want := []string{"nominal:3:k.p:2:3:i644:bool", "nominal:11:core.option:1:2:u8", "array:u8:4", "slice:u8"}
	for i, key := range want {
		if got := p.TypeKey(fn.Params[i].Type); got != key {
			t.Errorf("parameter %d: got %s, want %s", i, got, key)
		}
	}
	layout, ok := p.LayoutKey(fn.Params[0].Type)
	right := "auto:field:k.p.right"
	if want := "record:3:k.p:2:5:k.p.l:10:scalar:i6420:" + right + ":11:scalar:bool"; !ok || layout != want {
		t.Errorf("layout: got %s, want %s", layout, want)
	}
	if got := p.TypeKey(function(t, p, "id").Result); got != "parameter:4:k.id:0" {
		t.Errorf("parameter: got %s", got)
	}
	if got := p.Instances[0].Identity; got != "semaprax.function-instance.v1:4:k.id:1:3:i64" {
		t.Errorf("instance: got %s", got)
	}
	const result = "function-execution:86:semaprax.function-execution.v1:generic:44:semaprax.function-instance.v1:4:k.id:1:3:i64:value:result:0:"
	if got := p.InstanceIdentities(0).Result; got != result {
		t.Errorf("result of the instance: got %s", got)
	}
}

func TestInstancesComeInOrderOfFirstUse(t *testing.T) {
	p := checked(t, `module k;
fn pair<A, B>(a: A, b: B) -> A { a }
fn f(n: i64) -> i64 { pair<i64, bool>(pair<i64, i64>(n, 1), true) }
fn g(n: i64) -> i64 { pair<i64, i64>(n, 2) }
fn main() -> i64 { 0 }
`)
	var got [][]check.Type
	for _, instance := range p.Instances {
		got = append(got, instance.Args)
	}
	if len(got) != 2 || !slices.Equal(got[0], []check.Type{check.TypeI64, check.TypeBool}) || !slices.Equal(got[1], []check.Type{check.TypeI64, check.TypeI64}) {
		t.Errorf("got %v", got)
	}
}

func TestScopeAt(t *testing.T) {
	p := checked(t, `module k;
fn f(a: i64) -> i64
    requires a > 0
{
    let b = { let inner = a; inner };
    let mut c = b;
    match c { n if n > 1 => n, _ => c, }
}
fn main() -> i64 { 0 }
`)
	fn := function(t, p, "f")
	scope := func(path string) []string {
		ids := p.Identities(fn)
		at := slices.IndexFunc(ids.Expressions, func(e check.ExpressionIdentity) bool { return e.Path == path })
		if at < 0 {
			t.Fatalf("no expression %s", path)
		}
		var names []string
		for _, id := range fn.ScopeAt(ids.Expressions[at].Expr) {
			names = append(names, fn.Locals[id].Name)
		}
		return names
	}
	for path, want := range map[string][]string{
		"requires.0": {"a"}, "body.s0.value": {"a"}, "body.s0.value.tail": {"a", "inner"}, "body.s1.value": {"a", "b"},
		"body.tail.scrutinee": {"a", "b", "c"}, "body.tail.arm.0.value": {"a", "b", "c", "n"},
		"body.tail.arm.0.guard": {"a", "b", "c", "n"}, "body.tail.arm.1.value": {"a", "b", "c"},
	} {
		if got := scope(path); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestCallsAreLinkedAcrossModules(t *testing.T) {
	app := parse(t, "b.spx", "module app;\nuse function @id(\"lib.f\") from lib as g;\n@id(\"app.run\")\nfn run(n: i64) -> i64 { g(n) + string_len(\"a\") }\n")
	lib := parse(t, "a.spx", "module lib;\n@id(\"lib.f\")\nfn f(n: i64) -> i64 { n }\n")
	p := check.Workspace([]*syntax.File{app, lib})
	if !p.OK() {
		t.Fatal(p.Diagnostics)
	}
	ref, _ := p.Lookup("app.run")
	run := p.Functions[ref.Index]
	tables := p.Modules[run.Module].Tables
	first, second := tables.Call(run.Calls[0].Expr.ID()), tables.Call(run.Calls[1].Expr.ID())
	if got := p.Functions[first.Function].Identity.Text; got != "lib.f" || first.Use != 0 {
		t.Errorf("got %s through use %d", got, first.Use)
	}
	if second.Kind != check.TargetBuiltin || second.Builtin != check.StringLen || second.Use != -1 {
		t.Errorf("got %+v", *second)
	}
	if !slices.Equal(p.Modules[run.Module].Depends, []check.ModuleID{0}) {
		t.Errorf("depends on %v", p.Modules[run.Module].Depends)
	}
}
