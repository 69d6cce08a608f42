//go:build unix

package interp_test

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/semaprax/semaprax-go/internal/rivals"
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
		seconds := rivals.Medians(*tableRounds, 100*time.Millisecond, []func(){run, runStarlark(t, w)})
		fmt.Fprintf(out, "%s\tinterp\t%.3f\t%.2f\t\t\t\n", w.name, seconds[0]*1e3, seconds[0]*1e9/float64(steps))
		fmt.Fprintf(out, "%s\tstarlark\t%.3f\t\t%.2f\t>= %.2f\t\n", w.name, seconds[1]*1e3, seconds[1]/seconds[0], w.aim)
	}
	out.Flush()
}
