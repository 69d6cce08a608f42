package wire

import (
	"bytes"
	"encoding/binary"
	"math"
)

// Span is a half-open byte range of the scanned input. The zero Span means
// absent: no JSON value is empty.
type Span struct{ Start, End int }

// Present reports whether the span covers a value.
func (s Span) Present() bool { return s.End > s.Start }

// Of returns the bytes the span covers in doc, aliasing it.
func (s Span) Of(doc []byte) []byte { return doc[s.Start:s.End] }

// Result is what a scan found. After a refusal at StageBounds or later it is
// complete, with Depth and Nodes as of the first offending value for CodeBounds; before that it is
// zero.
type Result struct {
	Kind  Kind // of the root value
	Root  Span // the root value without surrounding white space
	Depth int  // of the deepest value
	Nodes int  // values
	// The values of the envelope's members, the first of each; absent without
	// an envelope profile.
	JSONRPC, ID, Method, Params Span
	// SingleID is true when the envelope has exactly one id.
	SingleID bool
	// Response is true for a JSON-RPC response under MCP: keys single, no
	// method, and a result or an error. It is to be dropped, not answered.
	Response bool
}

// Scanner judges values and decodes requests. Its memory is reused between
// calls and bounded by the node limit. A Scanner is for one goroutine.
type Scanner struct {
	profile Profile
	limits  Limits
	spaces  uint64

	keys         keySet
	top          topLevel
	bounds       Error // the first bounds fault, Offset -1 when none
	depth, nodes int   // of the deepest value, values; as of the bounds fault
	result       Result

	method, id, pointer []byte // scratch of DecodeRequest and the pointer
}

// NewScanner returns a scanner under the profile, lowered by custom. Errors: CodeLimits.
func NewScanner(profile Profile, custom Limits) (*Scanner, error) {
	limits, err := profile.Lower(custom)
	if err != nil {
		return nil, err
	}
	return &Scanner{profile: profile, limits: limits, spaces: profile.spaces(), keys: newKeySet()}, nil
}

// Scan judges b under the profile with a new scanner.
func Scan(profile Profile, b []byte) (Result, error) {
	s, err := NewScanner(profile, Limits{})
	if err != nil {
		return Result{}, err
	}
	return s.Scan(b)
}

// Profile returns the scanner's profile.
func (s *Scanner) Profile() Profile { return s.profile }

// Limits returns the scanner's resolved limits.
func (s *Scanner) Limits() Limits { return s.limits }

// Scan judges one JSON value with optional white space around it. A refusal is an
// *Error of stage frame, syntax, bounds or members. Nothing of b is kept.
func (s *Scanner) Scan(b []byte) (Result, error) {
	if err := s.scan(b, false); err != nil {
		return s.result, err
	}
	return s.result, nil
}

// scan fills s.result; it returns nil when b is accepted. As a request, anything but an
// object is left to the envelope checks once it is valid and within bounds.
func (s *Scanner) scan(b []byte, request bool) *Error {
	if len(b) > s.limits.MaxFrameBytes {
		s.result = Result{}
		e := oversized(s.profile, s.limits.MaxFrameBytes)
		e.Seen = int64(len(b))
		return e
	}
	s.keys.reset()
	s.top.reset()
	s.bounds.Offset = -1
	if at, ok := s.walk(b); !ok {
		s.result = Result{}
		return s.malformed(b, at)
	}
	s.conclude(b)
	var e *Error
	switch {
	case s.bounds.Offset >= 0:
		bounds := s.bounds
		e = &bounds
	case request && s.result.Kind != Object:
		return nil
	default:
		e = s.memberFault()
	}
	if e == nil {
		return nil
	}
	return s.located(e, b)
}

// malformed classifies a frame that failed the syntax at an offset: raw newlines
// and encoding come first, wherever they are.
func (s *Scanner) malformed(b []byte, at int) *Error {
	e := &Error{Code: CodeSyntax, Stage: StageSyntax, Profile: s.profile, Offset: at}
	newline, encoding := s.rawNewline(b), -1
	if newline < 0 {
		encoding = invalidUTF8(b)
	}
	switch {
	case newline >= 0:
		e.Code, e.Stage, e.Offset = CodeRawNewline, StageFrame, newline
	case encoding >= 0:
		e.Code, e.Stage, e.Offset = CodeEncoding, StageFrame, encoding
	}
	if e.Offset > at {
		return e // what lies before the offset is no JSON; there is no pointer
	}
	return s.located(e, b)
}

// rawNewline returns the first byte the profile refuses as a newline, or -1.
func (s *Scanner) rawNewline(b []byte) int {
	switch s.profile {
	case MCP:
		return rawNewline(b)
	case V5:
		return bytes.IndexByte(b, '\r')
	}
	return -1
}

// alarm judges the value at an offset that has tripped the alarm of the scan loop: too many
// nodes or too deep. Only the first is kept.
func (s *Scanner) alarm(depth, nodes, at int) {
	e := Error{Code: CodeBounds, Stage: StageBounds, Profile: s.profile, Offset: at,
		Limit: "nodes", Value: int64(s.limits.MaxNodes), Seen: int64(nodes)}
	if depth > s.limits.MaxDepth {
		e.Limit, e.Value, e.Seen = "depth", int64(s.limits.MaxDepth), int64(depth)
	}
	s.bounds = e
	s.depth, s.nodes = depth, nodes
}

