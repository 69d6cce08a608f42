package policy

import (
	"strconv"

	"github.com/semaprax/semaprax-go/wire"
)

// Template names a ready-made policy.
type Template uint8

// The templates.
const (
	// ReadOnly grants reading and refreshing.
	ReadOnly Template = iota + 1
	// Candidate also grants candidates and drafts.
	Candidate
	// Review also grants diagnostics and tests under moderate limits.
	Review
)

// Policy returns the policy of a template. It is of version 1, which every
// loader knows.
func (t Template) Policy() *Policy {
	p := &Policy{Version: 1}
	switch t {
	case Review:
		p.Diagnostics = true
		p.TestPolicy = &TestPolicy{MaxSteps: 100_000, MaxExecutionBytes: 65_536, MaxReportBytes: 262_144}
		fallthrough
	case Candidate:
		p.CandidatePrepare = true
	case ReadOnly:
	default:
		panic("BUG: policy: no such template")
	}
	return p
}

// AppendFile appends p as a policy file, one field a line, that Parse reads back.
// Fields that p's version lacks are not written.
func (p *Policy) AppendFile(dst []byte) []byte {
	w := &writer{buf: dst}
	w.open('{')
	w.key("schema").text(schemaPrefix + strconv.Itoa(p.Version))
	for _, f := range fields() {
		if f.since <= p.Version {
			w.key(f.name)
			f.write(p, w)
		}
	}
	w.close('}')
	return append(w.buf, '\n')
}

// writer appends indented JSON.
type writer struct {
	buf   []byte
	depth int
	first bool
}

func (w *writer) open(bracket byte) {
	w.buf = append(w.buf, bracket)
	w.depth++
	w.first = true
}

func (w *writer) close(bracket byte) {
	w.depth--
	if !w.first {
		w.line()
	}
	w.first = false
	w.buf = append(w.buf, bracket)
}

// next starts a member or element.
func (w *writer) next() *writer {
	if !w.first {
		w.buf = append(w.buf, ',')
	}
	w.first = false
	w.line()
	return w
}

func (w *writer) line() {
	w.buf = append(w.buf, '\n')
	for range w.depth {
		w.buf = append(w.buf, "  "...)
	}
}

func (w *writer) key(name string) *writer {
	w.next()
	w.text(name)
	w.buf = append(w.buf, ": "...)
	return w
}

func (w *writer) text(s string)   { w.buf = wire.AppendQuoted(w.buf, s) }
func (w *writer) number(n uint64) { w.buf = strconv.AppendUint(w.buf, n, 10) }
func (w *writer) null()           { w.buf = append(w.buf, "null"...) }

func writeBool(at func(*Policy) *bool) func(*Policy, *writer) {
	return func(p *Policy, w *writer) { w.buf = strconv.AppendBool(w.buf, *at(p)) }
}

func writeTestPolicy(p *Policy, w *writer) {
	if p.TestPolicy == nil {
		w.null()
		return
	}
	w.open('{')
	for _, l := range p.TestPolicy.limits() {
		w.key(l.name).number(*l.at)
	}
	w.close('}')
}

func writeGitCommit(p *Policy, w *writer) {
	if p.GitCommit == nil {
		w.null()
		return
	}
	w.open('{')
	for _, m := range p.GitCommit.members() {
		w.key(m.name)
		if m.text != nil {
			w.text(*m.text)
		} else {
			w.number(*m.number)
		}
	}
	w.close('}')
}

func writeCacheEntry(p *Policy, w *writer) {
	if p.SemanticCacheEntry == nil {
		w.null()
		return
	}
	w.open('{')
	w.key("root").text(p.SemanticCacheEntry.Root)
	w.key("entry_digest").text(p.SemanticCacheEntry.EntryDigest)
	w.close('}')
}

func writeArchives(subject string, at func(*Policy) *[]Archive) func(*Policy, *writer) {
	return func(p *Policy, w *writer) {
		w.open('[')
		for _, a := range *at(p) {
			w.next().open('{')
			w.key("root").text(a.Root)
			w.key("archive_digest").text(a.ArchiveDigest)
			w.key(subject).text(a.SubjectDigest)
			w.close('}')
		}
		w.close(']')
	}
}

func writeWorkers(p *Policy, w *writer) {
	if p.ReadBatchWorkers == 0 {
		w.null()
		return
	}
	w.number(uint64(p.ReadBatchWorkers))
}
