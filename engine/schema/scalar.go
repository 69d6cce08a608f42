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
	return kind[[]byte](text{minBytes, maxBytes, false},
		&Node{Kind: NodeText, MinBytes: minBytes, MaxBytes: maxBytes})
}

// CanonicalJSONText is a string of 1 to maxBytes UTF-8 bytes in which control
// characters are allowed: a whole document carried as one string.
func CanonicalJSONText(maxBytes int) *Kind[[]byte] { return CanonicalTextBetween(1, maxBytes) }

// CanonicalTextBetween is CanonicalJSONText with a lower bound of its own.
func CanonicalTextBetween(minBytes, maxBytes int) *Kind[[]byte] {
	return kind[[]byte](text{minBytes, maxBytes, true},
		&Node{Kind: NodeCanonicalText, MinBytes: minBytes, MaxBytes: maxBytes})
}

// String is any string, kept in a Go string: the form of most payload members.
// Decoding copies it.
func String() *Kind[string] {
	return kind[string](owned{text{0, Unbounded, true}},
		&Node{Kind: NodeString, MaxBytes: Unbounded})
}

// Chunk is any string, kept as the bytes of a chunk of a report. Decoded bytes
// alias the frame.
func Chunk() *Kind[[]byte] {
	return kind[[]byte](text{0, Unbounded, true},
		&Node{Kind: NodeString, MaxBytes: Unbounded})
}

// Matching is a string of at most maxBytes bytes whose every byte accept takes;
// pattern says the same as an ECMA-262 regular expression over the whole string, and
// example is a string that fits.
func Matching(minBytes, maxBytes int, pattern, example string, accept func(s []byte) bool) *Kind[[]byte] {
	return kind[[]byte](matching{text{minBytes, maxBytes, true}, accept},
		&Node{Kind: NodeString, MinBytes: minBytes, MaxBytes: maxBytes, Pattern: pattern, Example: example})
}

// Owned keeps a text as a Go string: decoding copies it out of the frame. It is the
// boundary at which values may be retained beyond the call.
func Owned(inner *Kind[[]byte]) *Kind[string] {
	return kind[string](owned{inner.codec}, inner.node)
}

// Digest is the text of a digest, "sha256:" and 64 lower-case hex digits.
func Digest() *Kind[canon.Digest] {
	return kind[canon.Digest](digest{}, &Node{Kind: NodeDigest})
}

// Choice is one of the listed strings. Decoding stores the listed string itself,
// so it neither aliases nor copies.
func Choice[S ~string](choices ...S) *Kind[S] {
	n := &Node{Kind: NodeChoice}
	for _, c := range choices {
		n.Choices = append(n.Choices, string(c))
	}
	return kind[S](choice[S]{slices.Clone(choices)}, n)
}

// Integer is an unsigned integer token from low to high; 1.0 and -0 are refused.
func Integer(low, high uint64) *Kind[uint64] {
	return kind[uint64](integer{low, high}, integerNode(low, high))
}

// Uint is any unsigned integer of 64 bits.
func Uint() *Kind[uint64] { return Integer(0, 1<<64-1) }

// Count is Integer held in an int.
func Count(low, high int) *Kind[int] {
	if low < 0 {
		panic("BUG: schema: a count is not negative")
	}
	return kind[int](count{low, high}, integerNode(uint64(low), uint64(high)))
}

// Signed is an integer token from low to high; fractions, exponents and -0 are refused.
func Signed(low, high int64) *Kind[int64] {
	return kind[int64](signed{low, high}, &Node{Kind: NodeInteger,
		Min: strconv.FormatInt(low, 10), Max: strconv.FormatInt(high, 10)})
}

// Bool is true or false.
func Bool() *Kind[bool] {
	return kind[bool](boolean{}, &Node{Kind: NodeBool})
}

func integerNode(low, high uint64) *Node {
	return &Node{Kind: NodeInteger, Min: strconv.FormatUint(low, 10), Max: strconv.FormatUint(high, 10)}
}

