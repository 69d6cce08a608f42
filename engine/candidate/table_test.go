//go:build unix

package candidate

import (
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/semaprax/semaprax-go/engine/project"
)

var (
	tableFlag   = flag.Bool("table", false, "print what applying costs beside opening")
	tableRounds = flag.Int("rounds", 9, "rounds of the table")
)

// The bounds of the table: what one apply may cost, in opens of the same project, and
// how far its growth may be from that of opening.
const (
	maxOpens  = 4.0
	maxGrowth = 0.1
)

// contender is a job whose cost is measured.
type contender struct {
	name string
	run  func()
}

// contenders are opening the generated project from disk, then applying one intention
// after another to it.
func contenders(t *testing.T, functions int) []contender {
	root, manifest := onDisk(t, functions)
	field := []contender{{"open", func() {
		_, held, faults := project.Open(t.Context(), root, manifest, nil)
		noFault(t, faults)
		held.Close()
	}}}
	p, c := opened(t, benchProject(t, functions))
	for _, intention := range benchIntentions(t, p, c) {
		change, faults := NewChange(c.Now().Revision(), []byte(intention.text))
		noFault(t, faults)
		field = append(field, contender{intention.name, func() {
			_, faults := c.Apply(p, change)
			noFault(t, faults)
		}})
	}
	return field
}

// TestTable prints what one intention of each kind costs in opens of the same project,
// for 10, 100 and 1,000 functions, and how that grows with the bytes of the sources,
// and fails when a bound is missed. Costs are CPU time.
func TestTable(t *testing.T) {
	if !*tableFlag {
		t.Skip("what applying costs is printed by make bench-engine")
	}
	sizes := []int{10, 100, 1000}
	var names []string
	var bytes []float64
	cost := map[string][]float64{}
	for _, size := range sizes {
		total := 0
		for _, text := range generated(size) {
			total += len(text)
		}
		bytes, names = append(bytes, float64(total)), names[:0]
		field := contenders(t, size)
		for i, seconds := range interleave(field) {
			names = append(names, field[i].name)
			cost[field[i].name] = append(cost[field[i].name], seconds)
		}
	}
	growth := func(name string) float64 {
		last := len(sizes) - 1
		return math.Log(cost[name][last]/cost[name][0]) / math.Log(bytes[last]/bytes[0])
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "job\tms, 10\tms, 100\tms, 1000\topens, 10\topens, 100\topens, 1000\taim\tgrowth exponent\tbeside open\taim\t\n")
	for _, name := range names {
		fmt.Fprint(out, name, "\t")
		for _, seconds := range cost[name] {
			fmt.Fprintf(out, "%.3f\t", seconds*1e3)
		}
		for i, seconds := range cost[name] {
			ratio := seconds / cost["open"][i]
			fmt.Fprintf(out, "%.2f\t", ratio)
			if ratio > maxOpens {
				t.Errorf("%s of %d functions costs %.2f opens, more than %g", name, sizes[i], ratio, maxOpens)
			}
		}
		beside := growth(name) - growth("open")
		fmt.Fprintf(out, "<= %g\t%.3f\t%+.3f\t+-%g\t\n", maxOpens, growth(name), beside, maxGrowth)
		if math.Abs(beside) > maxGrowth {
			t.Errorf("%s grows with exponent %.3f, opening with %.3f", name, growth(name), growth("open"))
		}
	}
	out.Flush()
}

// interleave returns each contender's median seconds of CPU time over rounds in which
// they take turns.
func interleave(field []contender) []float64 {
	const turn = 40 * time.Millisecond
	samples := make([][]float64, len(field))
	for range *tableRounds {
		for i, c := range field {
			runtime.GC()
			start, runs := cpuTime(), 0
			for runs == 0 || cpuTime()-start < turn {
				c.run()
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

// cpuTime is what the process has used, the collector's threads included: other work on
// the machine disturbs it less than the clock.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
