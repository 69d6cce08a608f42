package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
)

// rivalPart matches the part of a benchmark's name that says it measures somebody
// else's code, oursPart the one that says it measures ours.
func rivalPart() *regexp.Regexp {
	return regexp.MustCompile(`/(?:encoding/json|fastjson|sonic|jsontext|starlark|go-git|git|go-types|go|std|naive)(?:\.[^/]*)?(?:/|$)`)
}

func oursPart() *regexp.Regexp {
	return regexp.MustCompile(`/(?:ours|spx|publish|wire\.DecodeRequest)(?:/|$)`)
}

// rival reports whether a benchmark measures somebody else's code.
func rival(name string) bool { return rivalPart().MatchString(name) }

// machine is where and with what the run was made.
type machine struct{ cpu, system, compiler, revision string }

func machineOf(root string) machine {
	m := machine{cpu: "unknown", system: runtime.GOOS + "/" + runtime.GOARCH, compiler: runtime.Version(), revision: "unknown"}
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				m.cpu = strings.TrimSpace(value)
				break
			}
		}
	}
	command := exec.Command("git", "rev-parse", "--short=12", "HEAD")
	command.Dir = root
	if out, err := command.Output(); err == nil {
		m.revision = strings.TrimSpace(string(out))
	}
	return m
}

func render(o options, m machine, sections []section) string {
	var w strings.Builder
	w.WriteString("<!-- Written by make bench. Do not edit. -->\n# Benchmarks\n\n")
	w.WriteString("What one run on one machine gave. Times of different runs and machines do not compare; the ratios of one run do. Nothing here is\n")
	w.WriteString("a promise: what is promised of memory stands in tests, and the allocations in `" + o.baseline + "` may not grow.\n\n")
	if o.note != "" {
		w.WriteString("**" + o.note + "**\n\n")
	}
	fmt.Fprintf(&w, "- machine: %s, %d processors, %s\n- compiler: %s\n- revision: %s\n- runs: %d of %s each, medians\n",
		m.cpu, runtime.NumCPU(), m.system, m.compiler, m.revision, o.count, o.time)
	fmt.Fprintf(&w, "- groups: %s\n", o.groups)
	for _, s := range sections {
		renderSection(&w, s)
	}
	return w.String()
}

func renderSection(w *strings.Builder, s section) {
	fmt.Fprintf(w, "\n## %s\n", s.title)
	pkg := ""
	for _, b := range s.benchmarks {
		if b.pkg != pkg {
			pkg = b.pkg
			fmt.Fprintf(w, "\n`%s`\n\n| benchmark | time | MB/s | bytes/op | allocs/op | rival's time / ours |\n| --- | ---: | ---: | ---: | ---: | ---: |\n", pkg)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n", strings.ReplaceAll(b.name, "|", `\|`),
			duration(b), plain(b, "MB/s"), plain(b, "B/op"), plain(b, "allocs/op"), ratio(b, s.benchmarks))
	}
	if s.table != "" {
		fmt.Fprintf(w, "\n`make %s`, in the same run:\n\n%s", s.target, s.table)
	}
}

// ratio sets a rival beside ours of the same workload in the same run.
func ratio(b *benchmark, all []*benchmark) string {
	if !rival(b.name) {
		return ""
	}
	theirs, ok := b.median("ns/op")
	if !ok {
		return ""
	}
	for _, ours := range all {
		if ours.pkg == b.pkg && !rival(ours.name) && workload(ours.name) == workload(b.name) {
			if own, ok := ours.median("ns/op"); ok && own > 0 {
				return fmt.Sprintf("%.2f", theirs/own)
			}
		}
	}
	return ""
}

// workload is a benchmark's name without the contender, or the whole name when it says none.
func workload(name string) string {
	part := oursPart()
	if rival(name) {
		part = rivalPart()
	}
	return part.ReplaceAllString(name, "/")
}

func duration(b *benchmark) string {
	ns, ok := b.median("ns/op")
	switch {
	case !ok:
		return ""
	case ns >= 1e6:
		return fmt.Sprintf("%.2f ms", ns/1e6)
	case ns >= 1e3:
		return fmt.Sprintf("%.2f µs", ns/1e3)
	}
	return fmt.Sprintf("%.1f ns", ns)
}

func plain(b *benchmark, unit string) string {
	value, ok := b.median(unit)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%.0f", value)
}
