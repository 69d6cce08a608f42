package session

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// toleratedParam is accepted, unread, on every method that does not declare it.
const toleratedParam = "image_revision"

// noParams is for methods without parameters.
type noParams struct{}

func noParamsShape() *schema.Kind[noParams] { return schema.Params[noParams](toleratedParam) }

// bound is embedded in the parameters of methods bound to the current image.
type bound struct{ Image canon.Digest }

func (b *bound) imageRevision() *canon.Digest { return &b.Image }

// bind declares image_revision.
func bind[P any](at func(*P) *bound) schema.Field[P] {
	return schema.Lift(at, schema.Required("image_revision", schema.Digest(), func(b *bound) *canon.Digest { return &b.Image }).
		Doc("The image_revision of workspace/open."))
}

// boundOnly is for methods whose one parameter is image_revision.
type boundOnly struct{ bound }

func boundOnlyShape() *schema.Kind[boundOnly] {
	return schema.Params(toleratedParam, bind(func(p *boundOnly) *bound { return &p.bound }))
}

// targeted declares a target of at most 4,096 bytes.
func targeted[P any](at func(*P) *[]byte) schema.Field[P] {
	return schema.Required("target", schema.Text(maxTargetBytes), at).Doc("The stable id of a declaration.")
}

// maxTargetBytes bounds the stable id a request names.
const maxTargetBytes = 4096

// window is the part of a report that a request asks for.
type window struct {
	Offset, Bytes int
}

// windowed declares offset and chunk_bytes for a report of at most maxBytes.
func windowed[P any](at func(*P) *window, maxBytes int) schema.Field[P] {
	return schema.Lift(at,
		schema.Defaulted("offset", schema.Count(0, maxBytes), func(w *window) *int { return &w.Offset }, 0).
			Doc("The byte of the report to start at: the next_offset of the chunk before."),
		schema.Defaulted("chunk_bytes", schema.Count(MinChunkBytes, MaxChunkBytes),
			func(w *window) *int { return &w.Bytes }, DefaultChunkBytes).
			Doc("The most bytes of the report to return."))
}

// chunk is the piece of a report a response carries.
type chunk struct {
	Offset, Total uint64
	Text          []byte
	Next          schema.Maybe[uint64]
}

// chunked declares the members every chunk has.
func chunked[R any](at func(*R) *chunk) schema.Field[R] {
	return schema.Lift(at,
		schema.Required("offset", schema.Uint(), func(c *chunk) *uint64 { return &c.Offset }),
		schema.Required("total_bytes", schema.Uint(), func(c *chunk) *uint64 { return &c.Total }),
		schema.Required("chunk", schema.Chunk(), func(c *chunk) *[]byte { return &c.Text }),
		schema.Required("next_offset", schema.Nullable(schema.Uint()), func(c *chunk) *schema.Maybe[uint64] { return &c.Next }))
}

// cut returns the piece of report that w asks for: from a character boundary, back
// to a character boundary. ok is false for an offset that is beyond the end or
// inside a character.
func cut(report []byte, w window) (c chunk, ok bool) {
	if w.Offset > len(report) || !onBoundary(report, w.Offset) {
		return chunk{}, false
	}
	end := min(w.Offset+w.Bytes, len(report))
	for !onBoundary(report, end) {
		end--
	}
	c = chunk{Offset: uint64(w.Offset), Total: uint64(len(report)), Text: report[w.Offset:end]}
	if end < len(report) {
		c.Next = schema.Some(uint64(end))
	}
	return c, true
}

// pieceOf cuts a text; code is that of an offset which is beyond the end or inside a
// character, what says whose characters are meant.
func pieceOf(what string, text []byte, w window, code diag.Code) (chunk, diag.List) {
	piece, ok := cut(text, w)
	if !ok {
		return chunk{}, fault(code, "the offset is not one of the "+what+"'s characters")
	}
	return piece, nil
}

// onBoundary reports whether a UTF-8 character starts, or the text ends, at offset.
func onBoundary(text []byte, offset int) bool {
	return offset == len(text) || text[offset]&0xc0 != 0x80
}
