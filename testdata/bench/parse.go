package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// benchmark is one benchmark of one package with the values of all its runs.
type benchmark struct {
	pkg, name string
	values    map[string][]float64 // by unit: ns/op, MB/s, B/op, allocs/op, ...
}

// key names a benchmark in the baseline.
func (b *benchmark) key() string { return b.pkg + " " + b.name }

// median is the median of a unit, and whether there is one.
func (b *benchmark) median(unit string) (float64, bool) {
	values := slices.Clone(b.values[unit])
	if len(values) == 0 {
		return 0, false
	}
	slices.Sort(values)
	return values[len(values)/2], true
}

// cpuSuffix is the -N that go test appends for GOMAXPROCS.
var cpuSuffix = regexp.MustCompile(`-\d+$`)

// parse reads the output of go test -bench, in order of first appearance.
func parse(out string) []*benchmark {
	var list []*benchmark
	byKey := map[string]*benchmark{}
	pkg := ""
	for line := range strings.Lines(out) {
		if rest, ok := strings.CutPrefix(line, "pkg: "); ok {
			pkg = strings.TrimSpace(rest)
			pkg = strings.TrimPrefix(pkg, modulePath+"/")
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		if _, err := strconv.Atoi(fields[1]); err != nil {
			continue
		}
		name := cpuSuffix.ReplaceAllString(strings.TrimPrefix(fields[0], "Benchmark"), "")
		b := byKey[pkg+" "+name]
		if b == nil {
			b = &benchmark{pkg: pkg, name: name, values: map[string][]float64{}}
			byKey[b.key()] = b
			list = append(list, b)
		}
		for i := 2; i+1 < len(fields); i += 2 {
			if value, err := strconv.ParseFloat(fields[i], 64); err == nil {
				b.values[fields[i+1]] = append(b.values[fields[i+1]], value)
			}
		}
	}
	return list
}

const modulePath = "github.com/semaprax/semaprax-go"
