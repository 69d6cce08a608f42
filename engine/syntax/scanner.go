package syntax

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// comment is one `//` with its text, trailing blanks removed.
type comment struct {
	text     string
	start    uint32
	line     uint32
	prevEnd  uint32 // end offset of the token before it
	prevLine uint32 // line on which that token ends; 0 when there is none
}

// scanner yields one token at a time. The fields from tok to isMinimum describe
// the current token; a fault makes it tFailed for good.
type scanner struct {
	src       string
	path      string
	off       int // of the first byte after the token
	lineStart int // offset of the line that off is on
	extra     int // continuation bytes between lineStart and off
	line      uint32

	tok        tokenKind
	start, end uint32
	tokLine    uint32
	tokColumn  uint32
	escaped    bool // string: it contains escapes
	isMinimum  bool // number: the magnitude of i64's or i32's minimum
	intKind    IntKind
	isSingle   bool    // float: it has the suffix f32
	number     uint64  // integer magnitude, character
	float      float64 // float value

	prevEnd  uint32 // of the token before the current one
	prevLine uint32 // line on which that token ends
	depth    int    // open brackets
	run      int    // consecutive prefix operators
	comments []comment
	fault    *diag.Diagnostic
}

// fail reports the first fault; later ones are dropped.
func (s *scanner) fail(code diag.Code, span diag.Span, args ...string) {
	if s.fault == nil {
		s.fault = diag.New(code, s.path, span, args...)
	}
	s.tok, s.start, s.end = tFailed, s.prevEnd, s.prevEnd
	s.off = len(s.src)
}

// failName reports a name that is too long.
func (s *scanner) failName(span diag.Span) {
	s.fail(diag.G171, span, "name_bytes: "+strconv.Itoa(int(span.End-span.Start))+" exceeds "+strconv.Itoa(MaxNameBytes))
}

// here is the span of the current token.
func (s *scanner) here() diag.Span {
	return diag.Span{Start: s.start, End: s.end, Line: s.tokLine, Column: s.tokColumn}
}

// text is the current token's bytes.
func (s *scanner) text() string { return s.src[s.start:s.end] }

// at is the span of length bytes at an offset on the current line.
func (s *scanner) at(offset, length int) diag.Span {
	line := s.src[s.lineStart:offset]
	column := uint32(utf8.RuneCountInString(line)) + 1
	return diag.Span{Start: uint32(offset), End: uint32(offset + length), Line: s.line, Column: column}
}

// next advances to the next token.
func (s *scanner) next() {
	if s.fault != nil {
		return
	}
	s.prevEnd, s.prevLine = s.end, s.line
	s.skipBlanks()
	s.start = uint32(s.off)
	s.tokLine = s.line
	s.tokColumn = uint32(s.off-s.lineStart-s.extra) + 1
	if s.off >= len(s.src) {
		s.tok, s.end = tEOF, s.start
		return
	}
	c := s.src[s.off]
	if isLetter(c) {
		off := s.off + 1
		for off < len(s.src) && isWordByte(s.src[off]) {
			off++
		}
		if off-s.off > MaxNameBytes {
			s.failName(s.at(s.off, off-s.off))
			return
		}
		s.off, s.end, s.tok, s.run = off, uint32(off), tIdent, 0
		return
	}
	s.scanOther(c)
	if s.tok != tFailed {
		s.end = uint32(s.off)
	}
}

// skipBlanks moves over white space and comments, which it keeps.
func (s *scanner) skipBlanks() {
	for s.off < len(s.src) {
		switch c := s.src[s.off]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f':
			s.off++
		case c == '\n':
			s.off++
			s.newLine()
		case c == '/':
			if s.off+1 >= len(s.src) || s.src[s.off+1] != '/' {
				return
			}
			s.keepComment()
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s.src[s.off:])
			if !unicode.Is(unicode.White_Space, r) {
				return
			}
			s.off += size
			s.extra += size - 1
		default:
			return
		}
	}
}

func (s *scanner) newLine() {
	s.line++
	s.lineStart, s.extra = s.off, 0
}

