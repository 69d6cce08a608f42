package canon

import "strconv"

// Dialect names a canonical form: its member order and its string escaping.
type Dialect uint8

const (
	// CJ sorts members bytewise by key when an object closes. Written in order,
	// they cost one comparison each; written out of order, one move of the object.
	CJ Dialect = iota
	// CJAsserted is CJ for callers that write members in order: a key that is
	// not greater than the one before it panics.
	CJAsserted
	// Ordered keeps members as written, with EscapeJSON.
	Ordered
	// OrderedText keeps members as written, with EscapeText.
	OrderedText
)

// Builder appends one canonical JSON value to a slice.
//
// The zero Builder writes CJ into a fresh slice, without a limit. A Builder may be
// reset and used again; it then allocates only to grow. It is not safe for
// concurrent use.
//
//	b.BeginObject()
//	b.Key("schema").String("semaprax.example.v1")
//	b.Key("rows").BeginArray().Uint(1).Uint(2).EndArray()
//	b.EndObject()
//	text := b.Line()
type Builder struct {
	buf     []byte
	base    int // where the value starts in buf
	limit   int // most bytes the value may take; 0 means no limit
	over    bool
	dialect Dialect
	frames  []frame
	members []member
	scratch []byte
}

// frame is one open container.
type frame struct {
	object bool
	keyed  bool // a key was written and waits for its value
	sorted bool // members so far are in strictly ascending order
	count  int
	start  int // offset of the first member's first byte
	first  int // index in Builder.members of the first member
}

// member is one written member of an open CJ object: buf[start:end] without commas.
type member struct {
	key        string
	start, end int
}

// Reset makes b write a new value in dialect after the bytes of dst. The result
// of Bytes and Line then starts with dst. Any limit is removed.
func (b *Builder) Reset(dst []byte, dialect Dialect) {
	clear(b.members)
	*b = Builder{buf: dst, base: len(dst), dialect: dialect,
		frames: b.frames[:0], members: b.members[:0], scratch: b.scratch[:0]}
}

// Limit sets the most bytes the value may take, the LF of Line included. Past it
// nothing more is written and Over reports true. Zero means no limit.
func (b *Builder) Limit(maxBytes int) { b.limit = maxBytes }

// Dialect returns the dialect b writes.
func (b *Builder) Dialect() Dialect { return b.dialect }

// Over reports that the value did not fit its limit; its bytes are then gone.
func (b *Builder) Over() bool { return b.over }

// Len returns the number of bytes the value takes so far.
func (b *Builder) Len() int { return len(b.buf) - b.base }

// Bytes returns dst followed by the finished value. The slice is the caller's;
// b must be Reset before it is used again. After an overflow it is dst alone.
func (b *Builder) Bytes() []byte {
	if len(b.frames) != 0 {
		panic("BUG: canon: value finished with an open container")
	}
	return b.buf
}

// Line returns what Bytes returns and one LF.
func (b *Builder) Line() []byte {
	if b.room(1) {
		b.buf = append(b.buf, '\n')
	}
	return b.Bytes()
}

// BeginObject opens an object.
func (b *Builder) BeginObject() *Builder { return b.open('{') }

// BeginArray opens an array.
func (b *Builder) BeginArray() *Builder { return b.open('[') }

// EndObject closes the innermost object, putting its members in order.
func (b *Builder) EndObject() *Builder {
	f := b.close(true)
	if b.dialect <= CJAsserted && !b.over {
		b.finishMember(f)
		if !f.sorted {
			b.reorder(f)
		}
		clear(b.members[f.first:])
		b.members = b.members[:f.first]
	}
	return b.put('}')
}

// EndArray closes the innermost array.
func (b *Builder) EndArray() *Builder {
	b.close(false)
	return b.put(']')
}

// Key writes the key of the next member of the open object. Keys of one object
// must differ.
func (b *Builder) Key(key string) *Builder {
	if len(b.frames) == 0 {
		panic("BUG: canon: key outside an object")
	}
	f := &b.frames[len(b.frames)-1]
	if !f.object || f.keyed {
		panic("BUG: canon: key where a value belongs")
	}
	if b.dialect <= CJAsserted && !b.over {
		b.order(f, key)
	}
	if f.count > 0 {
		b.put(',')
	}
	b.startMember(f, key)
	quote(b, key)
	b.put(':')
	f.count++
	f.keyed = true
	return b
}

