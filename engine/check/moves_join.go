package check

// Branches are followed one after the other from the same state. A log of
// changes takes a branch back when it ends; what it did is kept as deltas, and
// the join looks only at places that some branch changed. So the work is linear
// in the number of moves, whatever the number of places and branches.

// joins is the state of the branches that are open.
type joins struct {
	log    []change
	deltas []change
	// stamps and merged find, during one step only, what is already known of a
	// place.
	stamps []stamp
	epoch  uint32
	merged []mergedState
	// forks counts the open forks; outside of all no log is needed.
	forks int
}

type change struct {
	at    placeID
	state placeState
}

type stamp struct {
	epoch uint32
	index int32
}

type mergedState struct {
	change
	arms int
}

// fork is one open set of branches.
type fork struct {
	log, deltas, arms int
}

// setState changes a place and logs what it was.
func (w *flow) setState(at placeID, state placeState) {
	node := &w.nodes[at]
	if node.state == state {
		return
	}
	if w.forks > 0 {
		w.log = append(w.log, change{at, node.state})
	}
	node.state = state
}

// fork starts branches from the present state.
func (w *flow) fork() fork {
	w.forks++
	w.rec.fork()
	return fork{log: len(w.log), deltas: len(w.deltas)}
}

// endArm keeps what the branch changed and goes back to the state at the fork.
func (w *flow) endArm(f *fork) {
	f.arms++
	w.startStep()
	for i := len(w.log) - 1; i >= f.log; i-- {
		entry := w.log[i]
		if w.stamps[entry.at].epoch != w.epoch {
			w.stamps[entry.at].epoch = w.epoch
			w.deltas = append(w.deltas, change{entry.at, w.nodes[entry.at].state})
		}
		w.nodes[entry.at].state = entry.state
	}
	w.log = w.log[:f.log]
}

// join goes on with the states of all branches combined; a branch that did not
// change a place counts with the state at the fork.
func (w *flow) join(f *fork) {
	w.startStep()
	w.merged = w.merged[:0]
	for _, delta := range w.deltas[f.deltas:] {
		known := &w.stamps[delta.at]
		if known.epoch != w.epoch {
			*known = stamp{w.epoch, int32(len(w.merged))}
			w.merged = append(w.merged, mergedState{delta, 1})
			continue
		}
		merged := &w.merged[known.index]
		merged.state = merged.state.join(delta.state)
		merged.arms++
	}
	w.deltas = w.deltas[:f.deltas]
	w.forks--
	for _, merged := range w.merged {
		state := merged.state
		if merged.arms < f.arms {
			state = state.join(w.nodes[merged.at].state)
		}
		w.setState(merged.at, state)
	}
}

// startStep forgets all stamps.
func (w *flow) startStep() {
	w.epoch++
	for len(w.stamps) < len(w.nodes) {
		w.stamps = append(w.stamps, stamp{})
	}
}
