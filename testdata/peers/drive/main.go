// Command drive measures MCP servers over two pipes and prints one table.
//
//	drive [-rounds N] [-n N] [-large N] [-soak N] NAME=KIND:COMMAND ...
//
// KIND says how a server is spoken to: floor (copies lines), echo (tools echo
// and batch) or workspace (tools workspace__open and workspace__read-batch).
// COMMAND is split at spaces. Every round starts each server once, in turn,
// and runs all loads; the round with the median rate is reported, so that all
// servers share the machine's moods. Speeds of different runs do not compare.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	rounds := flag.Int("rounds", 3, "interleaved rounds; the median by rate is reported")
	sequential := flag.Int("n", 20_000, "sequential requests per load")
	large := flag.Int("large", 300, "calls with about 60 KiB of arguments")
	soak := flag.Int("soak", 0, "after the table, this many calls against each workspace server, watching memory")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: drive [flags] NAME=KIND:COMMAND ...")
		flag.PrintDefaults()
	}
	flag.Parse()
	servers, err := parseServers(flag.Args())
	if err == nil && len(servers) == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err == nil {
		err = measureAll(servers, plan{*rounds, *sequential, *large, *soak})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "drive:", err)
		os.Exit(1)
	}
}

// plan says how much is asked.
type plan struct {
	rounds, sequential, large, soak int
}

// target is one server of the comparison.
type target struct {
	name    string
	speaks  dialect
	command []string
}

func parseServers(args []string) ([]target, error) {
	var servers []target
	for _, arg := range args {
		name, rest, ok := strings.Cut(arg, "=")
		kind, command, ok2 := strings.Cut(rest, ":")
		speaks, known := dialects[kind]
		if !ok || !ok2 || !known || len(strings.Fields(command)) == 0 {
			return nil, fmt.Errorf("%q is not NAME=KIND:COMMAND", arg)
		}
		servers = append(servers, target{name, speaks, strings.Fields(command)})
	}
	return servers, nil
}

// measureAll runs every round and prints what came out.
func measureAll(servers []target, p plan) error {
	results := map[string]map[string][]figures{}
	for round := range p.rounds {
		for _, s := range servers {
			fmt.Fprintf(os.Stderr, "round %d of %d: %s\n", round+1, p.rounds, s.name)
			measured, err := measure(s, p)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			keep(results, s.name, measured)
		}
	}
	print(os.Stdout, servers, results)
	return soakAll(servers, p.soak)
}

func keep(results map[string]map[string][]figures, name string, measured map[string]figures) {
	if results[name] == nil {
		results[name] = map[string][]figures{}
	}
	for load, f := range measured {
		results[name][load] = append(results[name][load], f)
	}
}
