package intent

import (
	"fmt"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// refusal makes the one diagnostic an intention is refused with. It has no place:
// an intention is not a source.
func refusal(code diag.Code, format string, args ...any) diag.List {
	return diag.List{diag.New(code, "", diag.Span{}, fmt.Sprintf(format, args...))}
}

// unsupported refuses an intention whose kind has no codes of its own.
func unsupported(format string, args ...any) diag.List {
	return refusal(diag.G225, format, args...)
}