// String writes a string value.
func (b *Builder) String(s string) *Builder {
	b.value()
	quote(b, s)
	return b
}

// StringBytes writes a string value held as bytes.
func (b *Builder) StringBytes(s []byte) *Builder {
	b.value()
	quote(b, s)
	return b
}

// Uint writes an unsigned integer.
func (b *Builder) Uint(v uint64) *Builder {
	b.value()
	var digits [20]byte
	return b.raw(strconv.AppendUint(digits[:0], v, 10))
}

// Int writes a signed integer.
func (b *Builder) Int(v int64) *Builder {
	b.value()
	var digits [20]byte
	return b.raw(strconv.AppendInt(digits[:0], v, 10))
}

// Bool writes true or false.
func (b *Builder) Bool(v bool) *Builder {
	if v {
		return b.literal("true")
	}
	return b.literal("false")
}

// Null writes null.
func (b *Builder) Null() *Builder { return b.literal("null") }

// Digest writes a digest as a string.
func (b *Builder) Digest(d Digest) *Builder {
	b.value()
	var text [DigestTextLen + 2]byte
	quoted := append(text[:0], '"')
	quoted = d.AppendTo(quoted)
	return b.raw(append(quoted, '"'))
}

// RawString is Raw for a span held in a string.
func (b *Builder) RawString(span string) *Builder { return b.literal(span) }

// Raw writes a span that is already one canonical value of this dialect.
func (b *Builder) Raw(span []byte) *Builder {
	b.value()
	return b.raw(span)
}

// Strings writes an array of strings.
func (b *Builder) Strings(list []string) *Builder {
	b.BeginArray()
	for _, s := range list {
		b.String(s)
	}
	return b.EndArray()
}

func (b *Builder) literal(text string) *Builder {
	b.value()
	if b.room(len(text)) {
		b.buf = append(b.buf, text...)
	}
	return b
}

func (b *Builder) open(bracket byte) *Builder {
	b.value()
	b.put(bracket)
	b.frames = append(b.frames, frame{object: bracket == '{', sorted: true,
		start: len(b.buf), first: len(b.members)})
	return b
}

func (b *Builder) close(object bool) frame {
	if len(b.frames) == 0 {
		panic("BUG: canon: close without open")
	}
	f := b.frames[len(b.frames)-1]
	if f.object != object || f.keyed {
		panic("BUG: canon: container closed out of turn")
	}
	b.frames = b.frames[:len(b.frames)-1]
	return f
}

// value accounts for one value about to be written in the open container.
func (b *Builder) value() {
	if len(b.frames) == 0 {
		if len(b.buf) != b.base && !b.over {
			panic("BUG: canon: second root value")
		}
		return
	}
	f := &b.frames[len(b.frames)-1]
	if f.object {
		if !f.keyed {
			panic("BUG: canon: member value without a key")
		}
		f.keyed = false
		return
	}
	if f.count > 0 {
		b.put(',')
	}
	f.count++
}

// quote writes a string in the dialect's escaping. Its exact length is counted
// only near a limit.
func quote[T ~string | ~[]byte](b *Builder, s T) {
	text := b.dialect == OrderedText
	bounded := b.limit > 0 && 6*len(s)+2 > b.limit-b.Len() // an escape has six bytes
	switch {
	case b.over:
	case bounded && !b.room(len(s)+2):
	case bounded && text && !b.room(textLen(s)):
	case bounded && !text && !b.room(StringLen(s)):
	case text:
		b.buf = AppendText(b.buf, s)
	default:
		b.buf = AppendString(b.buf, s)
	}
}

func (b *Builder) put(c byte) *Builder {
	if b.room(1) {
		b.buf = append(b.buf, c)
	}
	return b
}

func (b *Builder) raw(p []byte) *Builder {
	if b.room(len(p)) {
		b.buf = append(b.buf, p...)
	}
	return b
}

// room reports whether n more bytes fit, and drops the value when they do not.
func (b *Builder) room(n int) bool {
	if b.over {
		return false
	}
	if b.limit == 0 || n <= b.limit-(len(b.buf)-b.base) {
		return true
	}
	b.over = true
	b.buf = b.buf[:b.base]
	return false
}
