package image

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// around asks for everything around a declaration.
func around(target string) WalkOptions {
	return WalkOptions{TargetKind: TargetDeclaration, Target: target, Direction: graph.Both,
		Depth: DefaultContextDepth, MaxBytes: MaxWalkBytes, MaxNodes: DefaultNodes}
}

// walkText is a payload read back.
type walkText struct {
	Target struct{ Kind, ID, DeclarationKind string }
	Query  struct {
		Direction                 string
		Depth, MaxBytes, MaxNodes int
	}
	Truncation struct {
		Truncated bool
		Reasons   []string
		Omitted   int `json:"omitted_known_nodes"`
		Missing   int `json:"omitted_known_relations"`
		Deferred  int `json:"deferred_known_nodes"`
	}
	Budget struct {
		Nodes int `json:"used_nodes"`
		Edges int `json:"used_edges"`
		Depth int `json:"used_depth"`
		Bytes int `json:"used_output_bytes"`
	}
	Declarations []struct {
		ID       string
		Distance int
	}
	Relations []struct{ From, To string }
	Roots     struct {
		EntryMain  bool     `json:"entry_main"`
		TestMain   bool     `json:"test_main"`
		WebExports []string `json:"web_exports"`
		TestCases  []string `json:"test_cases"`
	}
}

// readWalk renders, validates and reads a walk, and demands that its budget and
// relations are true.
func readWalk(t testing.TB, shape *schema.Kind[Walk], w *Walk) walkText {
	t.Helper()
	payload := shape.AppendCJ(nil, w)
	validate(t, payload)
	var text walkText
	if err := json.Unmarshal(payload, &text); err != nil {
		t.Fatal(err)
	}
	if text.Budget.Bytes != len(payload) || text.Budget.Nodes != len(text.Declarations) || text.Budget.Edges != len(text.Relations) {
		t.Errorf("budget %+v of %d bytes, %d declarations, %d relations", text.Budget, len(payload), len(text.Declarations), len(text.Relations))
	}
	if text.Truncation.Truncated != (len(text.Truncation.Reasons) > 0) {
		t.Errorf("truncation %+v", text.Truncation)
	}
	known := map[string]bool{}
	for _, d := range text.Declarations {
		known[d.ID] = true
	}
	for _, r := range text.Relations {
		if !known[r.From] || !known[r.To] {
			t.Errorf("relation %+v leaves the walk", r)
		}
	}
	return text
}

func TestContextsAndImpactsOfEverything(t *testing.T) {
	for _, name := range sampleProjects {
		i := loadImage(t, name)
		for _, node := range i.testDeclarations() {
			w, faults := i.Context(around(node.Identity))
			if faults != nil {
				t.Fatal(faults)
			}
			if text := readWalk(t, ContextShape(), w); text.Declarations[0].ID != node.Identity || text.Target.ID != node.Identity {
				t.Errorf("%s: the walk starts at %q", node.Identity, text.Declarations[0].ID)
			}
			o := around(node.Identity)
			o.Direction = graph.Forward // an impact is always reverse
			if w, faults = i.Impact(o); faults != nil {
				t.Fatal(faults)
			}
			if text := readWalk(t, ImpactShape(), w); text.Query.Direction != "reverse" {
				t.Errorf("%s: an impact goes %s", node.Identity, text.Query.Direction)
			}
		}
	}
}

func TestImpactNamesTheRoots(t *testing.T) {
	i := loadImage(t, "ledger")
	o := around("ledger.balance.total")
	o.Depth = DefaultImpactDepth
	w, _ := i.Impact(o)
	text := readWalk(t, ImpactShape(), w)
	if r := text.Roots; !r.EntryMain || !r.TestMain || !slices.Equal(r.WebExports, []string{"ledger.closing"}) ||
		!slices.Equal(r.TestCases, []string{"ledger.tests.frozen", "ledger.tests.postings"}) {
		t.Errorf("roots %+v", r)
	}
	o.Target = "ledger.key"
	w, _ = i.Impact(o)
	if r := readWalk(t, ImpactShape(), w).Roots; r.EntryMain || r.TestMain || len(r.WebExports) != 0 ||
		!slices.Equal(r.TestCases, []string{"ledger.tests.keys"}) {
		t.Errorf("roots %+v", r)
	}
}