// text is the codec of a bounded string held as bytes.
type text struct {
	low, high int
	controls  bool
}

func (c text) decode(d *Decoder, span []byte, out place) bool {
	s, ok := d.text(span)
	if !ok || len(s) < c.low || c.high != Unbounded && len(s) > c.high || !c.controls && hasControl(s) {
		return d.fail(FaultInvalid)
	}
	*out.(*[]byte) = s
	return true
}
func (c text) encode(b *canon.Builder, v place) { b.StringBytes(*v.(*[]byte)) }
func (c text) zero(v place) bool                { return len(*v.(*[]byte)) == 0 }

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

func (c matching) decode(d *Decoder, span []byte, out place) bool {
	if !c.text.decode(d, span, out) {
		return false
	}
	if !c.accept(*out.(*[]byte)) {
		return d.fail(FaultInvalid)
	}
	return true
}

// owned is the codec of a string copied out of the frame.
type owned struct{ inner codec }

func (c owned) decode(d *Decoder, span []byte, out place) bool {
	var s []byte
	if !c.inner.decode(d, span, &s) {
		return false
	}
	*out.(*string) = string(s)
	return true
}
func (c owned) encode(b *canon.Builder, v place) { b.String(*v.(*string)) }
func (c owned) zero(v place) bool                { return *v.(*string) == "" }

type digest struct{}

func (digest) decode(d *Decoder, span []byte, out place) bool {
	s, isText := d.text(span)
	parsed, ok := canon.ParseDigest(s)
	if !isText || !ok {
		return d.fail(FaultInvalid)
	}
	*out.(*canon.Digest) = parsed
	return true
}
func (digest) encode(b *canon.Builder, v place) { b.Digest(*v.(*canon.Digest)) }
func (digest) zero(v place) bool                { return v.(*canon.Digest).IsZero() }

type choice[S ~string] struct{ choices []S }

func (c choice[S]) decode(d *Decoder, span []byte, out place) bool {
	s, ok := d.text(span)
	for _, choice := range c.choices {
		if ok && string(choice) == string(s) {
			*out.(*S) = choice
			return true
		}
	}
	return d.fail(FaultInvalid)
}
func (c choice[S]) encode(b *canon.Builder, v place) { b.String(string(*v.(*S))) }
func (c choice[S]) zero(v place) bool                { return *v.(*S) == "" }

type integer struct{ low, high uint64 }

func (c integer) decode(d *Decoder, span []byte, out place) bool {
	v, ok := parseUint(span)
	if !ok || v < c.low || v > c.high {
		return d.fail(FaultInvalid)
	}
	*out.(*uint64) = v
	return true
}
func (c integer) encode(b *canon.Builder, v place) { b.Uint(*v.(*uint64)) }
func (c integer) zero(v place) bool                { return *v.(*uint64) == 0 }

type count struct{ low, high int }

func (c count) decode(d *Decoder, span []byte, out place) bool {
	v, ok := parseUint(span)
	if !ok || v < uint64(c.low) || v > uint64(c.high) {
		return d.fail(FaultInvalid)
	}
	*out.(*int) = int(v)
	return true
}
func (c count) encode(b *canon.Builder, v place) { b.Int(int64(*v.(*int))) }
func (c count) zero(v place) bool                { return *v.(*int) == 0 }

type signed struct{ low, high int64 }

func (c signed) decode(d *Decoder, span []byte, out place) bool {
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
	*out.(*int64) = v
	return true
}
func (c signed) encode(b *canon.Builder, v place) { b.Int(*v.(*int64)) }
func (c signed) zero(v place) bool                { return *v.(*int64) == 0 }

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

func (boolean) decode(d *Decoder, span []byte, out place) bool {
	switch span[0] {
	case 't':
		*out.(*bool) = true
	case 'f':
		*out.(*bool) = false
	default:
		return d.fail(FaultInvalid)
	}
	return true
}
func (boolean) encode(b *canon.Builder, v place) { b.Bool(*v.(*bool)) }
func (boolean) zero(v place) bool                { return !*v.(*bool) }
