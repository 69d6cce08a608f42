package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// processCPU is the processor time of a process so far, summed over its
// threads; negative where the system does not tell.
func processCPU(pid int) time.Duration {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(threads) == 0 {
		return -1
	}
	total := time.Duration(0)
	for _, path := range threads {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // the thread has ended
		}
		first, _, _ := bytes.Cut(text, []byte(" "))
		nanoseconds, err := strconv.ParseInt(string(first), 10, 64)
		if err != nil {
			return -1
		}
		total += time.Duration(nanoseconds)
	}
	return total
}

// peakResident is the largest resident size so far, in bytes; negative where
// the system does not tell.
func peakResident(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return -1
	}
	_, rest, found := bytes.Cut(text, []byte("VmHWM:"))
	if !found {
		return -1
	}
	fields := bytes.Fields(rest)
	kibibytes, err := strconv.ParseInt(string(fields[0]), 10, 64)
	if err != nil {
		return -1
	}
	return kibibytes << 10
}

func mebibytes(n int64) string {
	if n < 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", float64(n)/(1<<20))
}
