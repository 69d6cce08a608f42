package oracle

import "testing"

// TestDigestIsTheKnownAnswer compares with what the system's sha256sum made of the bytes.
func TestDigestIsTheKnownAnswer(t *testing.T) {
	const want = "sha256:265b080bcd1955f054ad484384feee48b53316aa42cef89d4d392203746a7399"
	if got := Digest("semaprax.x.v1", "ab", ""); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCanonicalSortsAndEscapesNothingMoreThanNeeded(t *testing.T) {
	value := Object(t, []byte(`{"b":1.50,"a":"<\u2028\u2029é&\n"}`))
	if got, want := string(Canonical(t, value)), "{\"a\":\"<\u2028\u2029é&\\n\",\"b\":1.50}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
