package canon

import (
	"crypto/sha256"
	"encoding/hex"
)

// Digest is a SHA-256 value. Its order (by bytes) is the order of its text. The
// zero Digest is no digest of anything and means "none" where a field is optional.
type Digest [sha256.Size]byte

const (
	// DigestPrefix opens the text of every digest.
	DigestPrefix = "sha256:"
	// DigestTextLen is the length in bytes of the text of a digest.
	DigestTextLen = len(DigestPrefix) + 2*sha256.Size
)

// AppendTo appends the text of d: "sha256:" and 64 lower-case hex digits.
func (d Digest) AppendTo(dst []byte) []byte {
	return hex.AppendEncode(append(dst, DigestPrefix...), d[:])
}

// String returns the text of d.
func (d Digest) String() string {
	var text [DigestTextLen]byte
	return string(d.AppendTo(text[:0]))
}

// Hex returns the 64 lower-case hex digits of d, without the prefix.
func (d Digest) Hex() string { return hex.EncodeToString(d[:]) }

// IsZero reports whether d is the zero Digest.
func (d Digest) IsZero() bool { return d == Digest{} }

// ParseDigest reads the text of a digest: exactly 71 bytes, "sha256:" and
// lower-case hex. ok is false for anything else, and d is then zero.
func ParseDigest[T ~string | ~[]byte](text T) (d Digest, ok bool) {
	if len(text) != DigestTextLen || string(text[:len(DigestPrefix)]) != DigestPrefix {
		return Digest{}, false
	}
	for i := range d {
		hi := hexValue(text[len(DigestPrefix)+2*i])
		lo := hexValue(text[len(DigestPrefix)+2*i+1])
		if hi|lo > 15 {
			return Digest{}, false
		}
		d[i] = hi<<4 | lo
	}
	return d, true
}

func hexValue(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	}
	return 0xFF
}

// CheckDigest compares a digest argument with the value it must name.
func CheckDigest[T ~string | ~[]byte](text T, want Digest) DigestVerdict {
	if len(text) > DigestTextLen {
		return DigestTooLong
	}
	d, ok := ParseDigest(text)
	switch {
	case !ok:
		return DigestMalformed
	case d != want:
		return DigestDiffers
	}
	return DigestMatches
}
