package image

import (
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// items is a list that can be counted and rendered one by one.
type items struct {
	count  int
	render func(b *canon.Builder, index int)
}

// itemsOf makes the items of a list of one kind.
func itemsOf[T any](kind *schema.Kind[T], list []T) items {
	return items{len(list), func(b *canon.Builder, index int) { kind.Encode(b, &list[index]) }}
}

// joined puts lists one after another.
func joined(parts ...items) items {
	all := items{}
	for _, part := range parts {
		all.count += part.count
	}
	all.render = func(b *canon.Builder, index int) {
		for _, part := range parts {
			if index < part.count {
				part.render(b, index)
				return
			}
			index -= part.count
		}
	}
	return all
}

// slice renders the items from offset, at most limit of them.
func (l items) slice(offset, limit int) [][]byte {
	end := min(offset+limit, l.count)
	rows := make([][]byte, 0, max(0, end-offset))
	var room []byte
	var b canon.Builder
	for index := offset; index < end; index++ {
		start := len(room)
		b.Reset(room, canon.CJ)
		l.render(&b, index)
		room = b.Bytes()
		rows = append(rows, room[start:len(room):len(room)])
	}
	return rows
}

// cursorOf is the text of a cursor: the offset and the framed digest of what it is
// bound to.
func cursorOf(domain string, offset int, fields ...string) string {
	return strconv.Itoa(offset) + ":" + canon.SumFramed(domain, fields...).String()
}

// cursorOffset reads the offset of a cursor; ok is false when it is not canonical.
func cursorOffset(cursor string) (offset int, ok bool) {
	text, _, found := strings.Cut(cursor, ":")
	if !found || text == "" || text[0] == '0' || len(text) > 9 {
		return 0, false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
	}
	offset, err := strconv.Atoi(text)
	return offset, err == nil
}
