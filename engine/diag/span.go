package diag

// Span is a place in one source text.
//
// Start and End are byte offsets, half-open, from 0. Line and Column belong to
// Start and count from 1; a column counts Unicode scalar values, not bytes.
// Only LF ends a line. The zero Span means "no place" (Line is 0).
type Span struct {
	Start, End   uint32
	Line, Column uint32
}

// IsZero reports whether the span names no place.
func (s Span) IsZero() bool { return s.Line == 0 }

// To joins two spans: start, line and column from s, end from last.
// If either names no place the other is returned.
func (s Span) To(last Span) Span {
	if s.IsZero() {
		return last
	}
	if !last.IsZero() {
		s.End = last.End
	}
	return s
}

// Contains reports whether the byte offset lies inside the span.
func (s Span) Contains(offset uint32) bool { return s.Start <= offset && offset < s.End }
