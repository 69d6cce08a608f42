package image

import (
	"bytes"
	"testing"
)

// FuzzResolveReference: whatever is taken as a reference is, byte for byte, what the
// image exports for its target and facet.
func FuzzResolveReference(f *testing.F) {
	i := loadImage(f, "calculator")
	for _, function := range i.functions() {
		for _, facet := range []Facet{"", FacetCallers} {
			r, _ := i.ExportReference(function.Identity.Text, facet)
			text := ReferenceShape().AppendCJ(nil, &r)
			f.Add(text)
			f.Add(append(bytes.Clone(text), ' '))
			f.Add(bytes.Replace(text, []byte("callers"), []byte("cleanup"), 1))
			f.Add(bytes.Replace(text, []byte("false"), []byte("true"), 1))
		}
	}
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		resolved, faults := i.ResolveReference(text)
		if faults != nil {
			if len(faults) != 1 || faults[0].Code != CodeReference && faults[0].Code != CodeReferenceBytes {
				t.Fatalf("%v", faults)
			}
			return
		}
		r, faults := i.ExportReference(resolved.Target, resolved.Facet)
		if faults != nil || !bytes.Equal(ReferenceShape().AppendCJ(nil, &r), text) {
			t.Fatalf("%q is taken for %q %q", text, resolved.Target, resolved.Facet)
		}
	})
}
