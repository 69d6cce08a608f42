package intent_test

import (
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

func rename(target, name string) string {
	return `{"kind":"rename_declaration","target":"` + target + `","name":"` + name + `"}`
}

func TestRename(t *testing.T) {
	base := shop(t)
	for _, row := range []struct{ target, old, name, path, part string }{
		{"shop.combine", "combine", "merge", "app.spx", "while rounds < merge(2, 1, true) {"},
		{"shop.price", "price", "cost", "stock.spx", "fn cost(item: Item"},
		{"shop.first", "first", "former", "app.spx", "former<i64>(a, l.a)"},
		{"shop.item", "Item", "Ware", "stock.spx", "    Ware { count: count, unit: unit }"},
		{"shop.state", "State", "Status", "stock.spx", "Status::Sold { count: count }"},
		{"shop.local", "Local", "Here", "app.spx", "match changed { Here { a, b: _ }"},
		{"shop.pair", "Pair", "Two", "app.spx", "Two<i64, bool> { left: l.a"},
		{"shop.local.a", "a", "amount", "app.spx", "match changed { Local { amount: a, b: _ } => first<i64>(a, l.amount), }"},
		{"shop.item.count", "count", "pieces", "stock.spx", "ensures result == item.pieces * item.unit"},
		{"shop.state.sold", "Sold", "Gone", "app.spx", "State::Gone { count } => count"},
		{"shop.state.held.firm", "firm", "sure", "app.spx", "State::Held { count, sure: firm } => if firm"},
		{"shop.label.text", "text", "words", "text.spx", "Label { words: text, rank: _ }"},
	} {
		after := must(t, base, rename(row.target, row.name))
		contains(t, source(t, after.Base, row.path), row.part)
		sameRuns(t, base, after.Base)
		if back := must(t, after.Base, rename(row.target, row.old)); sourcesOf(back.Base) != sourcesOf(base) {
			t.Errorf("%s: renamed twice the sources differ:\n%s", row.target, sourcesOf(back.Base))
		}
	}
}

func TestRenameSummary(t *testing.T) {
	base := shop(t)
	if got := must(t, base, rename("shop.combine", "merge")).edit.Operation; got.MigratedCalls != 6 || got.GenericRename {
		t.Errorf("got %+v", got)
	}
	if got := must(t, base, rename("shop.first", "former")).edit.Operation; got.MigratedCalls != 1 || !got.GenericRename {
		t.Errorf("got %+v", got)
	}
}

func TestRenameRefused(t *testing.T) {
	base := shop(t)
	for _, row := range [][2]string{
		{"shop.combine", "combine"}, {"shop.combine", "noisy"}, {"shop.combine", "price"}, {"shop.combine", "byte_len"},
		{"shop.combine", "main"}, {"shop.main", "start"}, {"shop.nothing", "a"}, {"core.option", "Maybe"},
		{"shop.item", "State"}, {"shop.item", "Option"}, {"shop.item", "i64"}, {"shop.local", "Goods"}, {"shop.label", "Named"},
		{"shop.pair", "A"}, {"shop.local.a", "b"}, {"shop.state.sold", "Held"}, {"shop.state.held.firm", "count"},
		{"shop.named", "Other"}, {"shop.named.size", "length"}, {"core.option.some", "Any"}, {"shop.combine", "while"},
	} {
		refused(t, base, diag.G225, rename(row[0], row[1]))
	}
	refused(t, base, diag.S104, rename("shop.combine", "result"))
	refused(t, base, diag.G225, `{"kind":"rename_declaration","target":"shop.combine","name":"a b"}`)
	refused(t, base, diag.G225, `{"kind":"rename_declaration","target":"shop.combine","name":"a","extra":1}`)
}
