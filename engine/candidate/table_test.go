//go:build unix

package candidate

import (
	"flag"
	"fmt"
	"math"
	"os"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/internal/rivals"
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
	rows := map[string][]cost{}
	var names []string
	var bytes []float64
	for _, size := range sizes {
		total := 0
		for _, text := range generated(size) {
			total += len(text)
		}
		bytes, names = append(bytes, float64(total)), names[:0]
		field := contenders(t, size)
		for i, cost := range interleave(field) {
			names = append(names, field[i].name)
			rows[field[i].name] = append(rows[field[i].name], cost)
		}
	}
	last := len(sizes) - 1
	width := math.Log(bytes[last] / bytes[0])
	opening := math.Log(rows["open"][last].seconds/rows["open"][0].seconds) / width
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "job\tms, 10\tms, 100\tms, 1000\topens, 10\topens, 100\topens, 1000\taim\tgrowth exponent\tbeside open\taim\t\n")
	for _, name := range names {
		fmt.Fprint(out, name, "\t")
		for _, cost := range rows[name] {
			fmt.Fprintf(out, "%.3f\t", cost.seconds*1e3)
		}
		for i, cost := range rows[name] {
			fmt.Fprintf(out, "%.2f\t", cost.opens)
			if cost.opens > maxOpens {
				t.Errorf("%s of %d functions costs %.2f opens, more than %g", name, sizes[i], cost.opens, maxOpens)
			}
		}
		beside := math.Log(rows[name][last].opens/rows[name][0].opens) / width
		fmt.Fprintf(out, "<= %g\t%.3f\t%+.3f\t+-%g\t\n", maxOpens, opening+beside, beside, maxGrowth)
		if math.Abs(beside) > maxGrowth {
			t.Errorf("%s grows with exponent %.3f, opening with %.3f", name, opening+beside, opening)
		}
	}
	out.Flush()
}

// cost is the median cost of a job in CPU time and in opens.
type cost struct{ seconds, opens float64 }

// interleave measures jobs over rounds in which they take turns. Before each turn of
// another the first job has one, to which that turn is compared: what else the machine
// does meanwhile slows both.
func interleave(field []contender) []cost {
	const least = 40 * time.Millisecond
	seconds, opens := make([][]float64, len(field)), make([][]float64, len(field))
	for range *tableRounds {
		for i := 1; i < len(field); i++ {
			open, job := rivals.Turn(least, field[0].run), rivals.Turn(least, field[i].run)
			seconds[0], opens[0] = append(seconds[0], open), append(opens[0], 1)
			seconds[i], opens[i] = append(seconds[i], job), append(opens[i], job/open)
		}
	}
	costs := make([]cost, len(field))
	for i := range field {
		costs[i] = cost{rivals.Median(seconds[i]), rivals.Median(opens[i])}
	}
	return costs
}
