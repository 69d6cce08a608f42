package image

import (
	"math"

	"github.com/semaprax/semaprax-go/engine/schema"
)

// places is the shape of counts without a smaller bound.
func places() *schema.Kind[int] { return schema.Count(0, math.MaxInt32) }

// text and optionalText declare strings of a row; an empty optional one is null.
func text[T any](name string, at func(*T) *string) schema.Field[T] {
	return schema.Required(name, schema.String(), at)
}

func optionalText[T any](name string, at func(*T) *string) schema.Field[T] {
	return schema.Required(name, schema.NullWhenZero(schema.String()), at)
}

func texts[T any](name string, at func(*T) *[]string) schema.Field[T] {
	return schema.Required(name, schema.Array(schema.String(), 0, schema.Unbounded), at)
}

func count[T any](name string, at func(*T) *int) schema.Field[T] {
	return schema.Required(name, places(), at)
}