// keepComment records the comment at off and moves to its line end.
func (s *scanner) keepComment() {
	end := strings.IndexByte(s.src[s.off:], '\n')
	if end < 0 {
		end = len(s.src) - s.off
	}
	end += s.off
	c := comment{
		text:  strings.TrimRightFunc(s.src[s.off+2:end], unicode.IsSpace),
		start: uint32(s.off), line: s.line, prevEnd: s.prevEnd,
	}
	if s.prevEnd > 0 {
		c.prevLine = s.prevLine
	}
	s.comments = append(s.comments, c)
	s.off = end
}

// scanOther scans a token that is no word.
func (s *scanner) scanOther(c byte) {
	run := s.run
	s.run = 0
	switch {
	case '0' <= c && c <= '9':
		s.scanNumber()
	case c == '"':
		s.scanString()
	case c == '\'':
		s.scanChar()
	case c == '-' || c == '!':
		s.scanPrefix(c, run)
	default:
		s.scanPunctuation(c)
	}
}

// scanPrefix scans the tokens that begin with `-` or `!` and counts runs.
func (s *scanner) scanPrefix(c byte, run int) {
	switch following := s.peek(1); {
	case c == '-' && following == '>':
		s.take(tArrow, 2)
	case c == '!' && following == '=':
		s.take(tNotEqual, 2)
	default:
		s.run = run + 1
		if s.run > MaxDepth {
			s.fail(diag.P207, s.at(s.off, 1), "more than 128 prefix operators in a row")
			return
		}
		s.take(tNot, 1)
		if c == '-' {
			s.tok = tMinus
		}
	}
}

func (s *scanner) scanPunctuation(c byte) {
	switch c {
	case '(':
		s.open(tLParen)
	case ')':
		s.close(tRParen)
	case '{':
		s.open(tLBrace)
	case '}':
		s.close(tRBrace)
	case '[':
		s.open(tLBracket)
	case ']':
		s.close(tRBracket)
	case '@':
		s.take(tAt, 1)
	case '.':
		s.take(tDot, 1)
	case ',':
		s.take(tComma, 1)
	case ';':
		s.take(tSemi, 1)
	case '?':
		s.take(tQuestion, 1)
	case '+':
		s.take(tPlus, 1)
	case '*':
		s.take(tStar, 1)
	case '/':
		s.take(tSlash, 1)
	case '%':
		s.take(tPercent, 1)
	default:
		s.scanPair(c)
	}
}

// scanPair scans the tokens of which some have a second character.
func (s *scanner) scanPair(c byte) {
	following := s.peek(1)
	switch c {
	case ':':
		s.takeEither(following == ':', tPath, tColon)
	case '=':
		if following == '>' {
			s.take(tFatArrow, 2)
			return
		}
		s.takeEither(following == '=', tEqual, tAssign)
	case '<':
		s.takeEither(following == '=', tLessEqual, tLess)
	case '>':
		s.takeEither(following == '=', tGreaterEqual, tGreater)
	case '|':
		s.takeEither(following == '|', tOrOr, tBar)
	case '&':
		if following != '&' {
			s.fail(diag.P002, s.at(s.off, 1))
			return
		}
		s.take(tAndAnd, 2)
	default:
		r, size := utf8.DecodeRuneInString(s.src[s.off:])
		s.fail(diag.P001, s.at(s.off, size), quoteRune(r))
	}
}

func (s *scanner) takeEither(isPair bool, pair, single tokenKind) {
	if isPair {
		s.take(pair, 2)
		return
	}
	s.take(single, 1)
}

func (s *scanner) take(kind tokenKind, length int) {
	s.tok = kind
	s.off += length
}

// peek is the byte at a distance from off, 0 beyond the end.
func (s *scanner) peek(distance int) byte {
	if s.off+distance < len(s.src) {
		return s.src[s.off+distance]
	}
	return 0
}

func (s *scanner) open(kind tokenKind) {
	if s.nest(s.off) {
		s.take(kind, 1)
	}
}

// nest enters the bracket at an offset of the current line; it fails beyond
// the limit.
func (s *scanner) nest(offset int) bool {
	if s.depth >= MaxDepth {
		s.fail(diag.P207, s.at(offset, 1), "brackets nest more than 128 deep")
		return false
	}
	s.depth++
	return true
}

func (s *scanner) close(kind tokenKind) {
	if s.depth > 0 {
		s.depth--
	}
	s.take(kind, 1)
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) }
