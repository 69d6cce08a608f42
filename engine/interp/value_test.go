package interp_test

import (
	"math"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/interp"
)

func TestValueTexts(t *testing.T) {
	for _, row := range []struct {
		value interp.Value
		want  string
	}{
		{interp.I64(-5), "-5"},
		{interp.I64(math.MinInt64), "-9223372036854775808"},
		{interp.Value{Type: check.TypeI32, Bits: ^uint64(6)}, "-7i32"},
		{interp.Value{Type: check.TypeU8, Bits: 255}, "255u8"},
		{interp.Usize(math.MaxUint64), "18446744073709551615"},
		{interp.Bool(true), "true"},
		{interp.Bool(false), "false"},
		{interp.Value{Type: check.TypeChar, Bits: 'a'}, "'a'"},
		{interp.Value{Type: check.TypeChar, Bits: '"'}, `'"'`},
		{interp.Value{Type: check.TypeChar, Bits: '\''}, `'\''`},
		{interp.Value{Type: check.TypeChar, Bits: '\\'}, `'\\'`},
		{interp.Value{Type: check.TypeChar, Bits: 0}, `'\0'`},
		{interp.Value{Type: check.TypeChar, Bits: '\n'}, `'\n'`},
		{interp.Value{Type: check.TypeChar, Bits: '\r'}, `'\r'`},
		{interp.Value{Type: check.TypeChar, Bits: '\t'}, `'\t'`},
		{interp.Value{Type: check.TypeChar, Bits: 0x7F}, `'\u{7f}'`},
		{interp.Value{Type: check.TypeChar, Bits: 0x10FFFF}, `'\u{10ffff}'`},
		{interp.Value{Type: check.TypeF64, Bits: math.Float64bits(1.5)}, "3ff8000000000000"},
		{interp.Value{Type: check.TypeF64, Bits: 0}, "0000000000000000"},
		{interp.Value{Type: check.TypeF32, Bits: uint64(math.Float32bits(-2))}, "c0000000"},
	} {
		if got := row.value.String(); got != row.want {
			t.Errorf("got %s, want %s", got, row.want)
		}
		back, ok := interp.ParseValue(row.value.Type, row.want)
		if !ok || back.Type != row.value.Type || back.Bits != row.value.Bits {
			t.Errorf("%s reads back as %v, %v", row.want, back, ok)
		}
	}
	if got := interp.Text(check.TypeString, "a\"\\\n\r\t\x01é").String(); got != `"a\"\\\n\r\t\u{1}é"` {
		t.Errorf("text %s", got)
	}
	if got := interp.View([]byte{0, 255}).String(); got != "00ff" {
		t.Errorf("bytes %s", got)
	}
}

func TestValuesThatDoNotRead(t *testing.T) {
	for _, row := range []struct {
		of    check.Type
		texts []string
	}{
		{check.TypeI64, []string{"", "+1", "01", "-0", "1 ", "9223372036854775808", "1i64", "0x1"}},
		{check.TypeI32, []string{"1", "2147483648i32", "01i32", "i32"}},
		{check.TypeU8, []string{"1", "256u8", "-1u8"}},
		{check.TypeUsize, []string{"-1", "1usize", "18446744073709551616"}},
		{check.TypeBool, []string{"True", "1", ""}},
		{check.TypeChar, []string{"a", "''", "'ab'", `'\u{61}'`, `'\u{d800}'`, `'\u{110000}'`, `'\q'`, `'\u{}'`, `'\'`, "'é'"}},
		{check.TypeF32, []string{"1.5", "3FC00000", "3fc0000", "3fc000000"}},
		{check.TypeF64, []string{"3ff8", "0x3ff8000000000000"}},
		{check.TypeString, []string{`"a"`}},
	} {
		for _, text := range row.texts {
			if v, ok := interp.ParseValue(row.of, text); ok {
				t.Errorf("%q reads as %v", text, v)
			}
		}
	}
}

// Domain and code name a status; no two statuses share them.
func TestStatusesAreDistinct(t *testing.T) {
	type key struct {
		domain string
		code   int
	}
	seen := map[key]interp.Status{}
	for s := interp.RequiresFalse; s <= interp.InputCapacity; s++ {
		k := key{s.Domain(), s.Code()}
		if k.domain == "" || k.code == 0 || s.Class() == "" || s.Meaning() == "" {
			t.Errorf("status %d is incomplete: %+v", s, k)
		}
		if other, ok := seen[k]; ok {
			t.Errorf("statuses %d and %d are both %+v", other, s, k)
		}
		seen[k] = s
	}
	if interp.NoStatus.Code() != 0 || (interp.InputCapacity+1).Domain() != "" {
		t.Error("a status outside the table has a row")
	}
}
