package wire

import (
	"bytes"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
)

func newRandom() *rand.Rand { return rand.New(rand.NewPCG(3, 4)) }

// hostileInput is a frame made to cost more than its bytes.
type hostileInput struct {
	name string
	doc  []byte
	code Code // under Document with MCP's limits
}

// hostileInputs are shared by the tests and the benchmarks.
func hostileInputs() []hostileInput {
	const size = MCPFrameBytes
	fill := func(head, unit, tail string) []byte {
		n := (size - len(head) - len(tail)) / len(unit)
		return []byte(head + strings.Repeat(unit, n) + tail)
	}
	return []hostileInput{
		{"open arrays", fill("", "[", ""), CodeSyntax},
		{"open objects", fill("", `{"a":`, ""), CodeSyntax},
		{"escaped nulls", fill("", `"\u0000`, ""), CodeSyntax},
		{"digits", fill("", "7", ""), CodeSyntax},
		{"small digits", fill("0.", "7", ""), 0},
		{"exponent digits", fill("1e-", "7", ""), 0},
		{"escapes", fill(`"`, `\n`, `"`), 0},
		{"unicode escapes", fill(`"`, `\u00e9`, `"`), 0},
		{"surrogate pairs", fill(`"`, `\ud83d\ude00`, `"`), 0},
		{"backslashes", fill(`"`, `\\`, `"`), 0},
		{"two-byte runes", fill(`"`, "é", `"`), 0},
		{"mixed runes", fill(`"`, "aé€😀", `"`), 0},
		{"white space", fill("", " ", "1"), 0},
		{"elements", fill("[0", ",0", "]"), CodeBounds},
		{"empty objects", fill("[{}", ",{}", "]"), CodeBounds},
		{"equal-prefix keys", keysObject(size, "", 32_767), 0},
		{"long equal-prefix keys", keysObject(size, strings.Repeat("p", 100), 32_767), 0},
		{"escaped equal-prefix keys", keysObject(size, strings.Repeat(`\u0070`, 16), 32_767), 0},
		{"one key again", fill(`{"k":0`, `,"k":0`, "}"), CodeDuplicateMember},
		{"keys of 17", manyObjects(size, 17), 0},
		{"nested keys", nestedKeys(size), 0},
		{"a long key among short ones", longAmongShort(size), 0},
	}
}

// keysObject is one object with as many keys as fit.
func keysObject(size int, prefix string, most int) []byte {
	doc := []byte("{")
	for i := 0; i < most; i++ {
		member := fmt.Sprintf(`"%s%s":0,`, prefix, shortName(i))
		if len(doc)+len(member) > size {
			break
		}
		doc = append(doc, member...)
	}
	doc[len(doc)-1] = '}'
	return doc
}

// shortName spells i in base 62.
func shortName(i int) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	name := []byte{digits[i%62]}
	for i /= 62; i > 0; i /= 62 {
		name = append(name, digits[i%62])
	}
	return string(name)
}

// manyObjects is an array of objects of n keys.
func manyObjects(size, n int) []byte {
	object := keysObject(size, "", n)
	doc := []byte("[")
	for len(doc)+len(object)+1 < size {
		doc = append(append(doc, object...), ',')
	}
	doc[len(doc)-1] = ']'
	return doc
}

// nestedKeys is 127 nested objects, each with as many keys as fit.
func nestedKeys(size int) []byte {
	each := keysObject((size-200)/MaxContainers, "", 1000)
	each = each[:len(each)-1]
	var doc []byte
	for range MaxContainers {
		doc = append(append(doc, each...), `,"!":`...)
	}
	return append(append(doc, '0'), strings.Repeat("}", MaxContainers)...)
}

// longAmongShort gives half the frame to one key.
func longAmongShort(size int) []byte {
	rest := keysObject(size/2-10, "k", 32_000)
	return []byte(`{"` + strings.Repeat("k", size/2) + `":0,` + string(rest[1:]))
}

func hostileScanner(t testing.TB) *Scanner {
	return mustScanner(t, Document, Limits{MaxFrameBytes: MCPFrameBytes, MaxNodes: EnvelopeNodes})
}

