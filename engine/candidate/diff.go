package candidate

import (
	"bytes"
	"strconv"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// Domains of what a report digests beside itself.
const (
	domainDiff  = "semaprax.candidate.source-diff.v1"
	domainDelta = "semaprax.candidate.semantic-delta.v1"
)

// SourceChange is one file that differs between two revisions.
type SourceChange struct {
	Path                    string
	BaseDigest, Digest      canon.Digest
	BaseSource, Replacement []byte
	Diff                    []byte
	DiffDigest              canon.Digest
}

// SourceChanges lists the files that differ between the base of a candidate and the
// candidate, in path order.
func (c *Candidate) SourceChanges() []SourceChange { return sourceChanges(c.base, c.now) }

// sourceChanges compares two revisions under one manifest.
func sourceChanges(base, now *Sources) []SourceChange {
	var list []SourceChange
	for i, file := range now.files {
		before := base.files[i].Text
		if bytes.Equal(before, file.Text) {
			continue
		}
		diff := SourceDiff(file.Path, before, file.Text)
		list = append(list, SourceChange{
			Path: file.Path, BaseDigest: base.digests[i], Digest: now.digests[i],
			BaseSource: before, Replacement: file.Text, Diff: diff, DiffDigest: canon.Sum(domainDiff, diff),
		})
	}
	return list
}

// SourceDiff is the difference of two texts as one hunk without context lines
// (candidate facts 2.5): the lines left when the longest common run of first lines
// and then the longest common run of last lines are taken away.
func SourceDiff(path string, before, after []byte) []byte {
	removed, added := closed(before), closed(after)
	prefix := commonStart(removed, added)
	skipped := countLines(removed[:prefix])
	removed, added = removed[prefix:], added[prefix:]
	suffix := commonEnd(removed, added)
	removed, added = removed[:len(removed)-suffix], added[:len(added)-suffix]
	old, now := countLines(removed), countLines(added)
	out := make([]byte, 0, 2*len(path)+64+len(removed)+len(added)+old+now)
	out = append(append(out, "--- a/"...), path...)
	out = append(append(out, "\n+++ b/"...), path...)
	out = appendRange(append(out, "\n@@ -"...), skipped, old)
	out = appendRange(append(out, " +"...), skipped, now)
	out = append(out, " @@\n"...)
	return appendLines(appendLines(out, '-', removed), '+', added)
}

// closed is a text whose last line, if it has one, ends with an LF like the others.
func closed(text []byte) []byte {
	if len(text) == 0 || text[len(text)-1] == '\n' {
		return text
	}
	return append(bytes.Clone(text), '\n')
}

func countLines(text []byte) int { return bytes.Count(text, []byte{'\n'}) }

// commonStart is the size of the lines two texts begin with alike.
func commonStart(x, y []byte) int {
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return bytes.LastIndexByte(x[:n], '\n') + 1
}

// commonEnd is the size of the lines two texts end with alike.
func commonEnd(x, y []byte) int {
	n := 0
	for n < min(len(x), len(y)) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	starts := func(text []byte) bool { return n == len(text) || text[len(text)-1-n] == '\n' }
	if starts(x) && starts(y) {
		return n
	}
	return n - 1 - bytes.IndexByte(x[len(x)-n:], '\n') // after the line cut in two
}

// appendRange appends the first line of a window, counted from 1, and its length.
func appendRange(dst []byte, prefix, count int) []byte {
	first := prefix
	if count != 0 {
		first++
	}
	dst = strconv.AppendInt(dst, int64(first), 10)
	return strconv.AppendInt(append(dst, ','), int64(count), 10)
}

func appendLines(dst []byte, sign byte, text []byte) []byte {
	for line := range bytes.Lines(text) {
		dst = append(append(dst, sign), line...)
	}
	return dst
}