// TestTruncationByBytesIsExact lowers max_bytes below what the whole takes: at its
// exact size nothing is cut, one byte less cuts, and every result fits and is a
// prefix.
func TestTruncationByBytesIsExact(t *testing.T) {
	i := loadImage(t, "ledger")
	for _, shape := range []struct {
		kind *schema.Kind[Walk]
		ask  func(WalkOptions) (*Walk, []string)
	}{
		{ContextShape(), func(o WalkOptions) (*Walk, []string) { w, _ := i.Context(o); return w, w.Truncation.Reasons }},
		{ImpactShape(), func(o WalkOptions) (*Walk, []string) { w, _ := i.Impact(o); return w, w.Truncation.Reasons }},
	} {
		o := around("ledger.balance")
		o.Depth = 16
		whole, _ := shape.ask(o)
		size := whole.Budget.Bytes
		if whole.Truncation.Truncated || size < MinWalkBytes+500 {
			t.Fatalf("the whole has %d bytes, %+v", size, whole.Truncation)
		}
		for o.MaxBytes != size { // the payload repeats max_bytes
			o.MaxBytes = size
			again, _ := shape.ask(o)
			size = again.Budget.Bytes
		}
		exact, reasons := shape.ask(o)
		if len(reasons) != 0 || len(exact.Nodes) != len(whole.Nodes) {
			t.Errorf("at exactly %d bytes: %v", size, reasons)
		}
		o.MaxBytes = size - 1
		short, reasons := shape.ask(o)
		if !slices.Equal(reasons, []string{"max_bytes"}) {
			t.Errorf("one byte less: %v", reasons)
		}
		if short.Truncation.Omitted+short.Truncation.Missing == 0 {
			t.Error("nothing is omitted")
		}
		last := len(whole.Nodes) + len(whole.Relations) + 1
		for o.MaxBytes = size - 1; o.MaxBytes >= MinWalkBytes; o.MaxBytes -= 97 {
			w, _ := shape.ask(o)
			text := readWalk(t, shape.kind, w)
			rows := len(w.Nodes) + len(w.Relations)
			if text.Budget.Bytes > o.MaxBytes || rows > last {
				t.Fatalf("max_bytes %d gives %d bytes, %d rows after %d", o.MaxBytes, text.Budget.Bytes, rows, last)
			}
			last = rows
			for n := range w.Nodes {
				if w.Nodes[n].ID != whole.Nodes[n].ID {
					t.Fatalf("max_bytes %d: node %d is %s, in the whole %s", o.MaxBytes, n, w.Nodes[n].ID, whole.Nodes[n].ID)
				}
			}
		}
	}
}

// TestTruncationFillsItsBytes: what is left out would not have fitted.
func TestTruncationFillsItsBytes(t *testing.T) {
	i := derive(t, generatedProject(t, 200))
	o := around("gen.point")
	o.MaxNodes = MaxNodes
	whole, _ := i.Context(o)
	o.MaxBytes = 9000
	cut, _ := i.Context(o)
	next := whole.Nodes[len(cut.Nodes)]
	row := len(walkNodeShape().AppendCJ(nil, &next))
	if free := o.MaxBytes - cut.Budget.Bytes; free > row+len(walkRelationShape().AppendCJ(nil, &whole.Relations[len(cut.Relations)]))+16 {
		t.Errorf("%d bytes are free, the next node takes %d", free, row)
	}
}

