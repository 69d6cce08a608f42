package diag

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

func appendOrNull(dst []byte, s string) []byte {
	if s == "" {
		return append(dst, "null"...)
	}
	return appendString(dst, s)
}

// appendString appends s as a JSON string of the Ordered dialect of
// diagnostics: \" \\ \n \r \t are named, every other control character
// (U+007F–U+009F too) is \u and four hex digits, the rest is raw. Bytes that
// are not UTF-8 become U+FFFD.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		if r == '"' || r == '\\' {
			dst = append(dst, '\\')
		}
		dst = appendVisible(dst, r)
	}
	return append(dst, '"')
}

// appendLine appends s for a terminal: control characters are escaped as in
// JSON strings, so a name or path cannot start a line or move the cursor.
func appendLine(dst []byte, s string) []byte {
	for _, r := range s {
		dst = appendVisible(dst, r)
	}
	return dst
}

// appendVisible appends r, escaped when it is a control character.
func appendVisible(dst []byte, r rune) []byte {
	switch {
	case r == '\n':
		return append(dst, '\\', 'n')
	case r == '\r':
		return append(dst, '\\', 'r')
	case r == '\t':
		return append(dst, '\\', 't')
	case isControl(r):
		return append(dst, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
	}
	return utf8.AppendRune(dst, r)
}

func isControl(r rune) bool { return r < 0x20 || r >= 0x7f && r <= 0x9f }
