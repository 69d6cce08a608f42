//go:build unix

package policy_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/semaprax/semaprax-go/policy"
)

func TestOpenAndRead(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name string, size int) {
		if err := os.WriteFile(at(name), bytes.Repeat([]byte("x"), size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("empty", 0)
	write("most", policy.MaxFileBytes)
	write("over", policy.MaxFileBytes+1)
	if err := os.Symlink(at("most"), at("link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, at("through")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(at("fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]policy.Code{
		"empty": "", "most": "", "over": policy.CodeSize, "link": policy.CodeOpen, "fifo": policy.CodeOpen,
		"absent": policy.CodeOpen, ".": policy.CodeOpen, "through/most": "",
	} {
		text, got := load(at(name))
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if got == "" && name != "empty" && len(text) != policy.MaxFileBytes {
			t.Errorf("%s: read %d bytes", name, len(text))
		}
	}
}

func load(path string) ([]byte, policy.Code) {
	file, refused := policy.OpenFile(path)
	if refused != nil {
		return nil, refused.Code
	}
	defer file.Close()
	text, refused := policy.ReadFile(file)
	if refused != nil {
		return nil, refused.Code
	}
	return text, ""
}

// growing reports a small size and then never ends.
type growing struct{ fs.File }

func (growing) Read(p []byte) (int, error) { return len(p), nil }

// failing cannot be read.
type failing struct{ fs.File }

var errDisk = errors.New("disk on fire")

func (failing) Read([]byte) (int, error) { return 0, errDisk }

func TestReadIsBoundedWhileReading(t *testing.T) {
	file, err := fstest.MapFS{"p": {Data: []byte("{}")}}.Open("p")
	if err != nil {
		t.Fatal(err)
	}
	if _, refused := policy.ReadFile(growing{file}); refused == nil || refused.Code != policy.CodeSize {
		t.Errorf("a file that grows: %v", refused)
	}
	_, refused := policy.ReadFile(failing{file})
	if refused == nil || refused.Code != policy.CodeOpen || !errors.Is(refused, errDisk) {
		t.Errorf("a file that fails: %v", refused)
	}
}
