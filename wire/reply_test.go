package wire

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestReplyLayouts(t *testing.T) {
	for _, c := range []struct {
		got  []byte
		want string
	}{
		{AppendResult(nil, []byte("7"), []byte(`{"a":1}`)), `{"jsonrpc":"2.0","id":7,"result":{"a":1}}`},
		{AppendResult([]byte("x"), nil, []byte(`0`)), `x{"jsonrpc":"2.0","id":null,"result":0}`},
		{AppendError(nil, []byte(`"a"`), -32600, `say "no"`, nil), `{"jsonrpc":"2.0","id":"a","error":{"code":-32600,"message":"say \"no\""}}`},
		{AppendError(nil, []byte("1"), -32000, "m", []byte(`{"d":1}`)), `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"m","data":{"d":1}}}`},
		{AppendOverflow(nil, []byte("12"), 1000), `{"jsonrpc":"2.0","id":12,"error":{"code":-32001,"message":"response exceeds configured byte limit"}}`},
		{AppendOverflow(nil, []byte(`"123"`), 103), OverflowLiteral},
		{AppendOverflow(nil, nil, 1000), OverflowLiteral},
		{AppendRefusal(nil, nil, &Error{Code: CodeSyntax, Stage: StageSyntax, Profile: V5}), `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"request is not valid JSON"}}`},
	} {
		if string(c.got) != c.want {
			t.Errorf("got %s\nwant %s", c.got, c.want)
		}
	}
	if len(OverflowLiteral) != 102 || MinResponseBytes != 103 {
		t.Errorf("the overflow literal has %d bytes", len(OverflowLiteral))
	}
}

func TestReplySizes(t *testing.T) {
	messages := []string{"", "plain", "\"\\\n\r\t", "\x00\x1f\x7f\u0080\u009f", "é€😀\u2028<>&/", "bad \xff\xfe"}
	for _, id := range []string{"", "0", `"abc"`, strings.Repeat("9", 20)} {
		shown := max(len(id), 4)
		if id != "" {
			shown = len(id)
		}
		if got, want := ResultBytes(shown, 5), 22+shown+10+5+2; got != want || got != len(AppendResult(nil, []byte(id), []byte("12345")))+1 {
			t.Errorf("id %q: ResultBytes %d, want %d", id, got, want)
		}
		if got := OverflowBytes(shown); id != "" && got != len(AppendOverflow(nil, []byte(id), 1000))+1 {
			t.Errorf("id %q: OverflowBytes %d", id, got)
		}
		for _, m := range messages {
			for _, data := range []string{"", `{"x":1}`} {
				reply := AppendError(nil, []byte(id), -32000, m, []byte(data))
				want := 22 + shown + 17 + 6 + 11 + QuotedLen(m) + 3
				if data != "" {
					want += len(`,"data":`) + len(data)
				}
				if got := ErrorBytes(shown, -32000, m, len(data)); got != want || got != len(reply)+1 {
					t.Errorf("ErrorBytes %d, want %d, reply %q", got, want, reply)
				}
				if codeOf(scanError(mustScanner(t, Document, Limits{}), reply)) != 0 {
					t.Errorf("reply is no JSON: %q", reply)
				}
			}
		}
	}
}

func TestReplyFits(t *testing.T) {
	id, result := []byte("5"), []byte(strings.Repeat("1", 200))
	size := ResultBytes(1, len(result))
	if out, fits := FitResult(nil, id, result, size); !fits || len(out)+1 != size || IsOverflow(out) {
		t.Errorf("exact size: %v %s", fits, out)
	}
	if out, fits := FitResult(nil, id, result, size-1); fits || string(out) != string(AppendOverflow(nil, id, 1000)) || !IsOverflow(out) {
		t.Errorf("one byte more: %v %s", fits, out)
	}
	data := []byte(`{"d":1}`)
	size = ErrorBytes(1, -32000, strings.Repeat("m", 200), len(data))
	if out, fits := FitError(nil, id, -32000, strings.Repeat("m", 200), data, size); !fits || len(out)+1 != size {
		t.Errorf("exact size: %v %s", fits, out)
	}
	if out, fits := FitError(nil, id, -32000, strings.Repeat("m", 200), data, size-1); fits || !IsOverflow(out) {
		t.Errorf("one byte more: %v %s", fits, out)
	}
}

func TestEscaping(t *testing.T) {
	var all []byte
	for c := range 256 {
		all = append(all, byte(c))
	}
	got := AppendEscaped([]byte("x"), all)
	if len(got)-1 != EscapedLen(all) {
		t.Errorf("EscapedLen %d, appended %d", EscapedLen(all), len(got)-1)
	}
	want := "x"
	for c := range 256 {
		switch {
		case c < 0x20:
			want += `\u00` + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15])
		case c == '"' || c == '\\':
			want += `\` + string(rune(c))
		default:
			want += string([]byte{byte(c)})
		}
	}
	if string(got) != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestQuotingReadsBack(t *testing.T) {
	for _, s := range []string{"", "a", "\"\\/\b\f\n\r\t\x00\x1f\x7f\u0080\u009f\u00a0", "é€😀\u2028"} {
		quoted := AppendQuoted(nil, s)
		var back string
		if err := json.Unmarshal(quoted, &back); err != nil || back != s || len(quoted) != QuotedLen(s) {
			t.Errorf("%q as %s: %v", s, quoted, err)
		}
	}
}

func TestReserveComesBeforeDispatch(t *testing.T) {
	dispatched, attempts := 0, 0
	failing := true
	reserve := NewReserve(func(n int) ([]byte, error) {
		attempts++
		if failing {
			return make([]byte, 0, n-1), nil
		}
		return HeapAllocator(n)
	}, 64)
	call := func() error {
		buf, err := reserve.Take()
		if err != nil {
			return err
		}
		dispatched++
		_ = append(buf, "answer"...)
		return nil
	}
	err := call()
	e, ok := err.(*Error)
	if !ok || e.Code != CodeReservation || e.RPCCode() != RPCApplication || e.Value != 64 || e.Seen != 63 || dispatched != 0 {
		t.Fatalf("short allocator: %v, dispatched %d", err, dispatched)
	}
	failing = false
	for range 3 {
		if err := call(); err != nil {
			t.Fatal(err)
		}
	}
	if dispatched != 3 || attempts != 2 {
		t.Errorf("dispatched %d, allocated %d times", dispatched, attempts)
	}
	refusing := NewReserve(func(int) ([]byte, error) { return nil, errors.New("no memory") }, MCPReserveBytes)
	if _, err := refusing.Take(); codeOf(err) != CodeReservation {
		t.Errorf("failing allocator: %v", err)
	}
}

func TestReserveArithmetic(t *testing.T) {
	if MCPWorstReplyBytes != 6_292_483 || MCPReserveBytes != 8_388_608 || MCPIDBytes != 770 {
		t.Errorf("worst %d, reserve %d, id %d", MCPWorstReplyBytes, MCPReserveBytes, MCPIDBytes)
	}
	buf, err := NewReserve(nil, MCPReserveBytes).Take()
	if err != nil || len(buf) != 0 || cap(buf) != MCPReserveBytes {
		t.Errorf("took %d of %d, %v", len(buf), cap(buf), err)
	}
}
