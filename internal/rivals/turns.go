//go:build unix

package rivals

import (
	"runtime"
	"slices"
	"syscall"
	"time"
)

// Medians returns each job's median seconds over rounds of turns that last least or one
// run. A field in which a turn takes ten times as long has three rounds at most.
func Medians(rounds int, least time.Duration, field []func()) []float64 {
	samples := make([][]float64, len(field))
	for round := 0; round < rounds; round++ {
		for i, run := range field {
			seconds := Turn(least, run)
			if seconds > 10*least.Seconds() {
				rounds = min(rounds, 3)
			}
			samples[i] = append(samples[i], seconds)
		}
	}
	medians := make([]float64, len(field))
	for i := range samples {
		medians[i] = Median(samples[i])
	}
	return medians
}

// Turn runs a job until least has gone by, once at the least, and returns the seconds
// of CPU time a run took. It collects garbage first.
func Turn(least time.Duration, run func()) float64 {
	runtime.GC()
	start, runs := cpuTime(), 0
	for runs == 0 || cpuTime()-start < least {
		run()
		runs++
	}
	return (cpuTime() - start).Seconds() / float64(runs)
}

// Median returns the middle of some samples, which it sorts.
func Median(samples []float64) float64 {
	slices.Sort(samples)
	return samples[len(samples)/2]
}

// cpuTime is what the process has used, the collector's threads included.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic("BUG: rivals: " + err.Error())
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
