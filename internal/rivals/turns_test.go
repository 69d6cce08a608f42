//go:build unix

package rivals

import (
	"slices"
	"testing"
	"time"
)

// TestJobsTakeTurns counts the runs of two jobs in their order.
func TestJobsTakeTurns(t *testing.T) {
	var order []int
	job := func(i int) func() { return func() { order = append(order, i) } }
	if got := Medians(3, 0, []func(){job(0), job(1)}); len(got) != 2 {
		t.Errorf("%d medians", len(got))
	}
	if want := []int{0, 1, 0, 1, 0, 1}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
}

// TestLongTurnsHaveThreeRounds spins longer than ten turns.
func TestLongTurnsHaveThreeRounds(t *testing.T) {
	runs := 0
	Medians(9, time.Microsecond, []func(){func() {
		for start := cpuTime(); cpuTime()-start < 100*time.Microsecond; {
		}
		runs++
	}})
	if runs != 3 {
		t.Errorf("%d rounds, want 3", runs)
	}
}

func TestMedianIsTheMiddle(t *testing.T) {
	if got := Median([]float64{9, 1, 5}); got != 5 {
		t.Errorf("got %v, want 5", got)
	}
}
