package session

import (
	"cmp"
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// subject is something the registry retains. It is immutable.
type subject interface {
	// Revision is the handle.
	Revision() canon.Digest
	// RetainedBytes is what the subject counts against MaxRetainedReportBytes:
	// its report, and for drafts and attempts that of the candidate they stand on.
	RetainedBytes() int64
}

// shelf holds the retained subjects of one kind, ordered by revision.
type shelf struct {
	subjects []subject
	most     int
	full     diag.Code
	what     string
}

func (h *shelf) find(revision canon.Digest) (int, bool) {
	return slices.BinarySearchFunc(h.subjects, revision, func(s subject, want canon.Digest) int {
		have := s.Revision()
		return cmp.Compare(string(have[:]), string(want[:]))
	})
}

// get returns the subject of a revision, or nil.
func (h *shelf) get(revision canon.Digest) subject {
	if i, ok := h.find(revision); ok {
		return h.subjects[i]
	}
	return nil
}

// bytes is what all subjects count together.
func (h *shelf) bytes() int64 {
	var total int64
	for _, s := range h.subjects {
		total += s.RetainedBytes()
	}
	return total
}

// registry holds everything a session retains between requests.
type registry struct {
	candidates, drafts, attempts shelf
}

func newRegistry() registry {
	return registry{
		candidates: shelf{most: MaxCandidates, full: codeCandidates, what: "candidate"},
		drafts:     shelf{most: MaxDrafts, full: codeDrafts, what: "draft"},
		attempts:   shelf{most: MaxAttempts, full: codeAttempts, what: "rejected attempt"},
	}
}

// snapshot is a copy for reading that later changes do not reach.
func (r *registry) snapshot() *registry {
	copied := *r
	for _, h := range []*shelf{&copied.candidates, &copied.drafts, &copied.attempts} {
		h.subjects = slices.Clone(h.subjects)
	}
	return &copied
}

func (r *registry) bytes() int64 {
	return r.candidates.bytes() + r.drafts.bytes() + r.attempts.bytes()
}

// shelfKind names a shelf of the registry.
type shelfKind uint8

const (
	candidateShelf shelfKind = iota + 1
	draftShelf
	attemptShelf
)

func (r *registry) shelf(kind shelfKind) *shelf {
	switch kind {
	case candidateShelf:
		return &r.candidates
	case draftShelf:
		return &r.drafts
	case attemptShelf:
		return &r.attempts
	}
	panic("BUG: session: no such shelf")
}

// mutation is the one change a request prepares: a subject to retain or a revision
// to drop. The zero mutation changes nothing.
type mutation struct {
	kind shelfKind
	keep subject
	drop canon.Digest
}

// retain prepares to keep a subject.
func (m *mutation) retain(kind shelfKind, s subject) { *m = mutation{kind: kind, keep: s} }

// discard prepares to drop a revision.
func (m *mutation) discard(kind shelfKind, revision canon.Digest) {
	*m = mutation{kind: kind, drop: revision}
}

// admit judges a prepared change against the bounds: slots first, then bytes. A
// revision already retained costs nothing.
func (r *registry) admit(m *mutation) diag.List {
	if m.keep == nil {
		return nil
	}
	h := r.shelf(m.kind)
	if _, there := h.find(m.keep.Revision()); there {
		return nil
	}
	if len(h.subjects) >= h.most {
		return fault(h.full, "the session already retains its most "+h.what+"s; discard one first")
	}
	if r.bytes()+m.keep.RetainedBytes() > MaxRetainedReportBytes {
		return fault(codeCandidates, "the retained reports would exceed the session's byte bound")
	}
	return nil
}

// apply performs an admitted change.
func (r *registry) apply(m *mutation) {
	switch {
	case m.keep != nil:
		h := r.shelf(m.kind)
		if i, there := h.find(m.keep.Revision()); !there {
			h.subjects = slices.Insert(h.subjects, i, m.keep)
		}
	case m.kind != 0:
		h := r.shelf(m.kind)
		if i, there := h.find(m.drop); there {
			h.subjects = slices.Delete(h.subjects, i, i+1)
		}
	}
}

// selection names the registry subjects a call works on; nil names none. The
// digests are the parameters' own.
type selection struct {
	candidate, other, draft, otherDraft, attempt *canon.Digest
}

// resolve finds the selected subjects, in this order: candidate, other candidate,
// draft, other draft, attempt.
func (r *registry) resolve(s selection, v *view) diag.List {
	for _, want := range []struct {
		revision *canon.Digest
		from     *shelf
		code     diag.Code
		at       *subject
	}{
		{s.candidate, &r.candidates, codeStaleCandidate, &v.candidate},
		{s.other, &r.candidates, codeStaleCandidate, &v.other},
		{s.draft, &r.drafts, codeStaleDraft, &v.draft},
		{s.otherDraft, &r.drafts, codeStaleDraft, &v.otherDraft},
		{s.attempt, &r.attempts, codeStaleAttempt, &v.attempt},
	} {
		if want.revision == nil {
			continue
		}
		found := want.from.get(*want.revision)
		if found == nil {
			return fault(want.code, want.from.what+" revision is unknown, discarded or stale in this session")
		}
		*want.at = found
	}
	return nil
}
