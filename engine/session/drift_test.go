package session

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/policy"
	"github.com/semaprax/semaprax-go/wire"
)

// drift is one way the source changes behind a session; undo restores the old bytes
// at the old path.
type drift struct {
	name string
	do   func(t testing.TB, dir, source string)
}

func drifts() []drift {
	must := func(t testing.TB, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	return []drift{
		{"content", func(t testing.TB, _, source string) {
			text, err := os.ReadFile(source)
			must(t, err)
			text[len(text)-3] ^= 1
			must(t, os.WriteFile(source, text, 0o644))
		}},
		{"length", func(t testing.TB, _, source string) {
			file, err := os.OpenFile(source, os.O_APPEND|os.O_WRONLY, 0)
			must(t, err)
			_, err = file.WriteString("\n")
			must(t, err)
			must(t, file.Close())
		}},
		{"replace with equal bytes", func(t testing.TB, _, source string) {
			text, err := os.ReadFile(source)
			must(t, err)
			must(t, os.WriteFile(source+".new", text, 0o644))
			must(t, os.Rename(source+".new", source))
		}},
		{"chmod", func(t testing.TB, _, source string) { must(t, os.Chmod(source, 0o600)) }},
		{"symlink", func(t testing.TB, _, source string) {
			must(t, os.Rename(source, source+".old"))
			must(t, os.Symlink(source+".old", source))
		}},
		{"hard link", func(t testing.TB, _, source string) { must(t, os.Link(source, source+".link")) }},
		{"delete", func(t testing.TB, _, source string) { must(t, os.Remove(source)) }},
		{"directory swap", func(t testing.TB, dir, source string) {
			folder := filepath.Dir(source)
			must(t, os.Rename(folder, folder+".old"))
			must(t, os.CopyFS(folder, os.DirFS(folder+".old")))
		}},
		{"manifest", func(t testing.TB, dir, _ string) {
			path := filepath.Join(dir, "semaprax.toml")
			text, err := os.ReadFile(path)
			must(t, err)
			must(t, os.WriteFile(path, append(text, '\n'), 0o644))
		}},
	}
}

// firstSource is the path of a source of the project in dir.
func firstSource(s *Session, dir string) string {
	return filepath.Join(dir, filepath.FromSlash(s.project.Modules()[0].Path))
}

func TestDriftBeforeACallIsAbsorbing(t *testing.T) {
	for _, d := range drifts() {
		t.Run(d.name, func(t *testing.T) {
			ran := 0
			s, dir := keeping(t, func() { ran++ })
			d.do(t, dir, firstSource(s, dir))
			wantCode(t, ask(t, s, "test/keep", imageParams(s, `"shelf":1`, `"number":1`)), "SPX-J102")
			if ran != 0 || s.registry.counts() != [3]int{} {
				t.Errorf("ran %d times, retained %v", ran, s.registry.counts())
			}
			wantCode(t, ask(t, s, "protocol/capabilities", ""), "SPX-J102")
			var failure *Failure
			if err := s.Finish(nil); !errors.As(err, &failure) || failure.Diagnostics[0].Code != diag.J102 {
				t.Errorf("finish: %v", err)
			}
		})
	}
}

func TestDriftDuringACallDropsItsResult(t *testing.T) {
	for _, d := range drifts() {
		t.Run(d.name, func(t *testing.T) {
			var during func()
			s, dir := keeping(t, func() { during() })
			during = func() { d.do(t, dir, firstSource(s, dir)) }
			a := ask(t, s, "test/keep", imageParams(s, `"shelf":1`, `"number":1`))
			wantCode(t, a, "SPX-J102")
			if s.registry.counts() != [3]int{} {
				t.Errorf("retained %v", s.registry.counts())
			}
		})
	}
}

func TestDriftFollowsTheFaultsOfACall(t *testing.T) {
	var during func()
	s, dir := keeping(t, func() { during() })
	during = func() { os.Remove(firstSource(s, dir)) }
	a := ask(t, s, "test/keep", imageParams(s, `"shelf":1`, `"number":1`, `"fail":true`))
	got := a.Error.Data.Diagnostics
	if len(got) != 2 || got[0].Code != "SPX-T000" || got[1].Code != "SPX-J102" {
		t.Errorf("diagnostics %v", got)
	}
}

// TestRestoredBytesStayInvalid shows that only a refresh recovers, and that a preview
// adopts nothing.
func TestRestoredBytesStayInvalid(t *testing.T) {
	s, dir := openSession(t, "calculator", nil)
	source := firstSource(s, dir)
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(source, 0o600); err != nil {
		t.Fatal(err)
	}
	wantCode(t, ask(t, s, "workspace/open", ""), "SPX-J102")
	if err := os.Chmod(source, 0o644); err != nil {
		t.Fatal(err)
	}
	wantCode(t, ask(t, s, "workspace/open", ""), "SPX-J102")

	changed := strings.Replace(string(text), "\n@id", "\n// A new comment.\n@id", 1)
	if changed == string(text) {
		t.Fatal("the source has no declaration")
	}
	if err := os.WriteFile(source, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	old := s.image.Revision()
	preview := ask(t, s, "workspace/refresh-preview", imageParams(s))
	if preview.Result == nil || preview.Result.ImageRevision != old.String() || s.image.Revision() != old {
		t.Fatalf("preview %s", preview.raw)
	}
	wantCode(t, ask(t, s, "workspace/open", ""), "SPX-J102")
	wrong := ask(t, s, "workspace/refresh", imageParams(s, `"expected_new_project_revision":"`+numbered(1).String()+`"`))
	wantCode(t, wrong, "SPX-G282")
	a := ask(t, s, "workspace/refresh", imageParams(s, `"expected_new_project_revision":"`+preview.member(t, "observed_project_revision")+`"`))
	if got := a.member(t, "image_revision"); got != preview.member(t, "observed_image_revision") || a.Result.ImageRevision != got {
		t.Errorf("refresh adopted %s", got)
	}
	if got := a.member(t, "old_image_revision"); got != old.String() {
		t.Errorf("old_image_revision %s", got)
	}
	wantCode(t, ask(t, s, "workspace/open", imageParams(s)), "")
}

func TestRefreshRefusesAnotherManifest(t *testing.T) {
	s, dir := openSession(t, "calculator", nil)
	path := filepath.Join(dir, "semaprax.toml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	renamed := strings.Replace(string(text), s.project.Manifest().Name(), "renamed", 1)
	if err := os.WriteFile(path, []byte(renamed), 0o644); err != nil {
		t.Fatal(err)
	}
	wantCode(t, ask(t, s, "workspace/refresh-preview", imageParams(s)), "SPX-G283")
	wantCode(t, ask(t, s, "workspace/refresh", imageParams(s, `"expected_new_project_revision":"`+numbered(1).String()+`"`)), "SPX-G283")
}

func TestRefreshPassesLoaderCodes(t *testing.T) {
	s, dir := openSession(t, "calculator", nil)
	if err := os.WriteFile(firstSource(s, dir), []byte("module broken\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	a := ask(t, s, "workspace/refresh-preview", imageParams(s))
	if a.Error == nil || !strings.HasPrefix(a.code(), "SPX-") || a.code() == "SPX-J102" {
		t.Errorf("got %s", a.raw)
	}
}

func TestFinishClassifies(t *testing.T) {
	broken := &wire.IOError{Op: "write", Lost: 10, Err: errors.New("broken pipe")}
	cases := []struct {
		name   string
		pivot  error // nil publishes
		git    bool  // a publisher is attached and a commit attempted
		drift  bool
		stream error
		want   string // codes joined by a space; "stream" for the stream's own error
	}{
		{name: "all well", want: ""},
		{name: "drift", drift: true, want: "SPX-J102"},
		{name: "stream", stream: broken, want: "stream"},
		{name: "stream and drift", drift: true, stream: broken, want: "SPX-J102 SPX-G280"},
		{name: "published", git: true, want: ""},
		{name: "published and drift", git: true, drift: true, want: "SPX-G287 SPX-J102"},
		{name: "published and stream", git: true, stream: broken, want: "SPX-G287 SPX-G280"},
		{name: "uncertain and stream", git: true, pivot: uncertain(), stream: broken, want: "SPX-G287 SPX-G280"},
		{name: "uncertain, drift and stream", git: true, pivot: uncertain(), drift: true, stream: broken, want: "SPX-G287 SPX-J102 SPX-G280"},
		{name: "available and stream", git: true, pivot: stale(), stream: broken, want: "stream"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, dir := openSession(t, "calculator", policy.Candidate.Policy())
			if c.git {
				attemptCommit(t, s, &fakePublisher{pivot: c.pivot})
			}
			if c.drift {
				os.Remove(firstSource(s, dir))
			}
			err := s.Finish(c.stream)
			if got := endingCodes(err, c.stream); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if again := s.Finish(nil); again != err {
				t.Errorf("the second finish answers %v", again)
			}
			if s.Handle([]byte(`{"jsonrpc":"2.0","id":1,"method":"workspace/open"}`)) != nil {
				t.Error("a finished session answers")
			}
		})
	}
}

func endingCodes(err, stream error) string {
	var failure *Failure
	switch {
	case err == nil:
		return ""
	case errors.As(err, &failure):
		var codes []string
		for _, d := range failure.Diagnostics {
			codes = append(codes, string(d.Code))
		}
		return strings.Join(codes, " ")
	case err == stream:
		return "stream"
	}
	return err.Error()
}
