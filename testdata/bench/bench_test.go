package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const printed = `goos: linux
pkg: github.com/semaprax/semaprax-go/wire
BenchmarkScan/ping/wire.DecodeRequest-2         1000    100.0 ns/op   2000 MB/s   0 B/op   0 allocs/op
BenchmarkScan/ping/encoding/json.Valid-2        1000    250.0 ns/op    800 MB/s   0 B/op   0 allocs/op
BenchmarkScan/ping/wire.DecodeRequest-2         1000    120.0 ns/op   1900 MB/s   0 B/op   2 allocs/op
BenchmarkScan/ping/wire.DecodeRequest-2         1000    110.0 ns/op   1950 MB/s   0 B/op   2 allocs/op
PASS
`

func sections() []section {
	return []section{{group: group{name: "wire", title: "Frames", packages: []string{"./wire"}}, benchmarks: parse(printed)}}
}

func TestPageSetsRivalsBesideOurs(t *testing.T) {
	page := render(options{count: 3, time: "1s"}, machine{}, sections())
	for _, row := range []string{
		"| Scan/ping/wire.DecodeRequest | 110.0 ns | 1950 | 0 | 2 |  |",
		"| Scan/ping/encoding/json.Valid | 250.0 ns | 800 | 0 | 0 | 2.27 |",
	} {
		if !strings.Contains(page, row) {
			t.Errorf("no row %q in\n%s", row, page)
		}
	}
}

func TestTablesOfTargetsAreKept(t *testing.T) {
	cases := map[string]string{
		"make: built\n| a | b |\n| --- | --- |\n\nratio 2\n":                                                                               "| a | b |\n| --- | --- |\n\nratio 2\n",
		"=== RUN   TestTable\n  x  1\n  y  2\n--- PASS: TestTable (0.1s)\nPASS\nok  \tp\t0.1s\n=== RUN   TestTable\n  z  3\nok  \tq\t1s\n": "```text\n  x  1\n  y  2\n\n  z  3\n```\n",
		"PASS\n": "",
	}
	for printed, want := range cases {
		if got := tableOf(printed); got != want {
			t.Errorf("%q gives %q, want %q", printed, got, want)
		}
	}
}

func TestBaselineRefusesGrowth(t *testing.T) {
	cases := map[string]string{
		"wire Scan/ping/wire.DecodeRequest 2":   "",
		"wire Scan/ping/wire.DecodeRequest 1":   "allocation regression: wire Scan/ping/wire.DecodeRequest allocates 2 times",
		"wire Gone 0":                           "baseline: wire Gone did not run",
		"gitpub Other 0":                        "",
		"wire Scan/ping/wire.DecodeRequest few": "is no line of",
	}
	for line, want := range cases {
		root := t.TempDir()
		if err := os.WriteFile(filepath.Join(root, "allocs.txt"), []byte(baselineHead+line+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		err := judge(options{root: root, baseline: "allocs.txt"}, sections())
		if got := errorText(err); (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