// walk is the scan loop: one pass, no recursion. It returns the end of the input, or
// the first byte that cannot continue and false.
//
// value: expects a value at i. key: expects a member's key at i. after: a value ended at i.
// What is frequent is spelled out here, a word at a time; the functions of text.go and number.go take
// over for the rest and are what the loop would be without the spelling out.
func (s *Scanner) walk(b []byte) (at int, ok bool) {
	var (
		i, start, end            int
		depth, deepest, topDepth int // topDepth is 1 inside an envelope, 2 inside its params
		nodes, alarm             = 0, s.limits.MaxNodes
		c                        byte
		objects                  bitStack
		keys                     = keyRange{keep: true}
		hash                     uint32
		escaped                  bool
	)
	b = b[:len(b):len(b)]
	i = skipSpace(b, i, s.spaces)
	s.top.spans[memberRoot].Start = i
value:
	if i >= len(b) {
		return i, false
	}
	if c = b[i]; c <= ' ' {
		if i = skipSpace(b, i, s.spaces); i >= len(b) || b[i] <= ' ' {
			return i, false
		}
		c = b[i]
	}
	if nodes++; nodes > alarm {
		s.alarm(depth, nodes, i)
		alarm, keys.keep = math.MaxInt, false
	}
	switch {
	case c == '"':
		for i++; i+16 <= len(b); i += 16 {
			window := (*[16]byte)(b[i : i+16 : i+16])
			n := 0
			if stop := special(binary.LittleEndian.Uint64(window[:8])); stop != 0 {
				n = first(stop)
			} else if stop = special(binary.LittleEndian.Uint64(window[8:])); stop != 0 {
				n = 8 + first(stop)
			} else {
				continue
			}
			if i += n; window[n&15] == '"' {
				i++
				goto after
			}
			break
		}
		i, _, ok = scanText(b, i)
	case c-'0' <= 9:
		start = i
		for i++; i < len(b) && b[i]-'0' <= 9 && c != '0'; i++ {
		}
		if i < len(b) && (b[i] == '.' || b[i]|0x20 == 'e') || i-start > plainDigits {
			i, ok = scanNumber(b, start)
			break
		}
		goto after
	case c == '{' || c == '[':
		goto open
	case c == '-':
		i, ok = scanNumber(b, i)
	default:
		i, ok = scanWord(b, i)
	}
	if !ok {
		return i, false
	}
after:
	if depth <= topDepth {
		s.top.end(depth, i)
		if depth == 0 {
			if s.bounds.Offset < 0 {
				s.depth, s.nodes = deepest, nodes
			}
			i = skipSpace(b, i, s.spaces)
			return i, i == len(b)
		}
	}
	if i >= len(b) {
		return i, false
	}
	if c = b[i]; c <= ' ' {
		if i = skipSpace(b, i, s.spaces); i >= len(b) {
			return i, false
		}
		c = b[i]
	}
	if c == ',' {
		i++
		if objects.top() {
			goto key
		}
		goto value
	}
	if c != '}' && c != ']' || objects.top() != (c == '}') {
		return i, false
	}
closing:
	if i++; objects.top() {
		s.keys.close(b, &keys)
	}
	if depth == topDepth {
		topDepth = min(1, topDepth) // behind the params, or the root
	}
	depth--
	if objects.pop(); objects.top() {
		s.keys.resume(&keys, depth)
	}
	goto after
open:
	if depth == MaxContainers {
		return i, false
	}
	if i+1 < len(b) && b[i+1] == c+2 { // empty
		i += 2
		goto after
	}
	if objects.top() {
		s.keys.suspend(&keys, depth)
	}
	depth++
	if objects.push(c == '{'); c == '{' {
		s.keys.open(&keys)
		if depth <= 2 && s.profile != Document && (depth == 1 || s.top.current == memberParams) {
			topDepth = depth
		}
	}
	if i = skipSpace(b, i+1, s.spaces); i < len(b) && b[i] == c+2 {
		goto closing
	}
	if depth > deepest {
		if deepest = depth; depth > s.limits.MaxDepth && keys.keep {
			alarm = min(alarm, nodes) // the next value is too deep
		}
	}
	if c == '[' {
		goto value
	}
key:
	if i+17 <= len(b) {
		window := (*[17]byte)(b[i : i+17 : i+17])
		low, high, n := binary.LittleEndian.Uint64(window[1:9]), uint64(0), 0
		if stop := special(low); stop != 0 {
			n = first(stop)
			low &= before(stop)
		} else {
			high = binary.LittleEndian.Uint64(window[9:])
			stop = special(high)
			n = 8 + first(stop)
			high &= before(stop)
		}
		if window[0] == '"' && window[1+n&15] == '"' { // with no mark the last byte is no quote
			start = i + 1
			i = start + n + 1
			hash, escaped = s.keys.mix(low, high), false
			goto named
		}
	}
	if i = skipSpace(b, i, s.spaces); i >= len(b) || b[i] != '"' {
		return i, false
	}
	start = i + 1
	if i, hash, escaped, ok = s.keys.scan(b, start); !ok {
		return i, false
	}
named:
	end = i - 1
	if keys.keep && s.keys.add(&keys, start, end, hash, escaped) {
		s.keys.compareAll(b, &keys)
	}
	if i >= len(b) || b[i] != ':' {
		if i = skipSpace(b, i, s.spaces); i >= len(b) || b[i] != ':' {
			return i, false
		}
	}
	if i++; depth == topDepth {
		i = skipSpace(b, i, s.spaces)
		s.top.name(depth, b[start:end], escaped, start-1, i)
	}
	goto value
}
