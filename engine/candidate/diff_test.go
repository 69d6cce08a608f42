package candidate

import (
	"fmt"
	"strings"
	"testing"
)

func TestSourceDiff(t *testing.T) {
	cases := []struct{ name, before, after, want string }{
		{"one line", "a\nb\nc\n", "a\nB\nc\n", "@@ -2,1 +2,1 @@\n-b\n+B\n"},
		{"inserted", "a\nc\n", "a\nb\nc\n", "@@ -1,0 +2,1 @@\n+b\n"},
		{"removed", "a\nb\nc\n", "a\nc\n", "@@ -2,1 +1,0 @@\n-b\n"},
		{"at the start", "b\n", "a\nb\n", "@@ -0,0 +1,1 @@\n+a\n"},
		{"at the end", "a\n", "a\nb\n", "@@ -1,0 +2,1 @@\n+b\n"},
		{"repeated lines count once", "x\nx\n", "x\nx\nx\n", "@@ -2,0 +3,1 @@\n+x\n"},
		{"two places are one window", "a\nb\nc\nd\n", "A\nb\nc\nD\n", "@@ -1,4 +1,4 @@\n-a\n-b\n-c\n-d\n+A\n+b\n+c\n+D\n"},
		{"from nothing", "", "a\n", "@@ -0,0 +1,1 @@\n+a\n"},
		{"to nothing", "a\n", "", "@@ -1,1 +0,0 @@\n-a\n"},
		{"nothing", "a\n", "a\n", "@@ -1,0 +1,0 @@\n"},
	}
	for _, c := range cases {
		want := "--- a/p/x.spx\n+++ b/p/x.spx\n" + c.want
		if got := string(SourceDiff("p/x.spx", []byte(c.before), []byte(c.after))); got != want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, want)
		}
	}
}

// patched applies a diff of one hunk, as a reader of the report would.
func patched(t *testing.T, before, diff string) string {
	t.Helper()
	body := strings.SplitN(diff, "\n", 4)
	var os, oc, ns, nc int
	if _, err := fmt.Sscanf(body[2], "@@ -%d,%d +%d,%d @@", &os, &oc, &ns, &nc); err != nil {
		t.Fatal(err)
	}
	var kept, added []string
	for _, line := range strings.SplitAfter(body[3], "\n") {
		if rest, ok := strings.CutPrefix(line, "+"); ok {
			added = append(added, rest)
		}
	}
	all := strings.SplitAfter(before, "\n")
	prefix := os
	if oc != 0 {
		prefix--
	}
	kept = append(kept, all[:prefix]...)
	kept = append(append(kept, added...), all[prefix+oc:]...)
	if len(added) != nc {
		t.Fatalf("%d added lines, header says %d", len(added), nc)
	}
	return strings.Join(kept, "")
}

// naiveDiff is the rule of diffs over lists of lines.
func naiveDiff(before, after string) string {
	lines := func(text string) []string {
		list := strings.Split(text, "\n")
		if last := len(list) - 1; list[last] == "" {
			list = list[:last]
		}
		return list
	}
	old, now := lines(before), lines(after)
	prefix := 0
	for prefix < min(len(old), len(now)) && old[prefix] == now[prefix] {
		prefix++
	}
	old, now = old[prefix:], now[prefix:]
	for len(old) > 0 && len(now) > 0 && old[len(old)-1] == now[len(now)-1] {
		old, now = old[:len(old)-1], now[:len(now)-1]
	}
	place := func(list []string) string { return fmt.Sprintf("%d,%d", prefix+min(1, len(list)), len(list)) }
	out := "--- a/f\n+++ b/f\n@@ -" + place(old) + " +" + place(now) + " @@\n"
	for _, line := range old {
		out += "-" + line + "\n"
	}
	for _, line := range now {
		out += "+" + line + "\n"
	}
	return out
}

func FuzzSourceDiff(f *testing.F) {
	f.Add("a\nb\n", "a\nc\n")
	f.Add("", "x\n")
	f.Add("x\nx\nx\n", "x\n")
	f.Add("a\nbc", "abc")
	f.Add("xb\nc\n", "b\nc")
	f.Add("\n", "")
	f.Fuzz(func(t *testing.T, before, after string) {
		if got, want := string(SourceDiff("f", []byte(before), []byte(after))), naiveDiff(before, after); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
		for _, text := range []*string{&before, &after} {
			*text = strings.ReplaceAll(*text, "\r", "")
			if *text != "" && !strings.HasSuffix(*text, "\n") {
				*text += "\n"
			}
		}
		if got := patched(t, before, string(SourceDiff("f", []byte(before), []byte(after)))); got != after {
			t.Errorf("the diff gives %q, not %q", got, after)
		}
	})
}
