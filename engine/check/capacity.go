package check

// checkCapacity judges static allocation and inline arrays along call paths.
func (c *checker) checkCapacity() {}
