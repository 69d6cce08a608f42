package intent

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/wire"
)

// CheckBounds applies the structural bounds of a change to a validated JSON value,
// an intention or a whole envelope: values, depth, and the bytes of its keys and
// strings together. The refusal is SPX-G223.
func CheckBounds(span []byte) diag.List {
	m := measure{}
	if what := m.value(span, 0); what != "" {
		return refusal(diag.G223, "the change has too many %s", what)
	}
	return nil
}

// measure counts the parts of one value.
type measure struct{ values, textBytes int }

// value counts one value and all below it; the answer names the broken bound.
func (m *measure) value(span []byte, depth int) string {
	m.values++
	switch {
	case m.values > MaxValues:
		return "values"
	case depth > MaxValueDepth:
		return "nested containers"
	}
	switch span[0] {
	case '{':
		return m.members(span, depth)
	case '[':
		for it := wire.Elements(span, wire.Whole(span)); it.Next(); {
			if what := m.value(it.Value(), depth+1); what != "" {
				return what
			}
		}
	case '"':
		return m.text(span)
	}
	return ""
}

func (m *measure) members(span []byte, depth int) string {
	for it := wire.Members(span, wire.Whole(span)); it.Next(); {
		key := it.KeySpan() // without its quotes
		if what := m.text(span[key.Start-1 : key.End+1]); what != "" {
			return what
		}
		if what := m.value(it.Value(), depth+1); what != "" {
			return what
		}
	}
	return ""
}

func (m *measure) text(quoted []byte) string {
	n, _ := wire.StringLen(quoted)
	if m.textBytes += n; m.textBytes > MaxChangeBytes {
		return "bytes of text"
	}
	return ""
}
