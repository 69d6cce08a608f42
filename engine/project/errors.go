package project

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// refuse makes the one diagnostic of a refusal without a place.
func refuse(code diag.Code, path, format string, args ...any) diag.List {
	return diag.List{diag.New(code, path, diag.Span{}, message(format, args))}
}

// refuseAt makes the one diagnostic of a refusal at a byte offset of text.
func refuseAt(code diag.Code, path, text string, offset int, format string, args ...any) diag.List {
	span := spanAt(text, offset)
	return diag.List{diag.New(code, path, span, message(format, args))}
}

// maxShownBytes bounds what a message repeats of one value of the user's.
const maxShownBytes = 256

// message formats a text and shortens the strings it repeats.
func message(format string, args []any) string {
	shown := make([]any, len(args))
	for i, arg := range args {
		if text, ok := arg.(string); ok && len(text) > maxShownBytes {
			arg = strings.ToValidUTF8(text[:maxShownBytes], "") + "…"
		}
		shown[i] = arg
	}
	return fmt.Sprintf(format, shown...)
}

// spanAt is the place of one scalar value at offset. At the end of the text it is
// empty.
func spanAt(text string, offset int) diag.Span {
	offset = min(offset, len(text))
	for offset > 0 && offset < len(text) && !utf8.RuneStart(text[offset]) {
		offset--
	}
	line, start := 1, 0
	for i := range offset {
		if text[i] == '\n' {
			line, start = line+1, i+1
		}
	}
	_, size := utf8.DecodeRuneInString(text[offset:])
	column := utf8.RuneCountInString(text[start:offset]) + 1
	return diag.Span{Start: uint32(offset), End: uint32(offset + size),
		Line: uint32(line), Column: uint32(column)}
}

// firstDifference returns the first byte offset at which the texts differ.
func firstDifference(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
