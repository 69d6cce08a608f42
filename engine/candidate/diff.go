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
	removed, added := lines(before), lines(after)
	prefix := 0
	for prefix < min(len(removed), len(added)) && bytes.Equal(removed[prefix], added[prefix]) {
		prefix++
	}
	removed, added = removed[prefix:], added[prefix:]
	for len(removed) > 0 && len(added) > 0 && bytes.Equal(removed[len(removed)-1], added[len(added)-1]) {
		removed, added = removed[:len(removed)-1], added[:len(added)-1]
	}
	size := 2*len(path) + 64
	for _, side := range [][][]byte{removed, added} {
		for _, line := range side {
			size += len(line) + 2
		}
	}
	out := append(append(make([]byte, 0, size), "--- a/"...), path...)
	out = append(append(out, "\n+++ b/"...), path...)
	out = appendRange(append(out, "\n@@ -"...), prefix, len(removed))
	out = appendRange(append(out, " +"...), prefix, len(added))
	out = append(out, " @@\n"...)
	return appendLines(appendLines(out, '-', removed), '+', added)
}

// lines cuts a text after each LF and takes the LFs away. What follows the last LF
// is a line only when there is something.
func lines(text []byte) [][]byte {
	list := bytes.Split(text, []byte{'\n'})
	if last := len(list) - 1; len(list[last]) == 0 {
		list = list[:last]
	}
	return list
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

func appendLines(dst []byte, sign byte, list [][]byte) []byte {
	for _, line := range list {
		dst = append(append(append(dst, sign), line...), '\n')
	}
	return dst
}