func TestTruncationByDepthAndNodes(t *testing.T) {
	i := loadImage(t, "ledger")
	o := around("ledger.closing")
	o.Depth = 0
	w, _ := i.Context(o)
	text := readWalk(t, ContextShape(), w)
	if !slices.Equal(text.Truncation.Reasons, []string{"max_depth"}) || text.Truncation.Deferred == 0 || text.Budget.Nodes != 1 {
		t.Errorf("depth 0: %+v %+v", text.Truncation, text.Budget)
	}
	o.Depth, o.MaxNodes = 2, 3
	w, _ = i.Context(o)
	text = readWalk(t, ContextShape(), w)
	if !slices.Equal(text.Truncation.Reasons, []string{"max_depth", "max_nodes"}) && !slices.Equal(text.Truncation.Reasons, []string{"max_nodes"}) ||
		text.Truncation.Omitted == 0 || text.Budget.Nodes != 3 {
		t.Errorf("three nodes: %+v %+v", text.Truncation, text.Budget)
	}
	o = around("ledger.closing")
	o.Depth = MaxDepth
	w, _ = i.Context(o)
	if text = readWalk(t, ContextShape(), w); text.Truncation.Truncated {
		t.Errorf("the whole: %+v", text.Truncation)
	}
	o.MaxNodes = text.Budget.Nodes
	w, _ = i.Context(o)
	if again := readWalk(t, ContextShape(), w); again.Truncation.Truncated {
		t.Errorf("at exactly %d nodes: %+v", o.MaxNodes, again.Truncation)
	}
	o.Depth = text.Budget.Depth
	w, _ = i.Context(o)
	if again := readWalk(t, ContextShape(), w); again.Truncation.Truncated {
		t.Errorf("at exactly depth %d: %+v", o.Depth, again.Truncation)
	}
	o.Depth--
	w, _ = i.Context(o)
	if again := readWalk(t, ContextShape(), w); !slices.Equal(again.Truncation.Reasons, []string{"max_depth"}) {
		t.Errorf("one level less: %+v", again.Truncation)
	}
}

func TestCapabilitiesAsTargets(t *testing.T) {
	i := loadImage(t, "tokens")
	o := around("tokens.audit")
	o.TargetKind = TargetCapability
	w, faults := i.Impact(o)
	if faults != nil {
		t.Fatal(faults)
	}
	text := readWalk(t, ImpactShape(), w)
	var ids []string
	for _, d := range text.Declarations {
		ids = append(ids, d.ID)
	}
	for _, want := range []string{"tokens.audit", "tokens.audited", "tokens.traced", "tokens.app", "tokens.policy"} {
		if !slices.Contains(ids, want) {
			t.Errorf("%q is not among %q", want, ids)
		}
	}
	o.TargetKind = TargetDeclaration
	_, faults = i.Impact(o)
	demandCode(t, "a capability as a declaration", faults, CodeQuery)
}

func TestWalkOptionsAreBounded(t *testing.T) {
	i := loadImage(t, "calculator")
	target := i.testDeclarations()[0].Identity
	for _, row := range []struct {
		name   string
		change func(*WalkOptions)
	}{
		{"absent target", func(o *WalkOptions) { o.Target = "absent" }},
		{"empty target", func(o *WalkOptions) { o.Target = "" }},
		{"long target", func(o *WalkOptions) { o.Target = strings.Repeat("x", 4097) }},
		{"depth", func(o *WalkOptions) { o.Depth = 1025 }},
		{"negative depth", func(o *WalkOptions) { o.Depth = -1 }},
		{"no nodes", func(o *WalkOptions) { o.MaxNodes = 0 }},
		{"too many nodes", func(o *WalkOptions) { o.MaxNodes = 8209 }},
		{"few bytes", func(o *WalkOptions) { o.MaxBytes = 4095 }},
		{"many bytes", func(o *WalkOptions) { o.MaxBytes = 524_289 }},
		{"direction", func(o *WalkOptions) { o.Direction = "up" }},
	} {
		o := around(target)
		row.change(&o)
		w, faults := i.Context(o)
		demandCode(t, row.name, faults, CodeQuery)
		if w != nil {
			t.Errorf("%s: a result beside the refusal", row.name)
		}
	}
}

func TestGroupsCanBeLeftOut(t *testing.T) {
	const source = "module m;\n\n@id(\"m.f\")\nfn f(a: i64) -> i64\n    requires a > 0\n{\n    a\n}\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    f(1)\n}\n"
	file, fault := syntax.Parse("m.spx", []byte(source))
	if fault != nil {
		t.Fatal(fault)
	}
	g := graph.New(check.Single(file))
	o := around("m.f")
	w, faults := FileContext(g, WalkFile{Path: "m.spx", Module: "m"}, o)
	if faults != nil {
		t.Fatal(faults)
	}
	readWalk(t, FileContextShape(), w)
	f := w.Nodes[0]
	if len(f.Contracts) != 1 || f.Contracts[0].Text != "a > 0" || len(f.Ownership) != 1 || len(f.Types) != 1 || f.Types[0] != "i64" {
		t.Errorf("all groups: %+v", f)
	}
	o.Omit = WalkGroups{Contracts: true, Ownership: true, Effects: true, Types: true}
	w, _ = FileContext(g, WalkFile{Path: "m.spx", Module: "m"}, o)
	readWalk(t, FileContextShape(), w)
	if f := w.Nodes[0]; f.Contracts != nil || f.Ownership != nil || f.Types != nil {
		t.Errorf("no groups: %+v", f)
	}
}

