package diag

import (
	"strings"
	"testing"
)

func TestRefusalHasNoPlace(t *testing.T) {
	got := Refusal(G222, "the %s has %d bytes", "text", 7)
	if len(got) != 1 || got[0].Code != G222 || got[0].Message() != "the text has 7 bytes" || got[0].Path != "" || got[0].Severity != Error {
		t.Errorf("got %+v", got)
	}
}

// TestShownIsCutAtACharacter puts the 256th byte before, inside and behind characters.
func TestShownIsCutAtACharacter(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"", "``"},
		{"a", "`a`"},
		{strings.Repeat("a", 256), "`" + strings.Repeat("a", 256) + "`"},
		{strings.Repeat("a", 257), "`" + strings.Repeat("a", 256) + "…`"},
		{strings.Repeat("a", 255) + "é", "`" + strings.Repeat("a", 255) + "…`"},
		{strings.Repeat("a", 253) + "𝄞", "`" + strings.Repeat("a", 253) + "…`"},
		{strings.Repeat("a", 252) + "𝄞b", "`" + strings.Repeat("a", 252) + "𝄞…`"},
		{strings.Repeat("\x80", 300), "`…`"},
	} {
		if got := Shown(row.text); got != row.want {
			t.Errorf("%d bytes: got %q, want %q", len(row.text), got, row.want)
		}
	}
}
