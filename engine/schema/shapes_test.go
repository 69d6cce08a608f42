package schema_test

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// direction is a choice held in its own type.
type direction string

// query is a parameter shape with every kind of parameter in it.
type query struct {
	Image     canon.Digest
	Target    []byte
	Document  []byte
	Direction direction
	Depth     uint64
	Limit     int
	Cursor    []byte
	Draft     schema.Maybe[canon.Digest]
	Intent    []byte
	Capsule   []byte
	Deep      bool
}

func queryShape() *schema.Kind[query] {
	return schema.Params("image_revision",
		schema.Required("image_revision", schema.Digest(), func(p *query) *canon.Digest { return &p.Image }),
		schema.Required("target", schema.Text(16), func(p *query) *[]byte { return &p.Target }),
		schema.Optional("document", schema.CanonicalJSONText(32), func(p *query) *[]byte { return &p.Document }),
		schema.Defaulted("direction", schema.Choice[direction]("forward", "reverse", "both"),
			func(p *query) *direction { return &p.Direction }, "both"),
		schema.Defaulted("depth", schema.Integer(0, 1024), func(p *query) *uint64 { return &p.Depth }, 4),
		schema.Defaulted("limit", schema.Count(1, 8208), func(p *query) *int { return &p.Limit }, 1024),
		schema.Optional("cursor", schema.Text(100), func(p *query) *[]byte { return &p.Cursor }),
		schema.Optional("draft_revision", schema.Present(schema.Digest()), func(p *query) *schema.Maybe[canon.Digest] { return &p.Draft }),
		schema.Optional("intent", schema.ObjectOf("test.intent.v1"), func(p *query) *[]byte { return &p.Intent }),
		schema.Optional("capsule", schema.ObjectOf("test.a.v1", "test.b.v1"), func(p *query) *[]byte { return &p.Capsule }),
		schema.Optional("deep", schema.Bool(), func(p *query) *bool { return &p.Deep }),
	)
}

// chunk is a group of members shared by payloads.
type chunk struct {
	Offset, Total uint64
	Text          []byte
	Next          schema.Maybe[uint64]
}

func chunkFields() []schema.Field[chunk] {
	return []schema.Field[chunk]{
		schema.Required("offset", schema.Uint(), func(p *chunk) *uint64 { return &p.Offset }),
		schema.Required("total_bytes", schema.Uint(), func(p *chunk) *uint64 { return &p.Total }),
		schema.Required("chunk", schema.Chunk(), func(p *chunk) *[]byte { return &p.Text }),
		schema.Required("next_offset", schema.Nullable(schema.Uint()), func(p *chunk) *schema.Maybe[uint64] { return &p.Next }),
	}
}

type row struct {
	Code  string
	State string
	Size  int64
}

func rowShape() *schema.Kind[row] {
	return schema.Document("test.row.v1",
		schema.Required("code", schema.Owned(schema.Text(8)), func(p *row) *string { return &p.Code }),
		schema.Required("state", schema.Choice("open", "closed"), func(p *row) *string { return &p.State }),
		schema.Required("size", schema.Signed(-9, 1<<63-1), func(p *row) *int64 { return &p.Size }),
	)
}

type report struct {
	chunk
	Candidate canon.Digest
	Rows      []row
	Names     []string
	Work      *row
	Extra     []byte
}

func reportShape() *schema.Kind[report] {
	return schema.Document("test.report.v1",
		schema.Lift(func(p *report) *chunk { return &p.chunk }, chunkFields()...),
		schema.Required("candidate_revision", schema.NullWhenZero(schema.Digest()), func(p *report) *canon.Digest { return &p.Candidate }),
		schema.Required("rows", schema.Array(rowShape(), 1, 3), func(p *report) *[]row { return &p.Rows }),
		schema.Required("names", schema.UniqueArray(schema.String(), 0, schema.Unbounded), func(p *report) *[]string { return &p.Names }),
		schema.Optional("work", schema.Pointer(rowShape()), func(p *report) **row { return &p.Work }),
		schema.Required("extra", schema.Opaque("test.opaque.v1"), func(p *report) *[]byte { return &p.Extra }),
		schema.Const[report]("state", "open"),
		schema.False[report]("source_authority", "execution"),
		schema.ConstStrings[report]("nonclaims", "no_\"authority", "none"),
		schema.ConstUint[report]("limit", 65536),
		schema.ConstNull[report]("kind"),
	)
}

