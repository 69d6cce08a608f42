package schema

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// Text is a string of 1 to maxBytes UTF-8 bytes without control characters (C0,
// DEL, C1). The decoded bytes alias the frame.
func Text(maxBytes int) *Kind[[]byte] { return TextBetween(1, maxBytes) }

// TextBetween is Text with a lower bound of its own, which may be zero.
func TextBetween(minBytes, maxBytes int) *Kind[[]byte] {
	return &Kind[[]byte]{codec: text{minBytes, maxBytes, false},
		node: &Node{Kind: NodeText, MinBytes: minBytes, MaxBytes: maxBytes}}
}

// CanonicalJSONText is a string of 1 to maxBytes UTF-8 bytes in which control
// characters are allowed: a whole document carried as one string.
func CanonicalJSONText(maxBytes int) *Kind[[]byte] { return CanonicalTextBetween(1, maxBytes) }

// CanonicalTextBetween is CanonicalJSONText with a lower bound of its own.
func CanonicalTextBetween(minBytes, maxBytes int) *Kind[[]byte] {
	return &Kind[[]byte]{codec: text{minBytes, maxBytes, true},
		node: &Node{Kind: NodeCanonicalText, MinBytes: minBytes, MaxBytes: maxBytes}}
}

// String is any string, kept in a Go string: the form of most payload members.
// Decoding copies it.
func String() *Kind[string] {
	return &Kind[string]{codec: owned{text{0, Unbounded, true}},
		node: &Node{Kind: NodeString, MaxBytes: Unbounded}}
}

// Chunk is any string, kept as the bytes of a chunk of a report. Decoded bytes
// alias the frame.
func Chunk() *Kind[[]byte] {
	return &Kind[[]byte]{codec: text{0, Unbounded, true},
		node: &Node{Kind: NodeString, MaxBytes: Unbounded}}
}

// Matching is a string of at most maxBytes bytes whose every byte accept takes;
// pattern says the same as an ECMA-262 regular expression over the whole string, and
// example is a string that fits.
func Matching(minBytes, maxBytes int, pattern, example string, accept func(s []byte) bool) *Kind[[]byte] {
	return &Kind[[]byte]{codec: matching{text{minBytes, maxBytes, true}, accept},
		node: &Node{Kind: NodeString, MinBytes: minBytes, MaxBytes: maxBytes, Pattern: pattern, Example: example}}
}

// Owned keeps a text as a Go string: decoding copies it out of the frame. It is the
// boundary at which values may be retained beyond the call.
func Owned(kind *Kind[[]byte]) *Kind[string] {
	return &Kind[string]{codec: owned{kind.codec}, node: kind.node}
}

// Digest is the text of a digest, "sha256:" and 64 lower-case hex digits.
func Digest() *Kind[canon.Digest] {
	return &Kind[canon.Digest]{codec: digest{}, node: &Node{Kind: NodeDigest}}
}

// Choice is one of the listed strings. Decoding stores the listed string itself,
// so it neither aliases nor copies.
func Choice[S ~string](choices ...S) *Kind[S] {
	n := &Node{Kind: NodeChoice}
	for _, c := range choices {
		n.Choices = append(n.Choices, string(c))
	}
	return &Kind[S]{codec: choice[S]{slices.Clone(choices)}, node: n}
}

// Integer is an unsigned integer token from low to high; 1.0 and -0 are refused.
func Integer(low, high uint64) *Kind[uint64] {
	return &Kind[uint64]{codec: integer{low, high}, node: integerNode(low, high)}
}

// Uint is any unsigned integer of 64 bits.
func Uint() *Kind[uint64] { return Integer(0, 1<<64-1) }

// Count is Integer held in an int.
func Count(low, high int) *Kind[int] {
	if low < 0 {
		panic("BUG: schema: a count is not negative")
	}
	return &Kind[int]{codec: count{low, high}, node: integerNode(uint64(low), uint64(high))}
}

// Signed is an integer token from low to high; fractions, exponents and -0 are refused.
func Signed(low, high int64) *Kind[int64] {
	return &Kind[int64]{codec: signed{low, high}, node: &Node{Kind: NodeInteger,
		Min: strconv.FormatInt(low, 10), Max: strconv.FormatInt(high, 10)}}
}

// Bool is true or false.
func Bool() *Kind[bool] {
	return &Kind[bool]{codec: boolean{}, node: &Node{Kind: NodeBool}}
}

func integerNode(low, high uint64) *Node {
	return &Node{Kind: NodeInteger, Min: strconv.FormatUint(low, 10), Max: strconv.FormatUint(high, 10)}
}

// text is the codec of a bounded string held as bytes.
type text struct {
	low, high int
	controls  bool
}

