package oracle

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"io"
	"testing"
)

// Digest is the digest of fields in a domain: SHA-256 over the domain, a NUL, and each
// field behind its length as a little-endian uint64.
func Digest[T ~string | ~[]byte](domain string, fields ...T) string {
	h := sha256.New()
	h.Write([]byte(domain + "\x00"))
	for _, field := range fields {
		binary.Write(h, binary.LittleEndian, uint64(len(field)))
		h.Write([]byte(field))
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// Canonical renders a parsed value with the standard encoder, whose maps are sorted,
// without HTML escapes, as one line.
func Canonical(t testing.TB, value any) []byte {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	text := bytes.ReplaceAll(out.Bytes(), []byte(`\u2028`), []byte("\u2028"))
	return bytes.ReplaceAll(text, []byte(`\u2029`), []byte("\u2029"))
}

// Object parses a JSON object; its numbers stay as they are written.
func Object(t testing.TB, text []byte) map[string]any {
	t.Helper()
	var value map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%v in %.300s", err, text)
	}
	if _, err := decoder.Token(); err != io.EOF {
		t.Fatalf("more than one value: %.300s", text)
	}
	return value
}
