//go:build unix

package interp_test

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"
)

var (
	tableFlag   = flag.Bool("table", false, "print the table of rivals")
	tableRounds = flag.Int("rounds", 9, "rounds of the table")
)

// TestTable prints the medians of interleaved rounds beside go.starlark.net; it
// judges nothing but the results.
func TestTable(t *testing.T) {
	if !*tableFlag {
		t.Skip("the table of rivals is printed by make bench-engine")
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "program\tcontender\tms\tns/step\tours/rival\taim\t")
	for _, w := range workloads() {
		run, steps := runOurs(t, w)
		field := []func(){run, runStarlark(t, w)}
		seconds := interleave(field)
		fmt.Fprintf(out, "%s\tinterp\t%.3f\t%.2f\t\t\t\n", w.name, seconds[0]*1e3, seconds[0]*1e9/float64(steps))
		fmt.Fprintf(out, "%s\tstarlark\t%.3f\t\t%.2f\t>= %.2f\t\n", w.name, seconds[1]*1e3, seconds[1]/seconds[0], w.aim)
	}
	out.Flush()
}

// interleave returns each contender's median seconds of CPU time over rounds in
// which they take turns.
func interleave(field []func()) []float64 {
	const turn = 100 * time.Millisecond
	samples := make([][]float64, len(field))
	for range *tableRounds {
		for i, run := range field {
			runtime.GC()
			start, runs := cpuTime(), 0
			for runs == 0 || cpuTime()-start < turn {
				run()
				runs++
			}
			samples[i] = append(samples[i], (cpuTime()-start).Seconds()/float64(runs))
		}
	}
	medians := make([]float64, len(field))
	for i, s := range samples {
		slices.Sort(s)
		medians[i] = s[len(s)/2]
	}
	return medians
}

// cpuTime is what the process has used: other work on the machine disturbs it less
// than the clock.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
