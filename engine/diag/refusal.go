package diag

import (
	"fmt"
	"unicode/utf8"
)

// Refusal is one error without a place, for what is refused and is no source.
func Refusal(code Code, format string, args ...any) List {
	return List{New(code, "", Span{}, fmt.Sprintf(format, args...))}
}

// maxShownBytes bounds what a message repeats of somebody's value.
const maxShownBytes = 256

// Shown is somebody's value in a message: in back quotes, cut at a character boundary
// and marked when it is longer than 256 bytes.
func Shown(text string) string {
	if len(text) <= maxShownBytes {
		return "`" + text + "`"
	}
	end := maxShownBytes
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return "`" + text[:end] + "…`"
}
