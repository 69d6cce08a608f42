// Command bench runs the benchmark groups and writes what they gave as one page.
//
//	bench [-root DIR] [-groups wire,engine,...] [-count N] [-time D] [-page FILE] [-baseline FILE] [-write-baseline]
//
// A group is a list of packages run by go test, or a make target that prints its own
// table. The page holds medians and ratios against rivals of the same run, never
// promises. Every benchmark that the baseline names must allocate no more than it
// says there; status 1 and no new page otherwise.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// options are the flags of one run.
type options struct {
	root, page, baseline string
	groups               string
	count                int
	time                 string
	write                bool
	note                 string
}

func main() {
	var o options
	flag.StringVar(&o.root, "root", ".", "the repository")
	flag.StringVar(&o.groups, "groups", "wire,engine,session,mcp,git", "the groups to run")
	flag.IntVar(&o.count, "count", 9, "runs of each benchmark")
	flag.StringVar(&o.time, "time", "200ms", "time of each run, as go test -benchtime")
	flag.StringVar(&o.page, "page", "docs/benchmarks.md", "the page to write; empty prints it")
	flag.StringVar(&o.baseline, "baseline", "testdata/bench/allocs.txt", "the allocations that may not grow")
	flag.BoolVar(&o.write, "write-baseline", false, "write the baseline from this run instead of comparing")
	flag.StringVar(&o.note, "note", "", "a sentence for the head of the page")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

func run(o options) error {
	selected, err := choose(o.groups)
	if err != nil {
		return err
	}
	var sections []section
	for _, g := range selected {
		fmt.Fprintf(os.Stderr, "== %s\n", g.name)
		s, err := runGroup(o, g)
		if err != nil {
			return fmt.Errorf("group %s: %w", g.name, err)
		}
		sections = append(sections, s)
	}
	if err := judge(o, sections); err != nil {
		return err
	}
	page := render(o, machineOf(o.root), sections)
	if o.page == "" {
		_, err := io.WriteString(os.Stdout, page)
		return err
	}
	return replaceFile(filepath.Join(o.root, o.page), page)
}

// replaceFile writes a file beside its place and moves it there.
func replaceFile(path, text string) error {
	if err := os.WriteFile(path+".new", []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// group is a part of the page.
type group struct {
	name, title string
	packages    []string // go test -bench over these
	target      string   // a make target with a table of its own, run after them
}

func allGroups() []group {
	return []group{
		{"wire", "Frames", []string{"./wire"}, "bench-wire"},
		{"engine", "Compiler, image, candidates, interpreter", []string{
			"./engine/canon", "./engine/schema", "./engine/syntax", "./engine/check", "./engine/project",
			"./engine/image", "./engine/interp", "./engine/intent", "./engine/candidate"}, "bench-engine"},
		{"session", "Sessions", []string{"./engine/session"}, ""},
		{"mcp", "MCP", []string{"./wire/mcp"}, "bench-mcp"},
		{"git", "Publication into Git", []string{"./gitpub"}, ""},
	}
}

func choose(names string) ([]group, error) {
	var chosen []group
	for name := range strings.SplitSeq(names, ",") {
		all := allGroups()
		at := slices.IndexFunc(all, func(g group) bool { return g.name == name })
		if at < 0 {
			return nil, fmt.Errorf("no group %q", name)
		}
		chosen = append(chosen, all[at])
	}
	return chosen, nil
}

// section is what a group gave.
type section struct {
	group
	benchmarks []*benchmark
	table      string // printed by the make target
}

func runGroup(o options, g group) (section, error) {
	arguments := append([]string{"test", "-run", "^$", "-bench", ".", "-benchmem", "-timeout", "120m",
		"-count", strconv.Itoa(o.count), "-benchtime", o.time}, g.packages...)
	out, err := output(o.root, "go", arguments...)
	if err != nil {
		return section{}, err
	}
	s := section{group: g, benchmarks: parse(out)}
	if len(s.benchmarks) == 0 {
		return section{}, fmt.Errorf("no benchmarks in %v", g.packages)
	}
	if g.target == "" {
		return s, nil
	}
	out, err = output(o.root, "make", append([]string{"-s", "--no-print-directory", g.target}, o.sizes()...)...)
	s.table = tableOf(out)
	return s, err
}

// sizes gives a target the number of its rounds, and shrinks its counts for a short run.
func (o options) sizes() []string {
	rounds := "BENCHCOUNT=" + strconv.Itoa(o.count)
	if o.count > 1 {
		return []string{rounds}
	}
	return []string{rounds, "MCP_ROUNDS=1", "MCP_REQUESTS=500", "MCP_LARGE=10"}
}

// output runs a command, showing its errors as they come.
func output(dir, name string, arguments ...string) (string, error) {
	command := exec.Command(name, arguments...)
	command.Dir, command.Stderr = dir, os.Stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(arguments, " "), err, tail(string(out)))
	}
	return string(out), nil
}

func tail(text string) string { return text[max(0, len(text)-2000):] }

// tableOf keeps the tables a target printed: what follows the beginning of a Markdown
// table, else the indented lines of the tests that printed them, as they are.
func tableOf(out string) string {
	if at := strings.Index(out, "| "); at >= 0 {
		return strings.TrimSpace(out[at:]) + "\n"
	}
	var lines strings.Builder
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, " ") && strings.TrimSpace(line) != "" {
			lines.WriteString(line)
		} else if strings.HasPrefix(line, "ok") {
			lines.WriteString("\n")
		}
	}
	if lines.Len() == 0 {
		return ""
	}
	return "```text\n" + strings.TrimRight(lines.String(), "\n") + "\n```\n"
}
