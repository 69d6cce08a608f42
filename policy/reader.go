package policy

import (
	"bytes"
	"strconv"

	"github.com/semaprax/semaprax-go/wire"
)

// value is one scanned JSON value of a policy.
type value []byte

// scan judges a whole policy file and returns its root value.
func scan(text []byte) (value, *Error) {
	if len(text) > MaxFileBytes {
		return nil, tooLarge()
	}
	scanner, err := wire.NewScanner(wire.Document, wire.Limits{MaxFrameBytes: MaxFileBytes, MaxDepth: maxDepth, MaxNodes: maxNodes})
	if err != nil {
		panic("BUG: policy: scanner limits: " + err.Error())
	}
	result, err := scanner.Scan(text)
	if err != nil {
		return nil, &Error{Code: CodePolicy, Reason: "must be one JSON value with single keys", Cause: err}
	}
	return value(result.Root.Of(text)), nil
}

func tooLarge() *Error {
	return &Error{Code: CodeSize, Reason: "must have at most " + strconv.Itoa(MaxFileBytes) + " bytes"}
}

func (v value) isNull() bool { return wire.KindOf(v) == wire.Null }

// find returns the member name, or nil.
func (v value) find(name string) value {
	span, ok := wire.Find(v, wire.Span{End: len(v)}, name)
	if !ok {
		return nil
	}
	return value(span.Of(v))
}

// closed checks that v is an object with exactly these keys.
func (v value) closed(keys []string) *Error {
	if wire.KindOf(v) != wire.Object {
		return refuse("must be an object")
	}
	count := 0
	for it := wire.Members(v, wire.Span{End: len(v)}); it.Next(); count++ {
		if !known(&it, keys) {
			return refuse("must not have this field in this version").under(pointerToken(it.AppendKey(nil)))
		}
	}
	if count == len(keys) {
		return nil
	}
	for _, key := range keys {
		if v.find(key) == nil {
			return refuse("must be present in this version").under(key)
		}
	}
	return nil
}

func known(it *wire.MemberIter, keys []string) bool {
	for _, key := range keys {
		if it.Is(key) {
			return true
		}
	}
	return false
}

// pointerToken writes a key as a token of a JSON Pointer.
func pointerToken(key []byte) string {
	key = bytes.ReplaceAll(key, []byte("~"), []byte("~0"))
	return string(bytes.ReplaceAll(key, []byte("/"), []byte("~1")))
}

func (v value) boolean(out *bool) *Error {
	if wire.KindOf(v) != wire.Bool {
		return refuse("must be true or false")
	}
	*out = v[0] == 't'
	return nil
}

// uint reads a JSON integer of 64 bits without sign, fraction or exponent.
func (v value) uint(out *uint64) *Error {
	n, err := strconv.ParseUint(string(v), 10, 64)
	if err != nil {
		return refuse("must be an unsigned integer of 64 bits")
	}
	*out = n
	return nil
}

func (v value) text(out *string) *Error {
	s, ok := wire.AppendString(nil, v)
	if !ok {
		return refuse("must be a string")
	}
	*out = string(s)
	return nil
}

func (v value) digest(out *string) *Error {
	if err := v.text(out); err != nil {
		return err
	}
	if !isDigest(*out) {
		return refuse("must be a sha256: digest in lower case")
	}
	return nil
}

func isDigest(s string) bool {
	if len(s) != digestBytes || s[:7] != "sha256:" {
		return false
	}
	for _, c := range []byte(s[7:]) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
