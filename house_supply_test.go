package semaprax_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// dependency is a module of somebody else that go.mod requires directly.
type dependency struct {
	importers []string // the packages of ours that import it outside tests
	reason    string
}

// dependencies lists what go.mod may require. A requirement without a row, a row
// without a requirement, an importer that is not listed and one that no longer
// imports fail the test.
var dependencies = map[string]dependency{
	"github.com/go-git/go-git/v5":              {[]string{"gitpub"}, "object, tree, commit and pack encodings; never refs"},
	"github.com/klauspost/compress":            {[]string{"gitpub"}, "zlib of loose objects, faster than the standard library's"},
	"github.com/pelletier/go-toml/v2":          {[]string{"engine/project"}, "reading the manifest before it is rendered again and compared"},
	"github.com/spf13/cobra":                   {[]string{"cmd/semaprax"}, "the command line"},
	"github.com/spf13/pflag":                   {[]string{"cmd/semaprax"}, "flag types of the command line"},
	"golang.org/x/sys":                         {[]string{"cmd/semaprax", "engine/project", "gitpub"}, "no-follow opens, no-replace rename, locks, page advice"},
	"github.com/bytedance/sonic":               {nil, "tests: a rival reader in the benchmarks of wire"},
	"github.com/valyala/fastjson":              {nil, "tests: a rival reader and an oracle of accepted frames"},
	"github.com/google/go-cmp":                 {nil, "tests: differences of values"},
	"github.com/modelcontextprotocol/go-sdk":   {nil, "tests: a real MCP client"},
	"github.com/rogpeppe/go-internal":          {nil, "tests: scripts that drive the command"},
	"github.com/santhosh-tekuri/jsonschema/v6": {[]string{"internal/oracle"}, "tests: a real validator of what discovery publishes"},
	"go.starlark.net":                          {nil, "tests: a rival interpreter in the benchmarks"},
	"golang.org/x/tools":                       {[]string{"internal/fixture"}, "tests: txtar"},
}

func TestDependenciesAreAllowed(t *testing.T) {
	required := directRequirements(t)
	for _, module := range required {
		if dependencies[module].reason == "" {
			t.Errorf("go.mod requires %s, which is not in the table of dependencies", module)
		}
	}
	for module := range dependencies {
		if !slices.Contains(required, module) {
			t.Errorf("dependencies: go.mod does not require %s directly", module)
		}
	}
	_, sources := readSources(t)
	used := map[string]map[string]bool{}
	for _, s := range sources {
		for _, imported := range s.file.Imports {
			path := strings.Trim(imported.Path.Value, `"`)
			first, _, _ := strings.Cut(path, "/")
			if !strings.Contains(first, ".") || path == modulePath || strings.HasPrefix(path, modulePath+"/") {
				continue
			}
			checkImport(t, s, path, used)
		}
	}
	for module, row := range dependencies {
		if used[module] == nil {
			t.Errorf("dependencies: nothing imports %s", module)
		}
		for _, dir := range row.importers {
			if !used[module][dir] {
				t.Errorf("dependencies: %s no longer imports %s", dir, module)
			}
		}
	}
}

// checkImport judges one import of somebody else's package and records it.
func checkImport(t *testing.T, s source, path string, used map[string]map[string]bool) {
	for module, row := range dependencies {
		if path != module && !strings.HasPrefix(path, module+"/") {
			continue
		}
		if used[module] == nil {
			used[module] = map[string]bool{}
		}
		switch {
		case s.isTest():
		case slices.Contains(row.importers, s.dir()):
			used[module][s.dir()] = true
		default:
			t.Errorf("%s imports %s: not allowed there", s.path, path)
		}
		return
	}
	t.Errorf("%s imports %s, which is of no allowed dependency", s.path, path)
}

// directRequirements reads the modules that go.mod requires without "// indirect".
func directRequirements(t *testing.T) []string {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	var modules []string
	line := regexp.MustCompile(`(?m)^(?:require )?\t?(\S+\.\S+) v\S+$`)
	for _, match := range line.FindAllStringSubmatch(string(text), -1) {
		modules = append(modules, match[1])
	}
	return modules
}

// licences lists the licences a module of the production build may have, each with
// a sentence only its text holds. A text may carry several.
func licences() [][2]string {
	return [][2]string{
		{"Apache-2.0", "Apache License Version 2.0"},
		{"BSD-2-Clause or BSD-3-Clause", "Redistribution and use in source and binary forms, with or without modification, are permitted"},
		{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose"},
		{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
		{"MPL-2.0", "Mozilla Public License Version 2.0"},
	}
}

// refusedLicence matches texts that may not come in, even beside an allowed one.
var refusedLicence = regexp.MustCompile(`(?i)GNU (AFFERO |LESSER )?GENERAL PUBLIC|Server Side Public License|Business Source License|Commons Clause`)

// TestLicencesAreListed compares docs/licences.txt with the modules that the command is
// built of on any platform, and their licence files in the module cache.
func TestLicencesAreListed(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command about three platforms")
	}
	var page bytes.Buffer
	page.WriteString("# Modules in the built command (linux, darwin, windows): module, version, licence file, its SHA-256, licences.\n" +
		"# Generated: go test -run TestLicencesAreListed . -update\n")
	for _, module := range builtModules(t) {
		fields := strings.Fields(module)
		if len(fields) != 3 {
			t.Fatalf("go list says %q", module)
		}
		file, text := licenceFile(t, fields[2])
		found := licencesOf(text)
		if len(found) == 0 || refusedLicence.MatchString(text) {
			t.Errorf("%s: %s is of no allowed licence", fields[0], file)
		}
		fmt.Fprintf(&page, "%s %s %s %x %s\n", fields[0], fields[1], file, sha256.Sum256([]byte(text)), strings.Join(found, ", "))
	}
	compareGenerated(t, "docs/licences.txt", page.Bytes(), "go test -run TestLicencesAreListed . -update, after reading the licence")
}

// builtModules lists path, version and folder of the modules of the build.
func builtModules(t *testing.T) []string {
	var modules []string
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}", "./cmd/semaprax")
		list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			t.Fatalf("go list for %s: %v", system, err)
		}
		modules = append(modules, strings.Split(strings.TrimSpace(string(out)), "\n")...)
	}
	slices.Sort(modules)
	return slices.DeleteFunc(slices.Compact(modules), func(line string) bool { return line == "" })
}

// licenceFile returns the name and the text of a module's licence.
func licenceFile(t *testing.T, dir string) (name, text string) {
	t.Helper()
	for _, name := range []string{"LICENSE", "LICENSE.txt", "LICENSE.md", "COPYING"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			return name, string(text)
		}
	}
	t.Errorf("%s has no licence file", filepath.Base(dir))
	return "none", ""
}

// licencesOf names the licences whose sentence a text holds.
func licencesOf(text string) []string {
	words := strings.Join(strings.Fields(text), " ")
	var found []string
	for _, licence := range licences() {
		if strings.Contains(words, licence[1]) {
			found = append(found, licence[0])
		}
	}
	return found
}

func TestLicencesAreTold(t *testing.T) {
	cases := map[string]string{
		"MIT\n\nPermission is hereby granted, free of\ncharge, to any person obtaining a copy of this": "MIT",
		"                Apache License\n           Version 2.0, January 2004":                         "Apache-2.0",
		"All rights reserved.": "",
	}
	for text, want := range cases {
		if got := strings.Join(licencesOf(text), ", "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if !refusedLicence.MatchString("the GNU Affero General Public License") {
		t.Error("a refused licence is not seen")
	}
}
