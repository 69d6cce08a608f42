package intent

import "github.com/semaprax/semaprax-go/engine/check"

// callableBuiltins are the built-in operations an expression may call (candidate
// facts 4.2): the byte operations, then those of text.
func (b *Base) callableBuiltins() []check.BuiltinRow {
	rows := b.builtins
	var chosen []check.BuiltinRow
	for _, builtin := range []check.Builtin{
		check.ByteLen, check.ByteGet, check.ByteRange, check.BytesCopy, check.BytesAsSlice, check.ArrayAsSlice,
		check.StrAsBytes, check.StringAsStr,
		check.StringLen, check.StringConcat, check.StringIsEmpty, check.StringStartsWith, check.StringContains,
		check.StringLenChars, check.StringFromChar,
	} {
		chosen = append(chosen, rows[builtin])
	}
	return chosen
}

// byteBuiltins is how many of callableBuiltins are byte operations.
const byteBuiltins = 8
