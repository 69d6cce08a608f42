package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestMethodsAndIDsAreBoundedToTheByte counts unescaped bytes, however they are spelled.
func TestMethodsAndIDsAreBoundedToTheByte(t *testing.T) {
	for _, p := range []Profile{V5, MCP} {
		s := mustScanner(t, p, Limits{})
		for _, spelled := range []string{"m", `\u006d`} {
			for extra := range 2 {
				text := `"` + strings.Repeat(spelled, MaxMethodBytes+extra) + `"`
				for _, row := range []struct {
					member, frame string
					code          Code
				}{
					{"method", `{"jsonrpc":"2.0","id":1,"method":` + text + `}`, CodeMethod},
					{"id", `{"jsonrpc":"2.0","id":` + text + `,"method":"m"}`, CodeID},
				} {
					request, err := s.DecodeRequest([]byte(row.frame))
					if extra == 0 && (err != nil || row.member == "method" && len(request.Method) != MaxMethodBytes) {
						t.Errorf("%s: %s of %q: %v", p, row.member, spelled, err)
					}
					if extra == 1 && codeOf(err) != row.code {
						t.Errorf("%s: %s of one byte more in %q: %v, want code %d", p, row.member, spelled, err, row.code)
					}
				}
			}
		}
	}
}

// TestEnvelopeValuesAreCounted fills a frame with as many values as it may have.
func TestEnvelopeValuesAreCounted(t *testing.T) {
	s := mustScanner(t, MCP, Limits{})
	frame := func(values int) []byte { // object, version, id, method, params and the list
		list := strings.TrimSuffix(strings.Repeat("0,", values-6), ",")
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"m","params":{"x":[%s]}}`, list)
	}
	if r, err := s.Scan(frame(EnvelopeNodes)); err != nil || r.Nodes != EnvelopeNodes {
		t.Errorf("%d values: %+v %v", EnvelopeNodes, r, err)
	}
	_, err := s.Scan(frame(EnvelopeNodes + 1))
	if e, ok := err.(*Error); !ok || e.Code != CodeBounds || e.Limit != "nodes" || e.Value != EnvelopeNodes || !bytes.HasPrefix([]byte(e.Pointer), []byte("/params/x/")) {
		t.Errorf("one value more: %v", err)
	}
}

// TestNotedMembersAreBounded scans params of as many members as are noted, and one more.
func TestNotedMembersAreBounded(t *testing.T) {
	s := mustScanner(t, V5, Limits{})
	for extra := range 2 {
		var members []string
		for i := range MaxNotedMembers + extra {
			members = append(members, fmt.Sprintf(`"k%d":%d`, i, i))
		}
		if _, err := s.DecodeRequest([]byte(`{"jsonrpc":"2.0","id":1,"method":"m","params":{` + strings.Join(members, ",") + `}}`)); err != nil {
			t.Fatal(err)
		}
		if noted, ok := s.NotedParams(); ok != (extra == 0) || ok && len(noted) != MaxNotedMembers {
			t.Errorf("%d members: %d noted, %v", MaxNotedMembers+extra, len(noted), ok)
		}
	}
}

// lazy is a source that gives nothing for some reads in a row, then a line.
type lazy struct{ empty int }

func (l *lazy) Read(p []byte) (int, error) {
	if l.empty--; l.empty >= 0 {
		return 0, nil
	}
	return copy(p, "1\n"), nil
}

// TestEmptyReadsAreCounted waits for a source as long as may be.
func TestEmptyReadsAreCounted(t *testing.T) {
	for empty, fits := range map[int]bool{maxEmptyReads - 1: true, maxEmptyReads: false} {
		r, err := NewReader(&lazy{empty}, V5, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		frame, err := r.Next()
		if fits != (err == nil) || fits && string(frame.Body) != "1" || !fits && !errors.Is(err, io.ErrNoProgress) {
			t.Errorf("%d empty reads: %q, %v", empty, frame.Body, err)
		}
	}
}
