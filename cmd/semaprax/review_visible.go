package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible shows a text so that nothing in it is hidden or acted upon: control
// characters, characters without a form of their own and those that turn the direction
// of text become <U+XXXX>. Line feeds and tabs become it too: callers cut lines first.
func visible(text string) string {
	if strings.IndexFunc(text, hidden) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size <= 1:
			fmt.Fprintf(&b, "<0x%02X>", text[0])
		case hidden(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}

// hidden says whether a character could mislead whoever reads it.
func hidden(r rune) bool {
	switch {
	case r < 0x20 || r == 0x7f:
		return true
	case r < 0x7f:
		return false
	case r == 0x034f || r == 0x115f || r == 0x1160 || r == 0x3164 || r == 0xffa0 || r == 0x2800: // blank letters
		return true
	case r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef: // variation selectors
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp) ||
		r != ' ' && unicode.Is(unicode.Zs, r)
}

// hiddenIn counts the lines of a text that hold a hidden character.
func hiddenIn(text []byte) int {
	n := 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.IndexFunc(line, hidden) >= 0 || !utf8.ValidString(line) {
			n++
		}
	}
	return n
}