func (c text) decode(d *Decoder, span []byte, out *[]byte) bool {
	s, ok := d.text(span)
	if !ok || len(s) < c.low || c.high != Unbounded && len(s) > c.high || !c.controls && hasControl(s) {
		return d.fail(FaultInvalid)
	}
	*out = s
	return true
}
func (c text) encode(b *canon.Builder, v *[]byte) { b.StringBytes(*v) }
func (c text) zero(v *[]byte) bool                { return len(*v) == 0 }

// hasControl reports whether s has a control character: C0, DEL or C1.
func hasControl(s []byte) bool {
	for i, c := range s {
		if c < 0x20 || c == 0x7F {
			return true
		}
		if c == 0xC2 && i+1 < len(s) && s[i+1] < 0xA0 {
			return true
		}
	}
	return false
}

type matching struct {
	text
	accept func([]byte) bool
}

func (c matching) decode(d *Decoder, span []byte, out *[]byte) bool {
	if !c.text.decode(d, span, out) {
		return false
	}
	if !c.accept(*out) {
		return d.fail(FaultInvalid)
	}
	return true
}

// owned is the codec of a string copied out of the frame.
type owned struct{ inner codec[[]byte] }

func (c owned) decode(d *Decoder, span []byte, out *string) bool {
	var s []byte
	if !c.inner.decode(d, span, &s) {
		return false
	}
	*out = string(s)
	return true
}
func (c owned) encode(b *canon.Builder, v *string) { b.String(*v) }
func (c owned) zero(v *string) bool                { return *v == "" }

type digest struct{}

func (digest) decode(d *Decoder, span []byte, out *canon.Digest) bool {
	s, isText := d.text(span)
	parsed, ok := canon.ParseDigest(s)
	if !isText || !ok {
		return d.fail(FaultInvalid)
	}
	*out = parsed
	return true
}
func (digest) encode(b *canon.Builder, v *canon.Digest) { b.Digest(*v) }
func (digest) zero(v *canon.Digest) bool                { return v.IsZero() }

type choice[S ~string] struct{ choices []S }

func (c choice[S]) decode(d *Decoder, span []byte, out *S) bool {
	s, ok := d.text(span)
	for _, choice := range c.choices {
		if ok && string(choice) == string(s) {
			*out = choice
			return true
		}
	}
	return d.fail(FaultInvalid)
}
func (c choice[S]) encode(b *canon.Builder, v *S) { b.String(string(*v)) }
func (c choice[S]) zero(v *S) bool                { return *v == "" }

type integer struct{ low, high uint64 }

func (c integer) decode(d *Decoder, span []byte, out *uint64) bool {
	v, ok := parseUint(span)
	if !ok || v < c.low || v > c.high {
		return d.fail(FaultInvalid)
	}
	*out = v
	return true
}
func (c integer) encode(b *canon.Builder, v *uint64) { b.Uint(*v) }
func (c integer) zero(v *uint64) bool                { return *v == 0 }

type count struct{ low, high int }

func (c count) decode(d *Decoder, span []byte, out *int) bool {
	v, ok := parseUint(span)
	if !ok || v < uint64(c.low) || v > uint64(c.high) {
		return d.fail(FaultInvalid)
	}
	*out = int(v)
	return true
}
func (c count) encode(b *canon.Builder, v *int) { b.Int(int64(*v)) }
func (c count) zero(v *int) bool                { return *v == 0 }

type signed struct{ low, high int64 }

func (c signed) decode(d *Decoder, span []byte, out *int64) bool {
	digits, negative := bytes.CutPrefix(span, []byte("-"))
	u, ok := parseUint(digits)
	v := int64(u)
	switch {
	case !ok, negative && (u == 0 || u > 1<<63), !negative && u > 1<<63-1:
		return d.fail(FaultInvalid)
	case negative:
		v = -v
	}
	if v < c.low || v > c.high {
		return d.fail(FaultInvalid)
	}
	*out = v
	return true
}
func (c signed) encode(b *canon.Builder, v *int64) { b.Int(*v) }
func (c signed) zero(v *int64) bool                { return *v == 0 }

// parseUint reads a whole JSON token as an unsigned integer of 64 bits.
func parseUint(token []byte) (uint64, bool) {
	var v uint64
	for _, c := range token {
		digit := uint64(c - '0')
		if digit > 9 || v > (1<<64-1-digit)/10 {
			return 0, false
		}
		v = v*10 + digit
	}
	return v, len(token) > 0
}

type boolean struct{}

func (boolean) decode(d *Decoder, span []byte, out *bool) bool {
	switch span[0] {
	case 't':
		*out = true
	case 'f':
		*out = false
	default:
		return d.fail(FaultInvalid)
	}
	return true
}
func (boolean) encode(b *canon.Builder, v *bool) { b.Bool(*v) }
func (boolean) zero(v *bool) bool                { return !*v }
