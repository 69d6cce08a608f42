package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

var loadNames = []string{"ping", "call", "ping, 64 in flight", "call, 64 in flight", "60 KiB arguments"}

// median picks the round with the median rate.
func median(rounds []figures) figures {
	sorted := slices.Clone(rounds)
	slices.SortFunc(sorted, func(a, b figures) int {
		switch {
		case a.rate < b.rate:
			return -1
		case a.rate > b.rate:
			return 1
		}
		return 0
	})
	return sorted[len(sorted)/2]
}

func print(w io.Writer, servers []target, results map[string]map[string][]figures) {
	fmt.Fprintln(w, "| server | load | req/s | p50 µs | p99 µs | server CPU µs/req | peak RSS MiB |")
	fmt.Fprintln(w, "| --- | --- | ---: | ---: | ---: | ---: | ---: |")
	for _, name := range loadNames {
		for _, s := range servers {
			f := median(results[s.name][name])
			fmt.Fprintf(w, "| %s | %s | %.0f | %.1f | %.1f | %s | %s |\n", s.name, name,
				f.rate, microseconds(f.p50), microseconds(f.p99), cpuText(f.cpu), mebibytes(f.peak))
		}
	}
	printRatios(w, servers, results)
}

func cpuText(d time.Duration) string {
	if d < 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", microseconds(d))
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// printRatios sets each workspace beside the floor and the best peer.
func printRatios(w io.Writer, servers []target, results map[string]map[string][]figures) {
	for _, ours := range servers {
		if !ours.speaks.batch {
			continue
		}
		fmt.Fprintln(w)
		for _, name := range loadNames {
			rate := median(results[ours.name][name]).rate
			fmt.Fprintf(w, "%s, %s:", ours.name, name)
			if best := bestRate(servers, results, name, true); best > 0 {
				fmt.Fprintf(w, " %.2f of the best peer", rate/best)
			}
			if floor := bestRate(servers, results, name, false); floor > 0 {
				fmt.Fprintf(w, " %.2f of the floor", rate/floor)
			}
			fmt.Fprintln(w)
		}
	}
}

// bestRate is the best rate among the peers, or among the floors.
func bestRate(servers []target, results map[string]map[string][]figures, load string, peers bool) float64 {
	best := 0.0
	for _, s := range servers {
		if s.speaks.handshake == peers && !s.speaks.batch {
			best = max(best, median(results[s.name][load]).rate)
		}
	}
	return best
}
