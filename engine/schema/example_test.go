package schema_test

import (
	"fmt"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
)

func Example() {
	type facetIn struct {
		Image canon.Digest
		Facet string
		Page  int
	}
	shape := schema.Params("image_revision",
		schema.Required("image_revision", schema.Digest(), func(p *facetIn) *canon.Digest { return &p.Image }),
		schema.Required("facet", schema.Choice("signature", "contracts"), func(p *facetIn) *string { return &p.Facet }),
		schema.Defaulted("page_size", schema.Count(1, 128), func(p *facetIn) *int { return &p.Page }, 32),
	)
	var d schema.Decoder
	var in facetIn
	fault := shape.Decode(&d, []byte(`{"image_revision":"`+canon.Plain("").String()+`","facet":"loans"}`), &in)
	fmt.Println(fault.Message())
	fault = shape.Decode(&d, []byte(`{"image_revision":"`+canon.Plain("").String()+`","facet":"contracts"}`), &in)
	fmt.Println(fault == nil, in.Facet, in.Page)
	// Output:
	// invalid parameter facet
	// true contracts 32
}
