//go:build linux || darwin

package gitpub

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
)

// deltaRepo is packed into delta chains, with more objects than FindHash scans for.
func deltaRepo(t testing.TB) (*repo, map[string]string) {
	base := map[string]string{}
	for f := range 60 {
		base[fmt.Sprintf("d/f%02d", f)] = source(1, f, 0)
	}
	r := newRepo(t, base)
	r.git("", "repack", "-adfq", "--depth=20", "--window=20")
	return r, base
}

func TestEveryObjectReadsAsGitReadsIt(t *testing.T) {
	r, _ := deltaRepo(t)
	loose := strings.TrimSpace(r.git("loose\n", "hash-object", "-w", "--stdin"))
	o, err := Open(r.config(), host, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	deltas := 0
	for line := range strings.Lines(r.git("", "cat-file", "--batch-check=%(objectname) %(objecttype) %(deltabase)", "--batch-all-objects")) {
		words := strings.Fields(line)
		if strings.Trim(words[2], "0") != "" {
			deltas++
		}
		got, e := o.read(idFromHex(words[0]), words[1], 1<<20)
		if e != nil {
			t.Fatal(e)
		}
		if want := r.git("", "cat-file", words[1], words[0]); string(got.body) != want {
			t.Errorf("%s: %d bytes, git has %d", words[0], len(got.body), len(want))
		}
	}
	if deltas <= scanned {
		t.Errorf("only %d deltas: the map of names is not reached", deltas)
	}
	if _, e := o.read(idFromHex(loose), kindTree, 100); e == nil || e.Code != CodeShape {
		t.Errorf("a blob as a tree: %v", e)
	}
	if _, e := o.read(idFromHex(loose), kindBlob, 5); e == nil || e.Code != CodeCapacity {
		t.Errorf("over the limit: %v", e)
	}
	if _, e := o.read(idFromHex(strings.Repeat("12", 20)), kindBlob, 5); e == nil || e.Code != CodeHost {
		t.Errorf("missing: %v", e)
	}
}

// TestReadsGoOnWhenPacksAreReplaced: gc puts another pack in place between reads.
func TestReadsGoOnWhenPacksAreReplaced(t *testing.T) {
	r, base := deltaRepo(t)
	o, err := Open(r.config(), host, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if _, e := o.read(idFromHex(r.base), kindCommit, 1<<20); e != nil {
		t.Fatal(e)
	}
	next := strings.TrimSpace(r.git("x\n", "commit-tree", r.base+"^{tree}", "-p", r.base))
	r.git("", "update-ref", branch, next)
	r.git("", "repack", "-adfq")
	c := r.config()
	if _, e := o.read(idFromHex(next), kindCommit, 1<<20); e != nil {
		t.Error(e)
	}
	p, err := o.Plan(next, files("d/f01", base["d/f01"]), files("d/f01", "x"), c.Meta())
	if err != nil {
		t.Fatal(err)
	}
	p.Discard()
}

// TestSpoiltPacksAreRefused flips bytes of a pack and of its index. A plan on
// them is refused or right, and never panics.
func TestSpoiltPacksAreRefused(t *testing.T) {
	r, base := deltaRepo(t)
	c := r.config()
	random := rand.New(rand.NewPCG(1, 2))
	for _, extension := range []string{"pack", "idx"} {
		names, _ := filepath.Glob(r.path + "/objects/pack/*." + extension)
		good, err := os.ReadFile(names[0])
		if err != nil {
			t.Fatal(err)
		}
		os.Chmod(names[0], 0o644)
		for range counted(400, 60, 10000) {
			bad := bytes.Clone(good)
			for range 1 + random.IntN(8) {
				bad[random.IntN(len(bad))] ^= byte(1 + random.IntN(255))
			}
			if random.IntN(8) == 0 {
				bad = bad[:random.IntN(len(bad))]
			}
			if err := os.WriteFile(names[0], bad, 0o644); err != nil {
				t.Fatal(err)
			}
			planOnSpoilt(t, c, base)
		}
		if err := os.WriteFile(names[0], good, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func planOnSpoilt(t *testing.T, c Config, base map[string]string) {
	t.Helper()
	o, err := Open(c, host, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	expect := files("d/f07", base["d/f07"], "d/f33", base["d/f33"], "d/f59", base["d/f59"])
	p, err := o.Plan(c.BaseCommit, expect, files("d/f33", "x"), c.Meta())
	if err != nil {
		if e := err.(*Error); e.MayHaveMoved || e.Code == CodeUncertain {
			t.Errorf("got %v", err)
		}
		return
	}
	if want := newObject(kindCommit, p.staged[len(p.staged)-1].body).id.String(); p.Commit != want || len(p.Objects) != 4 {
		t.Errorf("planned %+v", p.Prepared)
	}
}

// TestSpoiltLooseObjectIsRefused puts other bytes under the name of a base
// object.
func TestSpoiltLooseObjectIsRefused(t *testing.T) {
	r := newRepo(t, project)
	blob := newObject(kindBlob, []byte("read me\n")).id.String()
	loose := filepath.Join(r.path, "objects", blob[:2], blob[2:])
	other := strings.TrimSpace(r.git("READ ME\n", "hash-object", "-w", "--stdin"))
	os.MkdirAll(filepath.Dir(loose), 0o755)
	if err := os.Rename(filepath.Join(r.path, "objects", other[:2], other[2:]), loose); err != nil {
		t.Fatal(err)
	}
	_, err := Publish(r.config(), host, Limits{}, files("README.md", "READ ME\n"), files("README.md", "published\n"))
	demand(t, err, CodeStale, blob)
	os.Remove(loose)
	r.demandTidy(branch, r.base)
}

// packedCases are packed-refs files and what the branch reads as; "!" is a refusal.
var packedCases = []struct{ text, want string }{
	{"", ""},
	{"# pack-refs with: peeled fully-peeled sorted \n", ""},
	{hexA + " refs/heads/main\n", hexA},
	{hexB + " refs/heads/x refs/heads/main\n", "!"},
	{hexB + " refs/heads/main2\n" + hexA + " refs/heads/main\n^" + hexB + "\n", hexA},
	{hexB + " x/refs/heads/main\n", ""},
	{"# " + hexB + " refs/heads/main\n", ""},
	{"^" + hexB + " refs/heads/main\n", ""},
	{hexA[1:] + " refs/heads/main\n", "!"},
	{"g" + hexA[1:] + " refs/heads/main\n", "!"},
	{hexA + " refs/heads/main", "!"},
	{hexA + "  refs/heads/main\n", "!"},
}

const (
	hexA = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	hexB = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
)

func TestPackedRefsGrammar(t *testing.T) {
	for i, row := range packedCases {
		got, e := findPackedRef([]byte(row.text), branch)
		if e != nil {
			got = "!"
		}
		if got != row.want {
			t.Errorf("row %d: got %q, want %q", i, got, row.want)
		}
	}
}

// FuzzPackedRefs compares with a reader that takes one line at a time.
func FuzzPackedRefs(f *testing.F) {
	for _, row := range packedCases {
		f.Add([]byte(row.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, e := findPackedRef(text, branch)
		if e != nil {
			got = "!"
		}
		if want := slowPackedRef(text); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func slowPackedRef(text []byte) string {
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		return "!"
	}
	for line := range strings.Lines(string(text)) {
		value, found := strings.CutSuffix(line, " "+branch+"\n")
		switch {
		case !found || value == "" || value[0] == '#' || value[0] == '^':
		case len(value) != idHex || !isHex(value):
			return "!"
		default:
			return value
		}
	}
	return ""
}

// TestIndexGrammar feeds openIndex files whose counts do not fit their size.
func TestIndexGrammar(t *testing.T) {
	r, _ := deltaRepo(t)
	names, _ := filepath.Glob(r.path + "/objects/pack/*.idx")
	good, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	path := folderOf(t)
	root, err := openRoot(path)
	if err != nil {
		t.Fatal(err)
	}
	defer root.close()
	change := func(at int, to ...byte) []byte {
		c := bytes.Clone(good)
		copy(c[at:], to)
		return c
	}
	for i, row := range []struct {
		body []byte
		ok   bool
	}{
		{good, true},
		{good[:indexNames], false},
		{good[:len(good)-1], false},
		{change(0, 0), false},
		{change(7, 3), false},
		{change(8, 0xff), false},
		{change(indexNames-4, 0x7f), false},
		{change(indexNames-1, 0), false},
	} {
		os.WriteFile(path+"/x.idx", row.body, 0o644)
		f, err := root.read("x.idx")
		if err != nil {
			t.Fatal(err)
		}
		x, err := openIndex(f)
		if (err == nil) != row.ok {
			t.Errorf("row %d: got %v", i, err)
		}
		if err == nil {
			if _, err := x.FindOffset(plumbing.NewHash(r.base)); err != nil {
				t.Errorf("row %d: %v", i, err)
			}
		}
		f.Close()
	}
}
