//go:build unix

package wire

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/semaprax/semaprax-go/internal/rivals"
)

var (
	tableFlag   = flag.Bool("table", false, "print the table of rivals")
	tableRounds = flag.Int("rounds", 9, "rounds of the table")
)

// TestTable prints the medians of interleaved rounds; it judges nothing.
func TestTable(t *testing.T) {
	if !*tableFlag {
		t.Skip("the table of rivals is printed by make bench-wire")
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "input\tbytes\tcontender\tMB/s\tallocs\tours/rival\t")
	ping := 0.0
	for _, in := range benchInputs() {
		field := slices.DeleteFunc(contenders(t), in.skips)
		speeds := interleave(field, in.frame)
		if ping == 0 {
			ping = speeds[0]
		}
		for i, c := range field {
			allocs := testing.AllocsPerRun(5, func() { c.run(in.frame) })
			fmt.Fprintf(out, "%s\t%d\t%s\t%.0f\t%.0f\t%.2f\t\n", in.name, len(in.frame), c.name, speeds[i], allocs, speeds[0]/speeds[i])
		}
	}
	s := hostileScanner(t)
	ours := []contender{{"wire.Scan", func(b []byte) bool { _, err := s.Scan(b); return err == nil }}}
	for _, in := range hostileInputs() {
		speed := interleave(ours, in.doc)[0]
		fmt.Fprintf(out, "%s\t%d\tof the ping's speed\t%.0f\t\t%.2f\t\n", in.name, len(in.doc), speed, speed/ping)
	}
	out.Flush()
}

// interleave returns each contender's median MB/s of CPU time over rounds in which they take turns.
func interleave(field []contender, frame []byte) []float64 {
	batch := 1 + 20_000/len(frame)
	var runs []func()
	for _, c := range field {
		runs = append(runs, func() {
			for range batch {
				c.run(frame)
			}
		})
	}
	speeds := rivals.Medians(*tableRounds, 40*time.Millisecond, runs)
	for i, seconds := range speeds {
		speeds[i] = float64(batch*len(frame)) / seconds / 1e6
	}
	return speeds
}
