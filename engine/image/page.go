package image

import (
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
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

// listing is a list of rows that can be counted without making them.
type listing struct {
	count int
	slice func(offset, limit int) [][]byte
}

// PageOptions ask for a page of a list that is cut by items and bytes. Every member
// but Cursor must be set.
type PageOptions struct {
	Handle   string
	Cursor   string // empty for the first page
	PageSize int
	MaxBytes int
}

// PageCut is what cutting decides of a page. Items are rendered in canonical JSON;
// Cursor and Next are empty where there is none.
type PageCut struct {
	Handle             canon.Digest
	Cursor             string
	Offset, Total      int
	PageSize, MaxBytes int
	Next               string
	Items              [][]byte
}

// PageCutFields declares the members of a page inside a larger payload; item names
// the document of its items.
func PageCutFields[T any](at func(*T) *PageCut, item string) schema.Field[T] {
	type c = PageCut
	return schema.Lift(at,
		schema.Required("handle", schema.Digest(), func(p *c) *canon.Digest { return &p.Handle }),
		schema.Required("cursor", schema.NullWhenZero(schema.String()), func(p *c) *string { return &p.Cursor }),
		schema.Required("offset", places(), func(p *c) *int { return &p.Offset }),
		schema.Required("total_items", places(), func(p *c) *int { return &p.Total }),
		schema.Required("page_size", schema.Count(1, MaxPageItems), func(p *c) *int { return &p.PageSize }),
		schema.Required("max_bytes", schema.Count(MinPageBytes, MaxPageBytes), func(p *c) *int { return &p.MaxBytes }),
		schema.Required("next_cursor", schema.NullWhenZero(schema.String()), func(p *c) *string { return &p.Next }),
		schema.Required("items", schema.Array(schema.Opaque(item), 0, MaxPageItems), func(p *c) *[][]byte { return &p.Items }))
}

// PageNaming is what a page is bound to: the handle it must be asked with, the
// domain of its cursors, the size of the payload around a cut, and the codes of
// options that are none, of an item that exceeds max_bytes alone, and of a handle
// or cursor of something else.
type PageNaming struct {
	Handle                       canon.Digest
	CursorDomain                 string
	Size                         func(*PageCut) int
	Options, Capacity, Reference diag.Code
}

// judge refuses options out of bounds and another handle.
func (n PageNaming) judge(o PageOptions) diag.List {
	if o.PageSize < 1 || o.PageSize > MaxPageItems || o.MaxBytes < MinPageBytes || o.MaxBytes > MaxPageBytes {
		return fault(n.Options, "page_size or max_bytes is out of bounds")
	}
	if canon.CheckDigest(o.Handle, n.Handle) != canon.DigestMatches {
		return fault(n.Reference, "the handle is not that of this view in this image")
	}
	return nil
}

// cut makes a page: fewer items than asked for when they do not fit max_bytes, and
// at least one.
func (n PageNaming) cut(o PageOptions, list listing) (PageCut, diag.List) {
	if faults := n.judge(o); faults != nil {
		return PageCut{}, faults
	}
	offset, faults := n.offset(o, list.count)
	if faults != nil {
		return PageCut{}, faults
	}
	return n.fit(PageCut{
		Handle: n.Handle, Cursor: o.Cursor, Offset: offset, Total: list.count,
		PageSize: o.PageSize, MaxBytes: o.MaxBytes, Items: list.slice(offset, o.PageSize),
	})
}

// Cursor is the cursor of a page at an offset.
func (n PageNaming) Cursor(offset, pageSize, maxBytes int) string {
	return cursorOf(n.CursorDomain, offset, n.Handle.String(),
		strconv.Itoa(offset), strconv.Itoa(pageSize), strconv.Itoa(maxBytes))
}

// offset reads the cursor of a page.
func (n PageNaming) offset(o PageOptions, count int) (int, diag.List) {
	if o.Cursor == "" {
		return 0, nil
	}
	offset, ok := cursorOffset(o.Cursor)
	switch {
	case len(o.Cursor) > MaxPageCursorBytes || !ok:
		return 0, fault(n.Options, "the cursor is none of this view's")
	case o.Cursor != n.Cursor(offset, o.PageSize, o.MaxBytes) || offset >= count:
		return 0, fault(n.Reference, "the cursor is of another view or other page options")
	}
	return offset, nil
}

// fit takes items off the end until the payload fits max_bytes.
func (n PageNaming) fit(page PageCut) (PageCut, diag.List) {
	for {
		page.Next = ""
		if next := page.Offset + len(page.Items); next < page.Total {
			page.Next = n.Cursor(next, page.PageSize, page.MaxBytes)
		}
		over := n.Size(&page) - page.MaxBytes
		switch {
		case over <= 0:
			return page, nil
		case len(page.Items) <= 1:
			return PageCut{}, fault(n.Capacity, "one item exceeds max_bytes")
		}
		page.Items = page.Items[:keep(page.Items, over)]
	}
}

// keep says how many of the items to keep, at least one, so that about over bytes
// go; never more go than needed.
func keep(list [][]byte, over int) int {
	kept := len(list) - 1
	over -= len(list[kept]) + 1
	for kept > 1 && over > MaxPageCursorBytes { // null may have become a cursor
		kept--
		over -= len(list[kept]) + 1
	}
	return kept
}
