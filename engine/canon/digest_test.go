package canon_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// byHand hashes domain, NUL and the fields with crypto/sha256 alone.
func byHand(domain string, order binary.AppendByteOrder, fields ...string) string {
	text := []byte(domain + "\x00")
	for _, f := range fields {
		if order != nil {
			text = order.AppendUint64(text, uint64(len(f)))
		}
		text = append(text, f...)
	}
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func TestDigestFormulas(t *testing.T) {
	long := strings.Repeat("é!", 1000)
	for _, content := range []string{"", "a", long} {
		if got, want := canon.Sum("d.v1", content).String(), byHand("d.v1", binary.LittleEndian, content); got != want {
			t.Errorf("Sum = %s, want %s", got, want)
		}
		if got, want := canon.SumBare("d.v1", []byte(content)).String(), byHand("d.v1", nil, content); got != want {
			t.Errorf("SumBare = %s, want %s", got, want)
		}
		if got, want := canon.SumFramed("d.v1", "x", content, "").String(), byHand("d.v1", binary.LittleEndian, "x", content, ""); got != want {
			t.Errorf("SumFramed = %s, want %s", got, want)
		}
		if got, want := canon.SumFramedBE("d.v1", content, "y").String(), byHand("d.v1", binary.BigEndian, content, "y"); got != want {
			t.Errorf("SumFramedBE = %s, want %s", got, want)
		}
		sum := sha256.Sum256([]byte(content))
		if got, want := canon.Plain(content).Hex(), hex.EncodeToString(sum[:]); got != want {
			t.Errorf("Plain = %s, want %s", got, want)
		}
	}
}

func TestPlainKnownAnswer(t *testing.T) {
	const want = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	if got := canon.Plain("abc").String(); got != want {
		t.Errorf("Plain(abc) = %s, want %s", got, want)
	}
}

func TestHasherStreams(t *testing.T) {
	var h canon.Hasher
	for range 2 {
		h.Reset("stream.v1", canon.LittleEndian)
		h.FieldString("one")
		h.Frame(6)
		h.WriteString("tw")
		h.Write([]byte("ofou"))
		h.Field(nil)
		h.FieldDigest(canon.Plain("abc"))
		want := byHand("stream.v1", binary.LittleEndian, "one", "twofou", "", canon.Plain("abc").String())
		if got := h.Sum().String(); got != want {
			t.Errorf("stream = %s, want %s", got, want)
		}
	}
	h.Reset("", canon.Bare)
	h.WriteString("abc")
	if got, want := h.Sum(), canon.Plain("abc"); got != want {
		t.Errorf("bare without domain = %s, want %s", got, want)
	}
}

func TestHasherMisusePanics(t *testing.T) {
	start := func() *canon.Hasher {
		h := new(canon.Hasher)
		h.Reset("d", canon.BigEndian)
		h.Frame(2)
		return h
	}
	wantBug(t, func() { start().Sum() })
	wantBug(t, func() { start().Frame(1) })
	wantBug(t, func() { start().WriteString("abc") })
}

func TestHasherDoesNotAllocate(t *testing.T) {
	if raceEnabled {
		t.Skip("allocation counts differ under the race detector")
	}
	var h canon.Hasher
	h.Reset("d", canon.LittleEndian)
	long := strings.Repeat("x", 5000)
	d := canon.Plain("x")
	run := func() {
		h.Reset("some.domain.v1", canon.LittleEndian)
		h.FieldString(long)
		h.FieldDigest(d)
		h.Sum()
	}
	if n := testing.AllocsPerRun(50, run); n != 0 {
		t.Errorf("%v allocations per digest, want 0", n)
	}
}

func TestDigestText(t *testing.T) {
	good := canon.Plain("abc").String()
	if d, ok := canon.ParseDigest(good); !ok || d != canon.Plain("abc") {
		t.Fatalf("ParseDigest(%q) = %v, %v", good, d, ok)
	}
	bad := []string{"", good[:70], good + "0", "sha512:" + good[7:], strings.ToUpper(good),
		"sha256:" + strings.Repeat("g", 64), "sha256:" + strings.Repeat("A", 64), good[:70] + "\n"}
	for _, text := range bad {
		if d, ok := canon.ParseDigest([]byte(text)); ok || !d.IsZero() {
			t.Errorf("ParseDigest(%q) = %v, %v, want refusal", text, d, ok)
		}
	}
	for text, want := range map[string]canon.DigestVerdict{
		good:                     canon.DigestMatches,
		canon.Plain("").String(): canon.DigestDiffers,
		good + "0":               canon.DigestTooLong,
		good[:70]:                canon.DigestMalformed,
		strings.ToUpper(good):    canon.DigestMalformed,
	} {
		if got := canon.CheckDigest(text, canon.Plain("abc")); got != want {
			t.Errorf("CheckDigest(%q) = %d, want %d", text, got, want)
		}
	}
}

func BenchmarkSum(b *testing.B) {
	text := []byte(strings.Repeat("x", 4096))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		canon.Sum("some.domain.v1", text)
	}
}
