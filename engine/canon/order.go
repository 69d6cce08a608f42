package canon

import (
	"cmp"
	"slices"
)

// order notes how key relates to the key before it in the same object.
func (b *Builder) order(f *frame, key string) {
	if f.count == 0 {
		return
	}
	switch last := b.members[len(b.members)-1].key; {
	case last < key:
	case b.dialect == CJAsserted:
		panic("BUG: canon: key " + key + " after " + last)
	default:
		f.sorted = false
	}
}

// startMember records the member whose key is written next. An asserting builder
// keeps one record per open object, a sorting one keeps all.
func (b *Builder) startMember(f *frame, key string) {
	if b.dialect > CJAsserted || b.over {
		return
	}
	if b.dialect == CJAsserted && f.count > 0 {
		b.members[len(b.members)-1].key = key
		return
	}
	if f.count > 0 {
		b.members[len(b.members)-1].end = len(b.buf) - 1 // the comma is written
	}
	if b.members == nil {
		b.members = make([]member, 0, 16)
	}
	b.members = append(b.members, member{key: key, start: len(b.buf)})
}

// finishMember ends the last member of an object that is closing.
func (b *Builder) finishMember(f frame) {
	if f.count > 0 {
		b.members[len(b.members)-1].end = len(b.buf)
	}
}

// reorder rewrites the members of f in ascending key order, in place.
func (b *Builder) reorder(f frame) {
	list := b.members[f.first:]
	slices.SortFunc(list, func(x, y member) int { return cmp.Compare(x.key, y.key) })
	b.scratch = b.scratch[:0]
	for i, m := range list {
		if i > 0 {
			if list[i-1].key == m.key {
				panic("BUG: canon: duplicate key " + m.key)
			}
			b.scratch = append(b.scratch, ',')
		}
		b.scratch = append(b.scratch, b.buf[m.start:m.end]...)
	}
	copy(b.buf[f.start:], b.scratch)
}
