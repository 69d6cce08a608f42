//go:build linux || darwin

package gitpub_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/semaprax/semaprax-go/gitpub"
)

// Example publishes one changed file into a fresh bare repository, then tries
// the same once more: the branch is no longer at the base.
func Example() {
	git, err := exec.LookPath("git")
	if err != nil {
		fmt.Println(err)
		return
	}
	store, base := exampleStore(git)
	defer os.RemoveAll(filepath.Dir(store))

	config := gitpub.Config{
		GitExecutable: git, Repository: store, Reference: "refs/heads/main", BaseCommit: base,
		AuthorName: "Ada Example", AuthorEmail: "ada@example.org", UnixSeconds: 1700000000,
		Message: "Greet the world\n", MaxCommands: 16, TimeoutMillis: 30000,
	}
	host := gitpub.Host{Now: time.Now, Sleep: time.Sleep}
	expect := []gitpub.File{{Path: "greeting", Content: []byte("hello\n")}}
	change := []gitpub.File{{Path: "greeting", Content: []byte("hello, world\n")}}

	done, err := gitpub.Publish(config, host, gitpub.Limits{}, expect, change)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(done.Changed, done.Commit)

	_, err = gitpub.Publish(config, host, gitpub.Limits{}, expect, change)
	var refusal *gitpub.Error
	if errors.As(err, &refusal) {
		fmt.Println(refusal.Code, refusal.Place, refusal.MayHaveMoved)
	}
	// Output:
	// [greeting] c5ebe9a127bfbe325c8413d3d3355fcbe40741e2
	// SPX-G265 refs/heads/main false
}

// exampleStore makes a bare repository with one commit of the file greeting.
func exampleStore(git string) (path, base string) {
	folder, err := os.MkdirTemp("", "gitpub")
	if err != nil {
		panic(err)
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		panic(err)
	}
	path = filepath.Join(folder, "store.git")
	run := func(stdin string, args ...string) string {
		command := exec.Command(git, append([]string{"--git-dir=" + path}, args...)...)
		command.Env = []string{"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null"}
		command.Stdin = strings.NewReader(stdin)
		out, err := command.Output()
		if err != nil {
			panic(err)
		}
		return strings.TrimSpace(string(out))
	}
	run("", "init", "-q", "--bare", "--template=", path)
	run("commit refs/heads/main\ncommitter A <a@example.org> 1600000000 +0000\ndata 5\nstart\n"+
		"M 100644 inline greeting\ndata 6\nhello\n\n", "fast-import", "--quiet")
	return path, run("", "rev-parse", "refs/heads/main")
}
