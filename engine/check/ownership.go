package check

// checkOwnership judges moves, borrows and views in one phase of the function.
// It runs only when the phase's types are free of faults, so that every
// expression has a type, a mode and its row in the side tables.
func (f *functionChecker) checkOwnership(Phase) {}

// checkResultOwnership judges how the body holds the value it returns.
func (f *functionChecker) checkResultOwnership() {}