func TestHostileVerdicts(t *testing.T) {
	s := hostileScanner(t)
	for _, in := range hostileInputs() {
		if len(in.doc) > MCPFrameBytes || len(in.doc) < MCPFrameBytes*9/10 {
			t.Errorf("%s has %d bytes", in.name, len(in.doc))
		}
		if got := codeOf(scanError(s, in.doc)); got != in.code {
			t.Errorf("%s: code %d, want %d", in.name, got, in.code)
		}
	}
}

// With every hash equal the comparisons stay within n log n.
func TestCollidingKeysStayWithinNLogN(t *testing.T) {
	s := hostileScanner(t)
	s.keys.hashMask = 0
	for _, in := range hostileInputs() {
		s.keys.comparisons = 0
		if got := codeOf(scanError(s, in.doc)); got != in.code {
			t.Errorf("%s: code %d, want %d", in.name, got, in.code)
		}
		n := max(s.result.Nodes, 2)
		if most := 4*n*bits.Len(uint(n)) + 64; s.keys.comparisons > most {
			t.Errorf("%s: %d comparisons for %d nodes, at most %d", in.name, s.keys.comparisons, n, most)
		}
	}
}

// With real hashes comparisons of different keys are rare.
func TestComparisonsAreRare(t *testing.T) {
	s := hostileScanner(t)
	for _, in := range hostileInputs() {
		s.keys.comparisons = 0
		scanError(s, in.doc)
		if in.code != CodeDuplicateMember && s.keys.comparisons > 64 {
			t.Errorf("%s: %d comparisons", in.name, s.keys.comparisons)
		}
	}
}

func TestMemoryIsBoundedByNodes(t *testing.T) {
	s := mustScanner(t, Document, Limits{MaxNodes: 100})
	s.Scan(keysObject(MCPFrameBytes, "", 32_767))
	if cap(s.keys.keys) > 256 {
		t.Errorf("%d keys kept under a limit of 100 nodes", cap(s.keys.keys))
	}
}

func TestDocumentBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("64 MiB are for the full run")
	}
	s := mustScanner(t, Document, Limits{})
	big := bytes.Repeat([]byte(" "), DocumentBytes+1)
	big[0] = '1'
	if err := scanError(s, big[:DocumentBytes]); err != nil {
		t.Errorf("64 MiB: %v", err)
	}
	if e, ok := scanError(s, big).(*Error); !ok || e.Code != CodeOversized || e.Seen != DocumentBytes+1 {
		t.Errorf("one byte more: %v", e)
	}
}

func TestDocumentLimits(t *testing.T) {
	s := mustScanner(t, Document, Limits{})
	elements := func(n int) []byte { return []byte("[0" + strings.Repeat(",0", n-1) + "]") }
	if err := scanError(s, elements(DocumentNodes-1)); err != nil {
		t.Errorf("%d nodes: %v", DocumentNodes, err)
	}
	e, ok := scanError(s, elements(DocumentNodes)).(*Error)
	if !ok || e.Code != CodeBounds || e.Limit != "nodes" || e.Value != DocumentNodes || e.Seen != DocumentNodes+1 || e.Offset != 2*(DocumentNodes-1)+1 {
		t.Errorf("one node more: %v", e)
	}
	deep := func(n int) []byte { return []byte(strings.Repeat("[", n) + "0" + strings.Repeat("]", n)) }
	if r, err := s.Scan(deep(MaxContainers)); err != nil || r.Depth != MaxContainers || r.Nodes != MaxContainers+1 {
		t.Errorf("127 containers: %+v %v", r, err)
	}
	if e := scanError(s, deep(MaxContainers+1)).(*Error); e.Code != CodeSyntax || e.Offset != MaxContainers {
		t.Errorf("128 containers: %v", e)
	}
	lowered := mustScanner(t, Document, Limits{MaxDepth: 2})
	if e := scanError(lowered, []byte(`{"a":[1],"b":[{"c":1}]}`)).(*Error); e.Code != CodeBounds || e.Limit != "depth" || e.Seen != 3 || e.Pointer != "/b/0/c" || e.Offset != 19 {
		t.Errorf("depth 3 of 2: %v", e)
	}
}