// TestAppendImpact renders impacts as Impact and ImpactShape do, and refuses as Impact
// does, under bounds that cut them short everywhere.
func TestAppendImpact(t *testing.T) {
	i := loadImage(t, "calculator")
	cut := 0
	for _, d := range i.testDeclarations() {
		for bytes := MinWalkBytes; bytes < 8*MinWalkBytes; bytes += 97 {
			o := around(d.Identity)
			o.MaxBytes = bytes
			walk, faults := i.Impact(o)
			text, again := i.AppendImpact([]byte("x"), o)
			if faults != nil {
				demandCode(t, d.Identity, again, code(faults))
				continue
			}
			if want := ImpactShape().AppendCJ([]byte("x"), walk); string(text) != string(want) {
				t.Fatalf("%+v: got %s, want %s", o, text, want)
			}
			if walk.Truncation.Truncated {
				cut++
			}
			if testing.Short() {
				bytes += 970
			}
		}
	}
	if cut == 0 {
		t.Error("no impact was cut short")
	}
}

// TestHeadsHaveTheirBytes: what a walk has beside rows never takes more than what is
// reserved for it.
func TestHeadsHaveTheirBytes(t *testing.T) {
	for _, name := range sampleProjects {
		i := loadImage(t, name)
		for _, d := range i.testDeclarations() {
			for shape, walk := range map[*schema.Kind[Walk]]func(WalkOptions) (*Walk, diag.List){ContextShape(): i.Context, ImpactShape(): i.Impact} {
				w, faults := walk(around(d.Identity))
				if faults != nil {
					t.Fatal(faults)
				}
				w.Nodes, w.Relations, w.Roots = nil, nil, WalkRoots{}
				if got, most := len(shape.AppendCJ(nil, w)), mostHeadBytes(w); got > most {
					t.Errorf("%s: %d bytes, at most %d expected", d.Identity, got, most)
				}
			}
		}
	}
	long := strings.Repeat("\x01", MaxTargetBytes)
	w := &Walk{In: WalkProject{Schema: long, Name: long}, Target: WalkTarget{Kind: TargetDeclaration, ID: long, DeclarationKind: long,
		Origin: long, Path: long, Module: long}, Query: WalkOptions{TargetKind: TargetDeclaration, Target: long, Direction: graph.Reverse,
		Depth: MaxDepth, MaxBytes: MaxWalkBytes, MaxNodes: MaxNodes}}
	if got, most := len(ImpactShape().AppendCJ(nil, w)), mostHeadBytes(w); got > most {
		t.Errorf("escapes: %d bytes, at most %d expected", got, most)
	}
}

// TestRowsAreAsDeclared compares rows written by hand with their shapes.
func TestRowsAreAsDeclared(t *testing.T) {
	odd := "a\"b\\\n\x01é"
	texts := []string{odd, ""}
	nodes := []WalkNode{{}, {Distance: 7, ID: odd, Name: odd, Kind: odd, Origin: odd, Owner: odd, Path: odd, Module: odd, Signature: odd,
		Span: schema.Some(Span{1, 2, 3, 4}), Contracts: []WalkClause{{odd, 0, odd}, {"", 1, ""}},
		Ownership: []WalkParameter{{odd, odd, odd, odd}, {}}, Effects: texts, Types: texts}}
	relations := []WalkRelation{{}, {odd, odd, odd, odd, 12}}
	for _, name := range sampleProjects {
		i := loadImage(t, name)
		for _, d := range i.testDeclarations() {
			w, faults := i.Context(around(d.Identity))
			if faults != nil {
				t.Fatal(faults)
			}
			nodes, relations = append(nodes, w.Nodes...), append(relations, w.Relations...)
		}
	}
	node, relation := walkNodeShape(), walkRelationShape()
	for n := range nodes {
		if got, want := string(appendNodeRow(nil, &nodes[n])), string(node.AppendCJ(nil, &nodes[n])); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
	for n := range relations {
		if got, want := string(appendRelationRow(nil, &relations[n])), string(relation.AppendCJ(nil, &relations[n])); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
}