// expression is a recursive tagged union in the manner of the intention vocabulary.
type expression struct {
	Kind        string
	Integer     int64
	Bool        bool
	Scalar      []byte
	Op          string
	Name        []byte
	Left, Right *expression
	Arguments   []expression
	Types       []string
}

func expressionShape() *schema.Kind[expression] {
	type e = expression
	return schema.Local("expression", func(self *schema.Kind[e]) *schema.Kind[e] {
		left := func(p *e) **e { return &p.Left }
		right := func(p *e) **e { return &p.Right }
		name := func(p *e) *[]byte { return &p.Name }
		return schema.OneOf(func(p *e) *string { return &p.Kind },
			schema.Tagged("i64", schema.Required("value", schema.Signed(-1<<63, 1<<63-1), func(p *e) *int64 { return &p.Integer })),
			schema.Tagged("bool", schema.Required("value", schema.Bool(), func(p *e) *bool { return &p.Bool })),
			schema.Tagged("char", schema.Required("scalar", hex8(), func(p *e) *[]byte { return &p.Scalar })),
			schema.Tagged("binary",
				schema.Required("op", schema.Choice("+", "-", "&&"), func(p *e) *string { return &p.Op }),
				schema.Required("left", schema.Pointer(self), left),
				schema.Required("right", schema.Pointer(self), right)),
			schema.Tagged("call",
				schema.Required("target", schema.Text(4096), name),
				schema.Required("arguments", schema.Array(self, 0, 5), func(p *e) *[]e { return &p.Arguments })),
			schema.TaggedAs("call/typed", "call",
				schema.Required("target", schema.Text(4096), name),
				schema.Required("arguments", schema.Array(self, 0, 5), func(p *e) *[]e { return &p.Arguments }),
				schema.Required("type_arguments", schema.Array(schema.Choice("i64", "bool"), 0, 5), func(p *e) *[]string { return &p.Types })),
			schema.Case("from", schema.Required("from", schema.Text(8), name)),
		)
	})
}

func hex8() *schema.Kind[[]byte] {
	return schema.Matching(8, 8, "^[0-9a-f]{8}$", "0000004a", func(s []byte) bool {
		for _, c := range s {
			if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
				return false
			}
		}
		return true
	})
}

func expressionDocument() *schema.Kind[expression] {
	return schema.Named("test.expression.v1", expressionShape())
}

// document is one shape of these tests without its Go type.
type document struct {
	name   string
	node   *schema.Node
	accept func(json []byte) bool
	again  func(json []byte) (string, bool) // decoded and encoded again
}

func erase[V any](name string, kind *schema.Kind[V]) document {
	decode := func(json []byte) (*V, bool) {
		var d schema.Decoder
		v := new(V)
		return v, kind.Decode(&d, json, v) == nil
	}
	return document{name, kind.Node(),
		func(json []byte) bool { _, ok := decode(json); return ok },
		func(json []byte) (string, bool) {
			v, ok := decode(json)
			if !ok {
				return "", false
			}
			return string(kind.AppendCJ(nil, v)), true
		}}
}

func documents() []document {
	return []document{
		erase("query", schema.Named("test.query.v1", queryShape())),
		erase("row", rowShape()),
		erase("report", reportShape()),
		erase("expression", expressionDocument()),
		erase("pair", schema.Document("test.pair.v1",
			schema.Required("first", schema.Pointer(expressionDocument()), func(p *pairOf) **expression { return &p.First }),
			schema.Required("second", schema.Array(expressionDocument(), 0, 2), func(p *pairOf) *[]expression { return &p.Second }),
			schema.Required("either", eitherShape(), func(p *pairOf) *either { return &p.Either }))),
	}
}

type pairOf struct {
	First  *expression
	Second []expression
	Either either
}

// either is a plain name or a selector object, as types of declarations are.
type either struct {
	Name     string
	Selector row
}

func eitherShape() *schema.Kind[either] {
	pick := func(e *either) int {
		if e.Name != "" {
			return 0
		}
		return 1
	}
	return schema.OneOfKinds(pick,
		schema.Within(schema.Choice("i64", "bool"), func(e *either) *string { return &e.Name }),
		schema.Within(rowShape(), func(e *either) *row { return &e.Selector }))
}
