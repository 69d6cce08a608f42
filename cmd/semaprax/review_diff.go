package main

import (
	"bytes"
	"slices"
)

// diffLine is one line of a difference that is shown to people. Old and New are line
// numbers from 1, zero on the side that does not have the line.
type diffLine struct {
	Sign     byte // ' ', '-' or '+'
	Old, New int
	Text     string
	// From and To bound the bytes that differ from the line it stands opposite to;
	// both are zero where none does.
	From, To int
}

// hunk is a run of lines with what is around them.
type hunk struct{ Lines []diffLine }

const (
	// contextLines are shown around a change.
	contextLines = 3
	// maxEditSteps bounds the search for a shortest difference; beyond it everything
	// between the common ends is shown as replaced.
	maxEditSteps = 1000
)

// hunksOf compares two texts line by line.
func hunksOf(before, after []byte) []hunk {
	a, b := textLines(before), textLines(after)
	prefix := 0
	for prefix < min(len(a), len(b)) && bytes.Equal(a[prefix], b[prefix]) {
		prefix++
	}
	suffix := 0
	for suffix < min(len(a), len(b))-prefix && bytes.Equal(a[len(a)-1-suffix], b[len(b)-1-suffix]) {
		suffix++
	}
	var lines []diffLine
	for i := range prefix {
		lines = append(lines, diffLine{Sign: ' ', Old: i + 1, New: i + 1, Text: string(a[i])})
	}
	lines = append(lines, middleLines(a[prefix:len(a)-suffix], b[prefix:len(b)-suffix], prefix)...)
	for i := range suffix {
		old, now := len(a)-suffix+i, len(b)-suffix+i
		lines = append(lines, diffLine{Sign: ' ', Old: old + 1, New: now + 1, Text: string(a[old])})
	}
	return cutHunks(lines)
}

// textLines cuts a text after each LF and takes the LFs away.
func textLines(text []byte) [][]byte {
	list := bytes.Split(text, []byte{'\n'})
	if last := len(list) - 1; len(list[last]) == 0 {
		list = list[:last]
	}
	return list
}

// middleLines compares what is between the common ends; offset is the number of lines
// before it.
func middleLines(a, b [][]byte, offset int) []diffLine {
	var lines []diffLine
	x, y := 0, 0
	emit := func(toX, toY int) {
		start := len(lines)
		for ; x < toX; x++ {
			lines = append(lines, diffLine{Sign: '-', Old: offset + x + 1, Text: string(a[x])})
		}
		middle := len(lines)
		for ; y < toY; y++ {
			lines = append(lines, diffLine{Sign: '+', New: offset + y + 1, Text: string(b[y])})
		}
		markOpposites(lines[start:middle], lines[middle:])
	}
	for _, same := range commonLines(a, b) {
		emit(same[0], same[1])
		lines = append(lines, diffLine{Sign: ' ', Old: offset + x + 1, New: offset + y + 1, Text: string(a[x])})
		x, y = x+1, y+1
	}
	emit(len(a), len(b))
	return lines
}

// commonLines finds a longest common subsequence by the greedy search for a shortest
// edit; none when that takes more than maxEditSteps.
func commonLines(a, b [][]byte) [][2]int {
	most := min(len(a)+len(b), maxEditSteps)
	reach := make([]int32, 2*most+3) // furthest x by diagonal
	var trace [][]int32
	for d := 0; d <= most; d++ {
		trace = append(trace, slices.Clone(reach[most+1-d:most+2+d]))
		for k := -d; k <= d; k += 2 {
			at := most + 1 + k
			x := reach[at-1] + 1
			if k == -d || k != d && reach[at-1] < reach[at+1] {
				x = reach[at+1]
			}
			for y := int(x) - k; int(x) < len(a) && y < len(b) && bytes.Equal(a[x], b[y]); y++ {
				x++
			}
			reach[at] = x
			if int(x) >= len(a) && int(x)-k >= len(b) {
				return backtrack(trace, len(a), len(b))
			}
		}
	}
	return nil
}

// backtrack follows the search back. trace[d] holds the diagonals -d to d as they were
// before step d.
func backtrack(trace [][]int32, x, y int) [][2]int {
	var same [][2]int
	for d := len(trace) - 1; d >= 0; d-- {
		before, k := trace[d], x-y
		get := func(diagonal int) int {
			if at := diagonal + d; at >= 0 && at < len(before) {
				return int(before[at])
			}
			return 0
		}
		previous := k - 1
		if k == -d || k != d && get(k-1) < get(k+1) {
			previous = k + 1
		}
		px := get(previous)
		if d == 0 {
			px = 0
		}
		py := px - previous
		if d == 0 {
			py = 0
		}
		for x > px && y > py {
			x, y = x-1, y-1
			same = append(same, [2]int{x, y})
		}
		x, y = px, py
	}
	slices.Reverse(same)
	return same
}

// markOpposites marks where removed and added lines that stand opposite to each other
// differ, when there are as many of them.
func markOpposites(removed, added []diffLine) {
	if len(removed) != len(added) {
		return
	}
	for i := range removed {
		old, now := removed[i].Text, added[i].Text
		from := 0
		for from < min(len(old), len(now)) && old[from] == now[from] {
			from++
		}
		tail := 0
		for tail < min(len(old), len(now))-from && old[len(old)-1-tail] == now[len(now)-1-tail] {
			tail++
		}
		if from+tail < max(len(old), len(now))/4 {
			continue // hardly anything in common
		}
		removed[i].From, removed[i].To = widen(old, from, len(old)-tail)
		added[i].From, added[i].To = widen(now, from, len(now)-tail)
	}
}

// widen moves both ends to character boundaries.
func widen(text string, from, to int) (int, int) {
	for from > 0 && from < len(text) && text[from]&0xc0 == 0x80 {
		from--
	}
	for to < len(text) && text[to]&0xc0 == 0x80 {
		to++
	}
	return from, to
}

// cutHunks keeps the changes with the lines around them.
func cutHunks(lines []diffLine) []hunk {
	keep := make([]bool, len(lines))
	for i := range lines {
		if lines[i].Sign != ' ' {
			for n := max(0, i-contextLines); n <= min(len(lines)-1, i+contextLines); n++ {
				keep[n] = true
			}
		}
	}
	var hunks []hunk
	for i := range lines {
		if !keep[i] {
			continue
		}
		if i == 0 || !keep[i-1] {
			hunks = append(hunks, hunk{})
		}
		last := &hunks[len(hunks)-1]
		last.Lines = append(last.Lines, lines[i])
	}
	return hunks
}
