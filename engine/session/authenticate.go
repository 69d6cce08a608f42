package session

import "github.com/semaprax/semaprax-go/engine/diag"

// authenticated runs op between two checks of the held source.
//
// Drift seen before, or seen by an earlier call, is returned without running op.
// Drift seen after op replaces its result, or follows its faults. Drift is kept: only a
// refresh that installs a new snapshot clears it.
func (s *Session) authenticated(op func() diag.List) diag.List {
	if drift := s.recheck(); drift != nil {
		return drift
	}
	faults := op()
	if drift := s.recheck(); drift != nil {
		return append(faults[:len(faults):len(faults)], drift...)
	}
	return faults
}

// recheck returns the snapshot's invalidation, looking for one if there is none.
func (s *Session) recheck() diag.List {
	if s.drift == nil {
		s.drift = s.held.Recheck()
	}
	return s.drift
}
