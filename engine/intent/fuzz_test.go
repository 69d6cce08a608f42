package intent_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/wire"
)

// seeds are intentions of every kind over the shop.
func seeds(t testing.TB, base *intent.Base) []string {
	list := []string{
		appended("shop.combine", `{"name":"x","type":"f32","argument":{"kind":"f32","bits":"3f800000"}}`),
		ordered("shop.combine", `{"from":"c"},{"from":"b","name":"second"},{"from":"a"},{"name":"y","type":"i64","argument_expression":`+p("a")+`}`),
		ordered("shop.bytes", `{"name":"window","borrow_slice_from_owner":"data"},{"from":"at"}`),
		wrapped("shop.join", `{"from":"left"},{"from":"right"}`, "shop.wrapped", "shop.wrapped.text"),
		body("shop.combine", `{"kind":"match","target":"shop.state","value":{"kind":"variant","target":"shop.state.open","fields":[]},"arms":[]}`),
		body("shop.combine", `{"kind":"update","target":"shop.local","base":`+p("a")+`,"fields":[]}`),
		declare("shop.main", function(zero)), declare("shop.main", `{"kind":"variant","id":"v","name":"V","cases":[{"id":"v.a","name":"A","fields":[{"id":"v.a.b","name":"b","type":"i64"}]}]}`),
		addField("shop.tag", `{"id":"f","name":"f","type":"Bytes","default":{"kind":"Bytes","values":[1]}}`),
		implement("i", `{"method":"shop.named.size","implementation":"shop.tag_size"}`), move("shop.price", "shop.main"),
		`{"kind":"add_variant_case","target":"shop.state","case":{"id":"c","name":"C","field":{"id":"c.d","name":"d","type":"Bytes"}}}`,
	}
	for _, target := range []string{"shop.unused", "shop.price", "shop.item", "shop.state.sold"} {
		c := changeCatalogue(t, base, target)
		for i := range c.Operations {
			if c.Operations[i].Kind != intent.ChangeFunctionSignature {
				list = append(list, payloads(t, base, c, &c.Operations[i], i)[0])
			}
		}
	}
	return list
}

// FuzzIntention decodes any JSON as an intention. What decodes has a canonical text
// that decodes to itself; applying it never changes the base, gives the same sources
// twice, and what builds from these is verified.
func FuzzIntention(f *testing.F) {
	base := shop(f)
	g := intent.NewGrammar()
	for _, text := range seeds(f, base) {
		f.Add([]byte(text))
	}
	before := sourcesOf(base)
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := wire.Scan(wire.Document, text); err != nil {
			return
		}
		in, fault := g.Decode(text)
		if fault != nil {
			if !strings.HasPrefix(string(fault[0].Code), "SPX-G") {
				t.Errorf("decoding answers %v", fault[0])
			}
			return
		}
		again, fault := g.Decode([]byte(in.Text()))
		if fault != nil || again.Text() != in.Text() || again.Target() != in.Target() || again.Kind() != in.Kind() {
			t.Fatalf("%q is no fixed point", in.Text())
		}
		first := appliedSources(t, in, base)
		second := appliedSources(t, again, base)
		for i := range first {
			if !bytes.Equal(first[i].Text, second[i].Text) {
				t.Errorf("two applications differ in %s", first[i].Path)
			}
		}
		if sourcesOf(base) != before {
			t.Fatal("the base was changed")
		}
		if first == nil {
			return
		}
		if p, fault := project.Build(base.Project().Manifest(), first, base.Project()); fault == nil {
			edit, _ := in.Apply(base)
			_ = edit.Verify(intent.NewBase(p))
		}
	})
}

// appliedSources are the sources of an applied intention, nil when it is refused.
func appliedSources(t *testing.T, in *intent.Intention, base *intent.Base) []project.Source {
	edit, fault := in.Apply(base)
	if fault != nil {
		return nil
	}
	if fault := edit.CheckInventory(); fault != nil {
		t.Errorf("%s breaks an inventory: %v", in.Text(), fault[0])
	}
	sources, _ := edit.Sources()
	return sources
}
