package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// baselineHead explains the file to who opens it.
const baselineHead = `# The most allocations per operation: package, benchmark, count. make bench fails when
# a named benchmark allocates more, or did not run although its group did.
`

// judge compares the run with the baseline, or writes the baseline.
func judge(o options, sections []section) error {
	path := filepath.Join(o.root, o.baseline)
	if o.write {
		return writeBaseline(path, sections)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var faults []error
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		if err := judgeLine(strings.TrimSpace(line), sections); err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

func judgeLine(line string, sections []section) error {
	at := strings.LastIndexByte(line, ' ')
	most, err := strconv.ParseFloat(line[at+1:], 64)
	if at < 0 || err != nil {
		return fmt.Errorf("baseline: %q is no line of package, benchmark and count", line)
	}
	key := line[:at]
	for _, s := range sections {
		for _, b := range s.benchmarks {
			if b.key() != key {
				continue
			}
			if got, ok := b.median("allocs/op"); !ok || got > most {
				return fmt.Errorf("allocation regression: %s allocates %.0f times per operation, the baseline says %.0f", key, got, most)
			}
			return nil
		}
	}
	pkg, _, _ := strings.Cut(key, " ")
	for _, s := range sections {
		if slices.Contains(s.packages, "./"+pkg) {
			return fmt.Errorf("baseline: %s did not run", key)
		}
	}
	return nil // its group was not asked for
}

// writeBaseline names every benchmark of ours that allocated nothing.
func writeBaseline(path string, sections []section) error {
	var lines []string
	for _, s := range sections {
		for _, b := range s.benchmarks {
			if n, ok := b.median("allocs/op"); ok && n == 0 && !rival(b.name) {
				lines = append(lines, b.key()+" 0\n")
			}
		}
	}
	slices.Sort(lines)
	return replaceFile(path, baselineHead+strings.Join(lines, ""))
}
