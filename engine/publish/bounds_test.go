package publish

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// named is a repository of which only the name is asked.
type named string

func (n named) Identity() string                         { return string(n) }
func (n named) Plan(expect, change []File) (Plan, error) { panic("BUG: nothing is published") }
func (n named) Close()                                   {}

func TestHostsAreBoundedToTheByte(t *testing.T) {
	manifest := func(n int) string {
		const name = "/semaprax.toml"
		return "/" + strings.Repeat("d", n-len(name)-1) + name
	}
	for extra := range 2 {
		for what, host := range map[string]func() (*Host, diag.List){
			"identity": func() (*Host, diag.List) {
				return NewHost(manifest(100), named(strings.Repeat("r", MaxIdentityBytes+extra)))
			},
			"manifest": func() (*Host, diag.List) { return NewHost(manifest(MaxManifestBytes+extra), named("r")) },
		} {
			_, faults := host()
			if (faults == nil) != (extra == 0) || extra == 1 && faults[0].Code != CodeTarget {
				t.Errorf("%s, %d bytes more: %v", what, extra, faults)
			}
		}
	}
}

// TestFailuresAreRememberedInBounds keeps the first codes, none of which is long.
func TestFailuresAreRememberedInBounds(t *testing.T) {
	h, faults := NewHost("/semaprax.toml", named("r"))
	if faults != nil {
		t.Fatal(faults)
	}
	var wrong diag.List
	for n := range MaxErrorCodes + 1 {
		wrong = append(wrong, &diag.Diagnostic{Code: diag.Code(fmt.Sprintf("%0*d", MaxErrorCodeBytes, n))})
	}
	long := &diag.Diagnostic{Code: diag.Code(strings.Repeat("x", MaxErrorCodeBytes+1))}
	h.remember(append(diag.List{long}, wrong...))
	codes := h.ErrorCodes()
	if len(codes) != MaxErrorCodes || codes[0] != string(wrong[0].Code) || codes[MaxErrorCodes-1] != string(wrong[MaxErrorCodes-1].Code) {
		t.Errorf("kept %q", codes)
	}
}
