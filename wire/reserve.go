package wire

// The worst case of a spliced MCP reply: an inner response of V5ResponseBytes whose
// every byte is escaped as \u00xx, a 128-byte id spelled the same way, the fixed
// text around them, and the LF.
const (
	EscapedByteLen     = 6 // the longest escape of one byte
	MCPIDBytes         = EscapedByteLen*MaxIDBytes + 2
	MCPEnvelopeBytes   = 256
	MCPWorstReplyBytes = EscapedByteLen*V5ResponseBytes + MCPIDBytes + MCPEnvelopeBytes + 1
	// MCPReserveBytes is taken before a call is dispatched, so that nothing
	// after a commit can fail for space.
	MCPReserveBytes = MCPResponseBytes
)

// The reserve must exceed the worst case.
const _ = uint(MCPReserveBytes - MCPWorstReplyBytes - 1)

// Allocator returns an empty slice with at least the capacity asked for, or
// an error. Tests inject failing ones.
type Allocator func(capacityBytes int) ([]byte, error)

// HeapAllocator allocates from the Go heap. Pages nobody writes stay untouched.
func HeapAllocator(capacityBytes int) ([]byte, error) { return make([]byte, 0, capacityBytes), nil }

// Reserve is response memory taken once and kept, to be had before a request
// is dispatched. A Reserve is for one goroutine.
type Reserve struct {
	allocate Allocator
	bytes    int
	buf      []byte
}

// NewReserve returns a reserve that will take bytes from allocate, or from the
// heap when allocate is nil, on the first Take.
func NewReserve(allocate Allocator, bytes int) *Reserve {
	if allocate == nil {
		allocate = HeapAllocator
	}
	return &Reserve{allocate: allocate, bytes: bytes}
}

// Take returns the reserve, empty and with its full capacity; what an earlier Take
// returned is overwritten. CodeReservation when the allocator fails or
// returns less: nothing may be dispatched then, and a later Take tries again.
func (r *Reserve) Take() ([]byte, error) {
	if r.buf == nil {
		buf, err := r.allocate(r.bytes)
		if err != nil || cap(buf) < r.bytes {
			return nil, &Error{Code: CodeReservation, Stage: StageReply, Profile: MCP, Offset: -1,
				Limit: "response_bytes", Value: int64(r.bytes), Seen: int64(cap(buf))}
		}
		r.buf = buf[:0:r.bytes]
	}
	return r.buf, nil
}
