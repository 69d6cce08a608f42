package delta

import (
	"math"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// places is the shape of counts without a smaller bound.
func places() *schema.Kind[int] { return schema.Count(0, math.MaxInt32) }

func text[T any](name string, at func(*T) *string) schema.Field[T] {
	return schema.Required(name, schema.String(), at)
}

// optionalText declares a text that is null when empty.
func optionalText[T any](name string, at func(*T) *string) schema.Field[T] {
	return schema.Required(name, schema.NullWhenZero(schema.String()), at)
}

func texts[T any](name string, at func(*T) *[]string) schema.Field[T] {
	return schema.Required(name, schema.Array(schema.String(), 0, schema.Unbounded), at)
}

func digest[T any](name string, at func(*T) *canon.Digest) schema.Field[T] {
	return schema.Required(name, schema.Digest(), at)
}

func digests[T any](name string, at func(*T) *[]canon.Digest) schema.Field[T] {
	return schema.Required(name, schema.Array(schema.Digest(), 0, schema.Unbounded), at)
}

func count[T any](name string, at func(*T) *int) schema.Field[T] {
	return schema.Required(name, places(), at)
}

func yes[T any](name string, at func(*T) *bool) schema.Field[T] {
	return schema.Required(name, schema.Bool(), at)
}

// verdict declares a comparison that is null where one side is missing.
func verdict[T any](name string, at func(*T) *schema.Maybe[bool]) schema.Field[T] {
	return schema.Required(name, schema.Nullable(schema.Bool()), at)
}

func list[T, V any](name string, item *schema.Kind[V], at func(*T) *[]V) schema.Field[T] {
	return schema.Required(name, schema.Array(item, 0, MaxItems), at)
}
