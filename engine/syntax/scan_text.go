package syntax

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// scanString scans a string, which may contain raw line ends, and checks its
// escapes; unescape resolves them when the value is needed.
func (s *scanner) scanString() {
	s.escaped = false
	s.off++
	for s.off < len(s.src) {
		switch c := s.src[s.off]; {
		case c == '"':
			s.off++
			s.tok = tString
			return
		case c == '\\':
			s.escaped = true
			_, size, what := escape(s.src[s.off:], false)
			if what != "" {
				s.fail(diag.P005, s.at(s.off, size), what)
				return
			}
			s.off += size
		case c == '\n':
			s.off++
			s.newLine()
		default:
			s.off++
			if isContinuation(c) {
				s.extra++
			}
		}
	}
	s.fail(diag.P004, diag.Span{Start: s.start, End: s.start + 1, Line: s.tokLine, Column: s.tokColumn})
}

// scanChar scans a character literal.
func (s *scanner) scanChar() {
	begin := s.off
	rest := s.src[begin+1:]
	if rest == "" || rest[0] == '\n' {
		s.fail(diag.P006, s.at(begin, 1))
		return
	}
	value, size := utf8.DecodeRuneInString(rest)
	if rest[0] == '\\' {
		var what string
		value, size, what = escape(rest, true)
		if what != "" {
			s.fail(diag.P007, s.at(begin+1, size), what)
			return
		}
	}
	end := begin + 1 + size
	if rest[0] == '\'' || end >= len(s.src) || s.src[end] != '\'' {
		s.failChar(begin)
		return
	}
	s.off = end + 1
	if s.off < len(s.src) && isWordByte(s.src[s.off]) {
		s.fail(diag.P008, s.at(begin, s.off-begin))
		return
	}
	if rest[0] != '\\' {
		s.extra += size - 1
	}
	s.tok, s.number = tChar, uint64(value)
}

// failChar tells a literal without its closing quote on the line from one that
// holds no or several characters.
func (s *scanner) failChar(begin int) {
	rest := s.src[begin+1:]
	if end := strings.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	if end := strings.IndexByte(rest, '\''); end >= 0 {
		s.fail(diag.P008, s.at(begin, end+2))
		return
	}
	s.fail(diag.P006, s.at(begin, 1))
}

// escape resolves the escape at the start of text (a backslash). Its size is in
// bytes; what names the fault, empty when there is none.
func escape(text string, isChar bool) (value rune, size int, what string) {
	if len(text) < 2 {
		return 0, 1, "it is not complete"
	}
	switch c := text[1]; c {
	case 'n':
		return '\n', 2, ""
	case 'r':
		return '\r', 2, ""
	case 't':
		return '\t', 2, ""
	case '\\', '\'':
		return rune(c), 2, ""
	case '"':
		if !isChar {
			return '"', 2, ""
		}
	case '0':
		if isChar {
			return 0, 2, ""
		}
	case 'u':
		return unicodeEscape(text)
	}
	r, n := utf8.DecodeRuneInString(text[1:])
	return 0, 1 + n, "unknown escape " + quoteRune(r)
}

// unicodeEscape resolves \u{h}, one to six hexadecimal digits.
func unicodeEscape(text string) (value rune, size int, what string) {
	if len(text) < 3 || text[2] != '{' {
		return 0, 2, "`\\u` needs `{`"
	}
	for i := 3; i < len(text) && i < 10; i++ {
		if text[i] == '}' && i > 3 {
			if !utf8.ValidRune(value) {
				return 0, i + 1, "no Unicode scalar value"
			}
			return value, i + 1, ""
		}
		digit := strings.IndexByte("0123456789abcdef", text[i]|0x20)
		if digit < 0 || text[i] < '0' || i == 9 {
			break
		}
		value = value<<4 | rune(digit)
	}
	return 0, 3, "`\\u{…}` takes one to six hexadecimal digits"
}

// unescape is the value of a scanned string, given with its quotes.
func unescape(quoted string) string {
	text := quoted[1 : len(quoted)-1]
	var b strings.Builder
	b.Grow(len(text))
	for {
		i := strings.IndexByte(text, '\\')
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		value, size, _ := escape(text[i:], false)
		b.WriteRune(value)
		text = text[i+size:]
	}
}

func isContinuation(c byte) bool { return c&0xC0 == 0x80 }

// quoteRune shows a character in a message.
func quoteRune(r rune) string {
	if r < utf8.RuneSelf && strconv.IsPrint(r) {
		return "`" + string(r) + "`"
	}
	code := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "U+" + strings.Repeat("0", max(0, 4-len(code))) + code
}

// clip shortens a text that is shown in a message.
func clip(text string) string {
	if len(text) <= 64 {
		return text
	}
	end := 64
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
