package trial

// Pool bounds the tasks of a process that have live workers. It is a value the
// process makes once and hands to its sessions.
type Pool struct{ slots chan struct{} }

// NewPool makes a pool of MaxWorkers slots.
func NewPool() *Pool { return &Pool{slots: make(chan struct{}, MaxWorkers)} }

// take takes a slot; false when all are taken.
func (p *Pool) take() bool {
	select {
	case p.slots <- struct{}{}:
		return true
	default:
		return false
	}
}

// give gives a slot back.
func (p *Pool) give() { <-p.slots }
