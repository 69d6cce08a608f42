package canon

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// Framing says how fields are delimited in a digest.
type Framing uint8

const (
	// Bare puts nothing before a field: SHA-256(domain ‖ NUL ‖ bytes).
	Bare Framing = iota
	// LittleEndian puts the field's length before it as 8 little-endian bytes.
	LittleEndian
	// BigEndian puts the field's length before it as 8 big-endian bytes. Only the
	// host approval and the receipt of a source commit use it.
	BigEndian
)

// Plain returns SHA-256(bytes): no domain, no length.
func Plain[T ~string | ~[]byte](content T) Digest {
	var h Hasher
	h.Reset("", Bare)
	writeChunks(&h, content)
	return h.Sum()
}

// Sum returns the domain digest of one content, framed little-endian:
// SHA-256(domain ‖ NUL ‖ u64le(len) ‖ content). It is the ordinary form: candidate,
// draft, image, source and report digests are sums.
func Sum[T ~string | ~[]byte](domain string, content T) Digest {
	return digestOf(domain, LittleEndian, content)
}

// SumBare returns SHA-256(domain ‖ NUL ‖ content), without a length.
func SumBare[T ~string | ~[]byte](domain string, content T) Digest {
	return digestOf(domain, Bare, content)
}

// SumFramed returns SHA-256(domain ‖ NUL ‖ for each field: u64le(len) ‖ field), the
// form of handles and cursors.
func SumFramed[T ~string | ~[]byte](domain string, fields ...T) Digest {
	return digestOf(domain, LittleEndian, fields...)
}

// SumFramedBE is SumFramed with big-endian lengths.
func SumFramedBE[T ~string | ~[]byte](domain string, fields ...T) Digest {
	return digestOf(domain, BigEndian, fields...)
}

func digestOf[T ~string | ~[]byte](domain string, framing Framing, fields ...T) Digest {
	var h Hasher
	h.Reset(domain, framing)
	for _, field := range fields {
		h.Frame(uint64(len(field)))
		writeChunks(&h, field)
	}
	return h.Sum()
}

// Hasher computes a domain digest from fields that arrive one by one or in
// pieces. Reset it before each digest; a reset Hasher does not allocate. The zero
// Hasher is ready for Reset and is not safe for concurrent use.
type Hasher struct {
	state   hash.Hash
	framing Framing
	pending uint64 // bytes the framed field still misses
	chunk   [512]byte
}

// Reset starts a digest in domain, which is written without its NUL. An empty
// domain writes nothing, not even the NUL.
func (h *Hasher) Reset(domain string, framing Framing) {
	if h.state == nil {
		h.state = sha256.New()
	} else {
		h.state.Reset()
	}
	h.framing, h.pending = Bare, 0
	if domain != "" {
		writeChunks(h, domain)
		h.chunk[0] = 0
		h.state.Write(h.chunk[:1])
	}
	h.framing = framing
}

// Frame opens a field of n bytes; the caller then writes exactly n bytes with
// Write or WriteString. In Bare framing it writes nothing.
func (h *Hasher) Frame(n uint64) {
	if h.pending != 0 {
		panic("BUG: canon: field opened inside a field")
	}
	switch h.framing {
	case Bare:
		return
	case LittleEndian:
		binary.LittleEndian.PutUint64(h.chunk[:8], n)
	case BigEndian:
		binary.BigEndian.PutUint64(h.chunk[:8], n)
	}
	h.state.Write(h.chunk[:8])
	h.pending = n
}

// Write adds bytes to the open field. It never fails.
func (h *Hasher) Write(p []byte) (int, error) {
	h.take(len(p))
	return h.state.Write(p)
}

// WriteString adds the bytes of s to the open field. It never fails.
func (h *Hasher) WriteString(s string) (int, error) {
	writeChunks(h, s)
	return len(s), nil
}

// Field adds one whole field.
func (h *Hasher) Field(p []byte) {
	h.Frame(uint64(len(p)))
	h.Write(p)
}

// FieldString adds one whole field.
func (h *Hasher) FieldString(s string) {
	h.Frame(uint64(len(s)))
	writeChunks(h, s)
}

// FieldDigest adds the 71-byte text of d as one field.
func (h *Hasher) FieldDigest(d Digest) {
	var text [DigestTextLen]byte
	d.AppendTo(text[:0])
	h.Frame(uint64(len(text)))
	writeChunks(h, text[:])
}

// Sum returns the digest of what was written since Reset.
func (h *Hasher) Sum() Digest {
	if h.pending != 0 {
		panic("BUG: canon: digest taken inside a field")
	}
	return Digest(h.state.Sum(h.chunk[:0]))
}

// take counts n bytes against the open field.
func (h *Hasher) take(n int) {
	if h.framing == Bare {
		return
	}
	if uint64(n) > h.pending {
		panic("BUG: canon: bytes outside a field")
	}
	h.pending -= uint64(n)
}

// writeChunks hashes s through the chunk, so that no string is copied to the heap.
func writeChunks[T ~string | ~[]byte](h *Hasher, s T) {
	h.take(len(s))
	for len(s) > 0 {
		n := copy(h.chunk[:], s)
		h.state.Write(h.chunk[:n])
		s = s[n:]
	}
}
