//go:build !race

package interp_test

// raceEnabled says whether the race detector is on.
const raceEnabled = false
