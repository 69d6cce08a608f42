package session

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// testSubject is a subject of any size.
type testSubject struct {
	revision canon.Digest
	bytes    int64
}

func (s testSubject) Revision() canon.Digest { return s.revision }
func (s testSubject) RetainedBytes() int64   { return s.bytes }

// keepParams are the parameters of the row that only tests have.
type keepParams struct {
	bound
	Shelf, Number, Bytes, Pad uint64
	Fail, Drop                bool
}

// testRows declares test/keep, which retains a subject, and test/look, which needs one.
func testRows(during func()) []row {
	type p = keepParams
	number := schema.Integer(0, 1<<40)
	params := schema.Params(toleratedParam,
		bind(func(p *p) *bound { return &p.bound }),
		schema.Required("shelf", schema.Integer(1, 3), func(p *p) *uint64 { return &p.Shelf }),
		schema.Required("number", number, func(p *p) *uint64 { return &p.Number }),
		schema.Defaulted("bytes", number, func(p *p) *uint64 { return &p.Bytes }, 1),
		schema.Defaulted("pad", number, func(p *p) *uint64 { return &p.Pad }, 0),
		schema.Defaulted("fail", schema.Bool(), func(p *p) *bool { return &p.Fail }, false),
		schema.Defaulted("drop", schema.Bool(), func(p *p) *bool { return &p.Drop }, false))
	payload := schema.Document("semaprax.test-keep.v1",
		schema.Required("pad", schema.String(), func(p *string) *string { return p }))
	return []row{change("test/keep", "Retains a subject.", params, payload,
		func(_ *view, p *keepParams, m *mutation, r *string) diag.List {
			if during != nil {
				during()
			}
			if p.Drop {
				m.discard(shelfKind(p.Shelf), numbered(p.Number))
			} else {
				m.retain(shelfKind(p.Shelf), testSubject{numbered(p.Number), int64(p.Bytes)})
			}
			*r = strings.Repeat("x", int(p.Pad))
			if p.Fail {
				return fault("SPX-T000", "as asked")
			}
			return nil
		})}
}

// numbered makes a revision whose order is the number's.
func numbered(n uint64) (d canon.Digest) {
	binary.BigEndian.PutUint64(d[:], n+1)
	return d
}

// keeping opens a session that also has the test rows.
func keeping(t testing.TB, during func()) (*Session, string) {
	s, dir := openSession(t, "calculator", nil)
	s.methods = newTable(s.granted, append(families(s.granted), testRows(during))...)
	return s, dir
}

func (r *registry) counts() [3]int {
	return [3]int{len(r.candidates.subjects), len(r.drafts.subjects), len(r.attempts.subjects)}
}

func TestRegistrySlots(t *testing.T) {
	s, _ := keeping(t, nil)
	for shelf, code := range map[string]string{"1": "SPX-G223", "2": "SPX-G231", "3": "SPX-G242"} {
		for n := range 16 {
			wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":`+shelf, `"number":`+decimal(n))), "")
		}
		before := s.registry.counts()
		wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":`+shelf, `"number":16`)), code)
		wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":`+shelf, `"number":3`)), "")
		if after := s.registry.counts(); after != before {
			t.Errorf("shelf %s: %v became %v", shelf, before, after)
		}
		wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":`+shelf, `"number":3`, `"drop":true`)), "")
		wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":`+shelf, `"number":16`)), "")
	}
	if got := s.registry.counts(); got != [3]int{16, 16, 16} {
		t.Errorf("counts %v", got)
	}
	for i := 1; i < 16; i++ {
		x, y := s.registry.candidates.subjects[i-1].Revision(), s.registry.candidates.subjects[i].Revision()
		if string(x[:]) >= string(y[:]) {
			t.Errorf("candidates are not ordered at %d", i)
		}
	}
}

func TestRegistryBytes(t *testing.T) {
	s, _ := keeping(t, nil)
	wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":1`, `"number":1`, `"bytes":268435455`)), "")
	wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":2`, `"number":1`, `"bytes":2`)), "SPX-G223")
	wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":2`, `"number":1`, `"bytes":1`)), "")
	wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":3`, `"number":1`, `"bytes":1`)), "SPX-G223")
	if got := s.registry.counts(); got != [3]int{1, 1, 0} {
		t.Errorf("counts %v", got)
	}
}

func TestNothingIsRetainedAfterAFault(t *testing.T) {
	s, _ := keeping(t, nil)
	wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":1`, `"number":1`, `"fail":true`)), "SPX-T000")
	wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":1`, `"number":2`, `"pad":1048576`)), "-32001")
	if got := s.registry.counts(); got != [3]int{} {
		t.Fatalf("counts %v", got)
	}
	wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":1`, `"number":3`)), "")
	if got := s.registry.counts(); got != [3]int{1, 0, 0} {
		t.Errorf("counts %v", got)
	}
}

// TestResponseFitsToTheByte finds the largest padding that still fits and shows that
// one byte more is the overflow reply under the real id.
func TestResponseFitsToTheByte(t *testing.T) {
	s, _ := keeping(t, nil)
	small := ask(t, s, "test/keep", imageParams(s, `"shelf":1`, `"number":1`, `"pad":0`))
	room := MaxResponseBytes - 1 - len(small.raw)
	pad := func(n int) string { return `"pad":` + decimal(n) }
	if a := ask(t, s, "test/keep", imageParams(s, `"shelf":1`, `"number":2`, pad(room))); len(a.raw) != MaxResponseBytes-1 || a.code() != "" {
		t.Fatalf("%d bytes, code %q", len(a.raw), a.code())
	}
	want := `{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"response exceeds configured byte limit"}}`
	if a := ask(t, s, "test/keep", imageParams(s, `"shelf":1`, `"number":3`, pad(room+1))); a.raw != want {
		t.Fatalf("got %.200s", a.raw)
	}
	if got := s.registry.counts(); got != [3]int{2, 0, 0} {
		t.Errorf("counts %v", got)
	}
}

func decimal(n int) string {
	var b canon.Builder
	return string(b.Uint(uint64(n)).Bytes())
}

func TestRefreshKeepsCandidatesOnly(t *testing.T) {
	s, _ := keeping(t, nil)
	for _, shelf := range []string{"1", "2", "3"} {
		wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":`+shelf, `"number":1`)), "")
	}
	a := ask(t, s, "workspace/refresh", imageParams(s, `"expected_new_project_revision":"`+s.project.Revision().String()+`"`))
	if got := a.member(t, "retained_candidates"); got != `["`+numbered(1).String()+`"]` {
		t.Errorf("retained_candidates %s", got)
	}
	if drafts, attempts := a.member(t, "cleared_drafts"), a.member(t, "cleared_attempts"); drafts != "1" || attempts != "1" {
		t.Errorf("cleared %s drafts, %s attempts", drafts, attempts)
	}
	if got := a.member(t, "image_arc_reused"); got != "true" {
		t.Errorf("image_arc_reused %s", got)
	}
	if got := s.registry.counts(); got != [3]int{1, 0, 0} {
		t.Errorf("counts %v", got)
	}
}
