package syntax

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The functions of this file look at bytes ahead of the current token without
// moving. They never fail: what does not scan is no match.

// skip is the offset of the first byte at or after off that is neither white
// space nor comment.
func (p *parser) skip(off int) int {
	for off < len(p.src) {
		switch c := p.src[off]; {
		case c == ' ' || '\t' <= c && c <= '\r':
			off++
		case c == '/' && strings.HasPrefix(p.src[off:], "//"):
			end := strings.IndexByte(p.src[off:], '\n')
			if end < 0 {
				return len(p.src)
			}
			off += end
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(p.src[off:])
			if !unicode.Is(unicode.White_Space, r) {
				return off
			}
			off += size
		default:
			return off
		}
	}
	return off
}

// following is the first byte of the next token after off, 0 at the end.
func (p *parser) following(off int) byte {
	if off = p.skip(off); off < len(p.src) {
		return p.src[off]
	}
	return 0
}

// followingWord is the next word after off, empty when another token follows.
func (p *parser) followingWord(off int) string {
	off = p.skip(off)
	if off < len(p.src) && isLetter(p.src[off]) {
		return p.src[off:p.skipWord(off)]
	}
	return ""
}

// assignment looks past the current word: `=` gives 0, `.f =` gives 1, `.f.g =`
// gives 2 and so on; anything else -1.
func (p *parser) assignment() int {
	off := p.skip(p.off)
	for levels := 0; off < len(p.src); levels++ {
		switch p.src[off] {
		case '=':
			if off+1 < len(p.src) && (p.src[off+1] == '=' || p.src[off+1] == '>') {
				return -1
			}
			return levels
		case '.':
			off = p.skip(off + 1)
			if off >= len(p.src) || !isLetter(p.src[off]) {
				return -1
			}
			off = p.skip(p.skipWord(off))
		default:
			return -1
		}
	}
	return -1
}

// startsScrutinee reports whether the token after off clearly starts a
// scrutinee: a word except `with`, a literal, `[`, `-` or `!`.
func (p *parser) startsScrutinee(off int) bool {
	off = p.skip(off)
	if off >= len(p.src) {
		return false
	}
	switch c := p.src[off]; {
	case isLetter(c):
		return p.src[off:p.skipWord(off)] != "with"
	case c == '-':
		return !strings.HasPrefix(p.src[off:], "->")
	case c == '!':
		return !strings.HasPrefix(p.src[off:], "!=")
	default:
		return isDigit(c) || c == '"' || c == '\'' || c == '['
	}
}

// terminators tells which tokens may follow type arguments in an expression.
type terminators struct{ path, call, record bool }

// opensTypeArgs decides whether the current `<` opens type arguments: only
// words, dots, commas, byte array types and balanced angles up to the matching
// `>`, and then one of the terminators. What lies between need not be well
// formed.
//
// Every `<` the scan passes is decided by the same pass (but for one whose own
// `>` stands before a terminator), so a text is scanned once, not once for each
// `<`.
func (p *parser) opensTypeArgs(allowed terminators) bool {
	if _, known := slices.BinarySearch(p.failedAngles, p.start); known {
		return false
	}
	s := angleScan{parser: p, allowed: allowed}
	s.visited = append(p.failedAngles[:0], p.start)
	s.open = append(p.openAngles[:0], 0)
	ok := s.run(p.off)
	p.failedAngles, p.openAngles = s.visited, s.open
	if ok {
		p.failedAngles = p.failedAngles[:0]
	}
	return ok
}

type angleScan struct {
	*parser
	allowed terminators
	visited []uint32 // offsets of the `<` seen
	open    []uint32 // indexes in visited of those not yet closed
}

func (s *angleScan) run(off int) bool {
	for {
		off = s.skip(off)
		if off >= len(s.src) {
			return false
		}
		switch c := s.src[off]; {
		case isLetter(c):
			off = s.skipWord(off)
		case c == '.' || c == ',':
			off++
		case c == '[':
			if off = s.skipArray(off); off < 0 {
				return false
			}
		case c == '<' && !strings.HasPrefix(s.src[off:], "<="):
			s.open = append(s.open, uint32(len(s.visited)))
			s.visited = append(s.visited, uint32(off))
			off++
			if len(s.open) > maxOpenAngles {
				s.forgetInner()
				return false
			}
		case c == '>' && !strings.HasPrefix(s.src[off:], ">="):
			off++
			done, ok := s.closeAngle(off)
			if done {
				return ok
			}
		default:
			return false
		}
	}
}

// maxOpenAngles bounds the memory of one scan.
const maxOpenAngles = 1 << 16

// forgetInner ends a scan with too many angles open. Those that hold more than
// MaxDepth others are no type arguments; the innermost are not decided.
func (s *angleScan) forgetInner() {
	undecided := s.open[len(s.open)-MaxDepth:]
	for i := len(undecided) - 1; i >= 0; i-- {
		at := int(undecided[i])
		s.visited = slices.Delete(s.visited, at, at+1)
	}
}

// closeAngle handles a `>`; done ends the scan.
func (s *angleScan) closeAngle(off int) (done, ok bool) {
	last := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	isEnd := s.terminated(off)
	if len(s.open) == 0 {
		return true, isEnd
	}
	if isEnd {
		// The outer angles fail here; this one is decided when it is reached.
		s.visited = slices.Delete(s.visited, int(last), int(last)+1)
		return true, false
	}
	return false, false
}

func (s *angleScan) terminated(off int) bool {
	off = s.skip(off)
	if off >= len(s.src) {
		return false
	}
	switch s.src[off] {
	case '(':
		return s.allowed.call
	case '{':
		return s.allowed.record
	case ':':
		return s.allowed.path && strings.HasPrefix(s.src[off:], "::")
	}
	return false
}

// skipArray is the offset after `[ words ; digits ]`, -1 for other texts.
func (s *angleScan) skipArray(off int) int {
	off = s.skip(off + 1)
	off = s.skip(s.skipWord(off))
	if off >= len(s.src) || s.src[off] != ';' {
		return -1
	}
	off = s.skip(off + 1)
	off = s.skip(s.skipWord(off))
	if off >= len(s.src) || s.src[off] != ']' {
		return -1
	}
	return off + 1
}
