//go:build linux || darwin

package gitpub

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// exactCase says what a publication of one file takes of one bound, measured by the
// file system or by git, and the refusal of one less.
type exactCase struct {
	need  int64
	code  Code
	place string
}

// TestEveryLimitIsExact lowers each limit to what a publication takes, which
// succeeds, and by one more, which is refused and changes nothing.
func TestEveryLimitIsExact(t *testing.T) {
	const was, now = "module a\n", "module a, of more bytes than all that was read before it in this repository, so that it is the largest object of its publication and none beside it comes near: this sentence is there to be long, and says nothing else, over and over and over and over and over and over and over and over and over and over and over and over.\n"
	origin := newRepo(t, map[string]string{"README.md": "read me\n", "src/a.spx": was, "src/b.spx": "module b\n", "lib/c": "c"})
	loose := origin.copyTo(t)
	origin.git("", "pack-refs", "--all")
	expect, change := files("README.md", "read me\n", "src/a.spx", was), files("src/a.spx", now)
	cases := origin.exactCases(t, expect, change)
	fields := reflect.TypeFor[Limits]()
	for i := range fields.NumField() {
		name := fields.Field(i).Name
		row, listed := cases[name]
		if !listed {
			t.Errorf("%s has no case", name)
			continue
		}
		for less := range int64(2) {
			r := origin.copyTo(t)
			if name == "MaxRefBytes" {
				r = loose.copyTo(t)
			}
			c := r.config()
			if name == "MaxStderrBytes" {
				c.GitExecutable = r.liar(fmt.Sprintf(`head -c %d /dev/zero >&2; exec GIT "$@"`, row.need))
			}
			var l Limits
			reflect.ValueOf(&l).Elem().Field(i).SetInt(row.need - less)
			got, err := Publish(c, host, l, expect, change)
			switch {
			case less == 0 && err != nil:
				t.Errorf("%s of %d: %v", name, row.need, err)
			case less == 0:
				r.demandTidy(branch, got.Commit)
			case err == nil:
				t.Errorf("%s of %d is enough", name, row.need-1)
			default:
				t.Run(name, func(t *testing.T) { demand(t, err, row.code, row.place) })
				r.demandTidy(branch, r.base)
			}
		}
	}
}

// exactCases measures a publication in a copy that is made without lowered limits.
func (r *repo) exactCases(t *testing.T, expect, change []File) map[string]exactCase {
	done := r.copyTo(t)
	got, err := Publish(done.config(), host, Limits{}, expect, change)
	if err != nil {
		t.Fatal(err)
	}
	size := func(name string) int64 {
		n, err := strconv.ParseInt(strings.TrimSpace(done.git("", "cat-file", "-s", name)), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	entries := func(tree string) int64 { return int64(strings.Count(done.git("", "ls-tree", tree), "\n")) }
	base, after := r.base, got.Commit
	read := []string{base, base + "^{tree}", base + ":README.md", base + ":src", base + ":src/a.spx"}
	staged := []string{after + ":src/a.spx", after + ":src", after + "^{tree}", after}
	var bytesRead, bytesStaged, largest int64
	for _, name := range read {
		bytesRead += size(name)
		largest = max(largest, size(name))
	}
	for _, name := range staged {
		bytesStaged += size(name)
		largest = max(largest, size(name))
	}
	// What git is asked: the base commit, the trees that change and every new object.
	asked := append([]string{base, base + "^{tree}", base + ":src"}, staged...)
	moved := int64(64 << 10)
	for _, name := range asked {
		moved += size(name) + idHex + 64 + idHex + 1
	}
	scanned, deepest := done.survey(t)
	return map[string]exactCase{
		"MaxConfigBytes": {r.fileSize(t, "config"), CodeShape, "config"},
		"MaxScanEntries": {scanned, CodeStale, ""}, "MaxScanDepth": {deepest, CodeShape, ""},
		"MaxRefBytes":        {minRefBytes, CodeShape, "limits.MaxRefBytes"},
		"MaxPackedRefsBytes": {r.fileSize(t, "packed-refs"), CodeCapacity, "packed-refs"},
		"MaxIndexBytes":      {r.indexBytes(t), CodeHost, "objects/pack"},
		"MaxObjectBytes":     {largest, CodeCapacity, "src/a.spx"},
		"MaxTreeBytes":       {size(base + "^{tree}"), CodeCapacity, ""},
		"MaxCommitBytes":     {size(base), CodeCapacity, ""},
		"MaxReadBytes":       {bytesRead, CodeCapacity, ""},
		"MaxReadObjects":     {int64(len(read)), CodeCapacity, ""},
		"MaxStagedBytes":     {bytesStaged, CodeCapacity, "commit"},
		"MaxStagedObjects":   {int64(len(staged)), CodeCapacity, "commit"},
		"MaxTreeEntries":     {entries(base) + entries(base+":src"), CodeCapacity, "src"},
		"MaxTreeDepth":       {2, CodeShape, "src/a.spx"},
		"MaxFiles":           {int64(len(expect)), CodeCapacity, "expect"},
		"MaxStderrBytes":     {100, CodeCapacity, "git_executable"},
		"MaxProcessBytes":    {moved, CodeCapacity, "git_executable"},
	}
}

// survey counts what a scan meets, and the folders above the deepest of it.
func (r *repo) survey(t *testing.T) (entries, depth int64) {
	t.Helper()
	err := filepath.WalkDir(r.path, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == r.path {
			return err
		}
		entries++
		if entry.IsDir() {
			depth = max(depth, int64(strings.Count(strings.TrimPrefix(path, r.path), "/")))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return entries, depth
}

func (r *repo) fileSize(t *testing.T, name string) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(r.path, name))
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

func (r *repo) indexBytes(t *testing.T) (sum int64) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(r.path, "objects", "pack", "*.idx"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		sum += r.fileSize(t, strings.TrimPrefix(name, r.path+"/"))
	}
	return sum
}
