package mcp

import (
	"bytes"
	"slices"
	"strconv"
)

// cursorPrefix begins every cursor: mcp1:<identity>:<index of the first tool>.
const cursorPrefix = "mcp1:"

// appendCursor appends the cursor of a page.
func (c *catalogue) appendCursor(dst []byte, page int) []byte {
	dst = append(dst, cursorPrefix...)
	dst = append(dst, c.identity...)
	dst = append(dst, ':')
	return strconv.AppendInt(dst, int64(c.pages[page]), 10)
}

// pageAt returns the page that a cursor names. Only cursors that this
// catalogue hands out are accepted: its own identity, a canonical decimal, the
// start of a page other than the first.
func (c *catalogue) pageAt(cursor []byte) (page int, ok bool) {
	rest, ok := bytes.CutPrefix(cursor, []byte(cursorPrefix))
	if !ok || len(rest) < len(c.identity) || string(rest[:len(c.identity)]) != c.identity {
		return 0, false
	}
	digits, ok := bytes.CutPrefix(rest[len(c.identity):], []byte(":"))
	if !ok || len(digits) == 0 || len(digits) > len(strconv.Itoa(MaxTools)) || digits[0] == '0' {
		return 0, false
	}
	index := 0
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, false
		}
		index = index*10 + int(d-'0')
	}
	return slices.BinarySearch(c.pages, index)
}

// appendPage appends the result of a tools/list.
func (c *catalogue) appendPage(dst []byte, page int) []byte {
	first, end := 0, len(c.names)
	if len(c.pages) > 0 {
		first = c.pages[page]
	}
	dst = append(dst, '{')
	if page+1 < len(c.pages) {
		end = c.pages[page+1]
		dst = append(dst, `"nextCursor":"`...)
		dst = append(c.appendCursor(dst, page+1), `",`...)
	}
	dst = append(dst, `"tools":[`...)
	if first < end {
		dst = append(dst, c.array[c.starts[first]:c.starts[end]-len(",")]...)
	}
	return append(dst, "]}"...)
}
