//go:build !race

package mcp

// raceDetector is whether this test binary counts allocations of the race
// detector as its own.
const raceDetector = false
