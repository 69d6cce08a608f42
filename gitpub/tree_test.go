//go:build linux || darwin

package gitpub

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// treeOf writes entries "mode name" literally, in the order given.
func treeOf(blob id, entries ...string) (body []byte) {
	for _, e := range entries {
		mode, name, _ := strings.Cut(e, " ")
		body = append(append(append(body, mode+" "...), name...), 0)
		body = append(body, blob[:]...)
	}
	return body
}

var someID = idFromHex("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")

// treeCases are tree bodies; admitted ones must survive a round trip.
var treeCases = []struct {
	ok   bool
	body []byte
}{
	{true, nil},
	{true, treeOf(someID, "100644 a-b", "100644 a.b", "40000 a", "100644 a0")},
	{true, treeOf(someID, "120000 b", "160000 c", "100755 d")},
	{true, treeOf(someID, "100644 \xff\xfe")},
	{true, treeOf(someID, "100644 a\\b")},
	{false, treeOf(someID, "100644 a", "100644 a")},
	{false, treeOf(someID, "100644 a", "100644 a.b", "40000 a")},
	{false, treeOf(someID, "100644 b", "100644 a")},
	{false, treeOf(someID, "40000 a", "100644 a.b")},
	{false, treeOf(someID, "040000 a")},
	{false, treeOf(someID, "100664 a")},
	{false, treeOf(someID, "100600 a")},
	{false, treeOf(someID, "100644 ")},
	{false, treeOf(someID, "100644 a/b")},
	{false, treeOf(someID, "40000 .")},
	{false, treeOf(someID, "40000 ..")},
	{false, treeOf(someID, "40000 .git")},
	{false, treeOf(id{}, "100644 a")},
	{false, treeOf(someID, "100644 a")[:20]},
	{false, []byte("100644")},
	{false, []byte(" a\x00")},
	{false, treeOf(someID, "100644 "+strings.Repeat("a", 4097))},
	{true, treeOf(someID, "100644 "+strings.Repeat("a", 4096))},
}

func TestTreeGrammar(t *testing.T) {
	for i, row := range treeCases {
		entries, e := parseTree("tree", row.body)
		if (e == nil) != row.ok || e != nil && (e.Code != CodeShape || e.Place != "tree") {
			t.Errorf("row %d: got %v, want ok %v", i, e, row.ok)
		}
		if e == nil && !bytes.Equal(encodeTree(entries), row.body) {
			t.Errorf("row %d does not survive", i)
		}
	}
}

func FuzzTree(f *testing.F) {
	for _, row := range treeCases {
		f.Add(row.body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		entries, e := parseTree("tree", body)
		if e != nil {
			return
		}
		if !bytes.Equal(encodeTree(entries), body) {
			t.Errorf("%q does not survive", body)
		}
		for _, entry := range entries {
			if lower := strings.ToLower(entry.name); lower == ".git" || strings.Contains(lower, "/") || lower == ".." {
				t.Errorf("admits %q", entry.name)
			}
		}
	})
}

// spellings are names around ".git"; the oracle below says which git refuses.
var spellings = []string{
	".git", ".GIT", ".gIt", ".git ", ".git.", ".git . .", ".git::$INDEX_ALLOCATION", ".git:x", "git~1", "GIT~1", "git~1.",
	"git~1:x", "git~2", "git", ".gi", ".gitt", ".git-x", ".git.x", "x.git", ".g\u200cit", ".git\u200f", "\u200e.Git", "\ufeff.git",
	".g\u206ait", ".g\u202eit", ".g\u2060it", "a\\.git", "a\\git~1", ".git\\a", "a\\b", ".", "..", "...", ". ", "a b", "\u65e5",
	".gitignore", ".gitmodules", ".gitattributes",
}

// TestNamesThatFsckRefuses lets git judge one tree a name: whatever fsck
// --strict calls an error is refused here too.
func TestNamesThatFsckRefuses(t *testing.T) {
	r := newRepo(t, map[string]string{"f": ""})
	for i, name := range spellings {
		body := treeOf(someID, "100644 "+name)
		r.git(string(body), "hash-object", "-t", "tree", "--literally", "-w", "--stdin")
		spoilt := newObject(kindTree, body).id.String()
		out, err := r.tryGit("", "fsck", "--strict", "--no-dangling", spoilt)
		reason := badName(name)
		if err != nil && reason == "" {
			t.Errorf("row %d: fsck refuses %q and we admit it: %v", i, name, out)
		}
		if reason == "" && !admittedSpelling(name) || reason != "" && admittedSpelling(name) {
			t.Errorf("row %d: %q gives %q", i, name, reason)
		}
		os.Remove(filepath.Join(r.path, "objects", spoilt[:2], spoilt[2:]))
	}
}

// admittedSpelling is the list of rows that must be admitted.
func admittedSpelling(name string) bool {
	switch name {
	case "git~2", "git", ".gi", ".gitt", ".git-x", ".git.x", "x.git", ".g\u2060it", "a\\b", "...", ". ", "a b", "\u65e5",
		".gitignore", ".gitmodules", ".gitattributes":
		return true
	}
	return false
}

func TestNamesThatSteerGit(t *testing.T) {
	for _, name := range []string{".gitmodules", ".GitModules", ".gitmodules ", "gitmod~1", "GI7EBA~4", ".gitattributes",
		".gitattributes:x", ".git\u200cmodules", "gitatt~1"} {
		if !steersGit(name) {
			t.Errorf("%q is let through", name)
		}
	}
	for _, name := range []string{".gitignore", "gitmodules", "a.gitmodules"} {
		if steersGit(name) {
			t.Errorf("%q is held back", name)
		}
	}
}

func TestPackHeader(t *testing.T) {
	for _, row := range []struct {
		kind byte
		size uint64
		want string
	}{
		{3, 0, "30"}, {3, 15, "3f"}, {3, 16, "b001"}, {1, 2047, "9f7f"}, {2, 2048, "a08001"}, {3, 1 << 26, "b080808002"},
	} {
		if got := hex.EncodeToString(packHeader(row.kind, row.size)); got != row.want {
			t.Errorf("%d of %d: got %s, want %s", row.kind, row.size, got, row.want)
		}
	}
}

// TestPackReadsBackByGit lets index-pack make the index and compares it with ours.
func TestPackReadsBackByGit(t *testing.T) {
	r := newRepo(t, map[string]string{"f": ""})
	var objects []object
	for i := range 300 {
		objects = append(objects, newObject(kindBlob, bytes.Repeat([]byte{byte(i)}, i*i)))
	}
	objects = append(objects, newObject(kindTree, treeOf(objects[0].id, "100644 a")))
	var pack bytes.Buffer
	sum, index, err := encodePack(&pack, objects)
	if err != nil {
		t.Fatal(err)
	}
	folder := folderOf(t)
	name := filepath.Join(folder, fmt.Sprintf("pack-%s.pack", sum))
	if err := os.WriteFile(name, pack.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	r.git("", "index-pack", name)
	want, err := os.ReadFile(strings.TrimSuffix(name, "pack") + "idx")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(index, want) {
		t.Error("our index is not the one git makes")
	}
}
