package check

// memberSet marks positions of members: a word for the usual few, a map from
// the 65th on, so that one mention of a wide type costs no more than is written
// there.
type memberSet struct {
	word  uint64
	many  map[int]bool
	count int
}

func (s *memberSet) has(position int) bool {
	if position < 64 {
		return s.word&(1<<position) != 0
	}
	return s.many[position]
}

// add marks a position that is not marked.
func (s *memberSet) add(position int) {
	s.count++
	if position < 64 {
		s.word |= 1 << position
		return
	}
	if s.many == nil {
		s.many = map[int]bool{}
	}
	s.many[position] = true
}

// firstMissing returns the first position below total that is not marked, or -1.
func (s *memberSet) firstMissing(total int) int {
	if s.count >= total {
		return -1
	}
	position := 0
	for s.has(position) {
		position++
	}
	return position
}
