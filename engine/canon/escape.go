package canon

// Escape names one of the two string escapings.
type Escape uint8

const (
	// EscapeJSON writes \" \\ \b \f \n \r \t and every other byte below 0x20 as
	// \u00xx; all else is raw. CJ and frame replies use it.
	EscapeJSON Escape = iota
	// EscapeText writes \" \\ \n \r \t and every other control character,
	// DEL and U+0080 to U+009F included, as \u00xx. Diagnostics, error data,
	// manifests and graph documents use it.
	EscapeText
)

const hexDigits = "0123456789abcdef"

// AppendString appends s as a quoted string in EscapeJSON.
func AppendString[T ~string | ~[]byte](dst []byte, s T) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[from:i]...)
		dst = appendEscapedByte(dst, c)
		from = i + 1
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

// AppendText appends s as a quoted string in EscapeText.
func AppendText[T ~string | ~[]byte](dst []byte, s T) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == 0xC2 && i+1 < len(s) && s[i+1] >= 0x80 && s[i+1] <= 0x9F:
			dst = append(dst, s[from:i]...)
			dst = appendUnicodeEscape(dst, s[i+1])
			i++
		case c == '\b' || c == '\f' || c == 0x7F:
			dst = append(dst, s[from:i]...)
			dst = appendUnicodeEscape(dst, c)
		case c < 0x20 || c == '"' || c == '\\':
			dst = append(dst, s[from:i]...)
			dst = appendEscapedByte(dst, c)
		default:
			continue
		}
		from = i + 1
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

// StringLen returns the number of bytes AppendString(nil, s) has, quotes included.
func StringLen[T ~string | ~[]byte](s T) int {
	n := len(s) + 2
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x20 && c != '"' && c != '\\':
		case c >= 0x20, c == '\n', c == '\r', c == '\t', c == '\b', c == '\f':
			n++
		default:
			n += 5
		}
	}
	return n
}

// textLen returns the number of bytes AppendText(nil, s) has, quotes included.
func textLen[T ~string | ~[]byte](s T) int {
	n := len(s) + 2
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == 0xC2 && i+1 < len(s) && s[i+1] >= 0x80 && s[i+1] <= 0x9F:
			n += 4
			i++
		case c == '\n', c == '\r', c == '\t', c == '"', c == '\\':
			n++
		case c < 0x20 || c == 0x7F:
			n += 5
		}
	}
	return n
}

// appendEscapedByte appends the shortest EscapeJSON form of a byte that needs one.
func appendEscapedByte(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return appendUnicodeEscape(dst, c)
}

func appendUnicodeEscape(dst []byte, c byte) []byte {
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}
