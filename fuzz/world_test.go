package fuzz

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/internal/fixture"
	"github.com/semaprax/semaprax-go/policy"
)

const compiler = "0.0.0-fuzz"

// projects is where the shared sample projects lie.
var projects = filepath.Join("..", "testdata", "projects")

// everything is a policy that grants all a session can serve by itself.
func everything() *policy.Policy {
	return &policy.Policy{Version: policy.Newest, CandidatePrepare: true, Diagnostics: true, ReadBatchWorkers: 2,
		TestPolicy: &policy.TestPolicy{MaxSteps: 100_000, MaxExecutionBytes: 65_536, MaxReportBytes: 262_144}}
}

// selections are the policies a conversation runs under.
func selections() []*policy.Policy {
	return []*policy.Policy{everything(), {Version: policy.Newest}, {Version: policy.Newest, ReadBatchWorkers: 4},
		{Version: policy.Newest, CandidatePrepare: true}}
}

// world is a project on disk that sessions are opened over.
type world struct {
	root *project.Root
	dir  string
	core string // the original of src/core.spx
	room []byte // the response room that adapters share, one after another

	found map[policy.Grants]*discovered // what sessions said of themselves
	image string                        // the image revision of the original
	ids   []string                      // of all expressions
}

// discovery is what a session with these grants says of itself; it is asked once.
func (w *world) discovery(t testing.TB, granted *policy.Policy) *discovered {
	t.Helper()
	return w.discoveryWith(t, granted, granted.Grants(), func(*session.Session) {})
}

// discoveryWith is discovery for a session that its host prepares.
func (w *world) discoveryWith(t testing.TB, granted *policy.Policy, key policy.Grants, prepare func(*session.Session)) *discovered {
	t.Helper()
	if granted.ReadBatchWorkers > 0 {
		key = key.With(policy.GrantParallelRead)
	}
	if w.found == nil {
		w.found = map[policy.Grants]*discovered{}
	}
	if w.found[key] == nil {
		s := w.open(t, granted)
		prepare(s)
		w.found[key] = compile(t, s.Handle([]byte(`{"jsonrpc":"2.0","id":0,"method":"protocol/schemas"}`)))
		w.image = opened(s.Handle([]byte(`{"jsonrpc":"2.0","id":0,"method":"workspace/open"}`)))
		if err := s.Finish(nil); err != nil {
			t.Fatal(err)
		}
	}
	return w.found[key]
}

// known is what a generator knows before any response.
func (w *world) known(t testing.TB) map[string][]string {
	t.Helper()
	if w.ids == nil {
		w.ids = expressionsOf(sample(t, "calculator"))
	}
	seen := seeds()
	seen["expression_id"], seen["image_revision"] = w.ids, []string{w.image}
	return seen
}

// reserve hands out one room for all adapters: they follow each other.
func (w *world) reserve(capacityBytes int) ([]byte, error) {
	if cap(w.room) < capacityBytes {
		w.room = make([]byte, 0, capacityBytes)
	}
	return w.room[:0:capacityBytes], nil
}

// newWorld copies a sample project.
func newWorld(t testing.TB, name string) *world {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(projects, name))); err != nil {
		t.Fatal(err)
	}
	return worldAt(t, dir)
}

// calculator is the world of conversations.
func calculator(t testing.TB) *world {
	t.Helper()
	w := newWorld(t, "calculator")
	path := filepath.Join(w.dir, "src", "core.spx")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	w.core = string(text)
	return w
}

func worldAt(t testing.TB, dir string) *world {
	t.Helper()
	root, err := project.OpenRoot("/")
	if err != nil {
		t.Skip("held sources are not supported here: " + err.Error())
	}
	t.Cleanup(func() { root.Close() })
	return &world{root: root, dir: dir}
}

func (w *world) manifest() string { return filepath.Join(w.dir, project.ManifestName) }

// open opens a session; the caller finishes it.
func (w *world) open(t testing.TB, granted *policy.Policy) *session.Session {
	t.Helper()
	s, faults := session.Open(t.Context(), session.Config{Root: w.root, Manifest: w.manifest(), Policy: granted, Compiler: compiler})
	noFaults(t, faults)
	return s
}

var noFaults = fixture.NoFault

// sample builds a sample project in memory and derives its image.
func sample(t testing.TB, name string) *image.Image {
	t.Helper()
	i, faults := build(fixture.Folder(t, filepath.Join(projects, name)))
	noFaults(t, faults)
	return i
}

// build admits a folder of files from memory and derives its image.
func build(files map[string]string) (*image.Image, diag.List) {
	manifest, faults := project.ParseManifest([]byte(files[project.ManifestName]))
	if faults.HasErrors() {
		return nil, faults
	}
	var sources []project.Source
	for _, path := range manifest.Sources() {
		sources = append(sources, project.Source{Path: path, Text: []byte(files[path])})
	}
	of, faults := project.Build(manifest, sources, nil)
	if faults.HasErrors() {
		return nil, faults
	}
	return image.Derive(of, compiler)
}

// archive reads a folder from its txtar text. Only names inside the folder count.
func archive(text string) map[string]string {
	files := map[string]string{}
	for part := range strings.SplitSeq("\n"+text, "\n-- ") {
		if head, body, ok := strings.Cut(part, " --\n"); ok && len(files) < 8 {
			if body != "" && !strings.HasSuffix(body, "\n") {
				body += "\n"
			}
			files[head] = body
		}
	}
	return files
}

// expressionsOf are the identities of all expressions of a program.
func expressionsOf(i *image.Image) (ids []string) {
	program := i.Project().Program()
	for _, fn := range program.Functions {
		for _, e := range program.Identities(fn).Expressions {
			ids = append(ids, e.ID)
		}
	}
	return ids
}
