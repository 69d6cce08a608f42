//go:build linux || darwin

package gitpub

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The rows of a size are run beside each other: ours, the git command line
// doing the same with the same syncs, and the two parts ours has beyond that.
//
//	publish   hold, lease, plan, write, pivot, confirm; no scan, no second opinion
//	git       hash-object --stdin-paths, mktree twice, commit-tree, update-ref; the
//	          listings of unchanged entries are given to it for nothing
//	scan      one admission scan
//	opinion   one second opinion
//	whole     Publish

// benchRepo is a packed repository of folders × files small sources.
type benchRepo struct {
	*repo
	expect, change []File
	sources        string // folder with the changed files on disk
}

func newBenchRepo(b *testing.B, folders, each, changed, perFolder int) *benchRepo {
	base := map[string]string{}
	for d := range folders {
		for f := range each {
			base[fmt.Sprintf("d%02d/f%02d.spx", d, f)] = source(d, f, 0)
		}
	}
	r := &benchRepo{repo: newRepo(b, base), sources: folderOf(b)}
	r.git("", "repack", "-adq")
	r.git("", "pack-refs", "--all")
	for i := range changed {
		d, f := i/perFolder, i%perFolder
		name := fmt.Sprintf("d%02d/f%02d.spx", d, f)
		r.expect = append(r.expect, File{name, []byte(source(d, f, 0))})
		r.change = append(r.change, File{name, []byte(source(d, f, 1))})
		path := filepath.Join(r.sources, strings.ReplaceAll(name, "/", "-"))
		if err := os.WriteFile(path, []byte(source(d, f, 1)), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return r
}

// source is about 1 KiB of text that differs between files and versions.
func source(d, f, version int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "module d%02d.f%02d\n", d, f)
	for line := range 24 {
		fmt.Fprintf(&text, "fn step_%d(x: i64) -> i64 { x * %d + %d }\n", line, d*1000+f, line*version)
	}
	return text.String()
}

// reset puts the repository back to its base, outside the clock.
func (r *benchRepo) reset(b *testing.B, packs map[string]bool) {
	b.StopTimer()
	os.Remove(filepath.Join(r.path, branch))
	entries, _ := os.ReadDir(filepath.Join(r.path, "objects"))
	for _, e := range entries {
		if len(e.Name()) == 2 {
			os.RemoveAll(filepath.Join(r.path, "objects", e.Name()))
		}
	}
	inside, _ := os.ReadDir(filepath.Join(r.path, "objects/pack"))
	for _, e := range inside {
		if !packs[e.Name()] {
			os.Remove(filepath.Join(r.path, "objects/pack", e.Name()))
		}
	}
	b.StartTimer()
}

func (r *benchRepo) packNames() map[string]bool {
	names := map[string]bool{}
	inside, _ := os.ReadDir(filepath.Join(r.path, "objects/pack"))
	for _, e := range inside {
		names[e.Name()] = true
	}
	return names
}

func BenchmarkPublish(b *testing.B) {
	for _, size := range []struct {
		name                               string
		folders, each, changed, perFolders int
	}{
		{"files=10/changed=1", 1, 10, 1, 1},
		{"files=10000/changed=1", 100, 100, 1, 1},
		{"files=10000/changed=16", 100, 100, 16, 4},
		{"files=10000/changed=256", 100, 100, 256, 16},
	} {
		r := newBenchRepo(b, size.folders, size.each, size.changed, size.perFolders)
		b.Run(size.name+"/publish", r.benchPublish)
		b.Run(size.name+"/git", r.benchGit)
		b.Run(size.name+"/scan", r.benchScan)
		b.Run(size.name+"/opinion", r.benchOpinion)
		b.Run(size.name+"/whole", r.benchWhole)
	}
}

// benchPublish publishes without the scan and the second opinion.
func (r *benchRepo) benchPublish(b *testing.B) {
	packs := r.packNames()
	b.ReportAllocs()
	for b.Loop() {
		r.publishOnce(b)
		r.reset(b, packs)
	}
}

func (r *benchRepo) publishOnce(b *testing.B) {
	o, e := hold(r.config(), host, Limits{})
	if e != nil {
		b.Fatal(e)
	}
	p, err := o.Plan(r.base, r.expect, r.change, r.config().Meta())
	if err != nil {
		b.Fatal(err)
	}
	if err := p.Write(); err != nil {
		b.Fatal(err)
	}
	p.stage = verified
	if err := p.Pivot(); err != nil {
		b.Fatal(err)
	}
	if err := p.Confirm(); err != nil {
		b.Fatal(err)
	}
	o.Close()
}

// BenchmarkRepositorySize publishes the same change into a small and a large
// repository in turn, so that a busy disk hits both, and reports the medians.
func BenchmarkRepositorySize(b *testing.B) {
	small, large := newBenchRepo(b, 1, 10, 1, 1), newBenchRepo(b, 100, 100, 1, 1)
	var spent [2][]time.Duration
	packs := [2]map[string]bool{small.packNames(), large.packNames()}
	for b.Loop() {
		for i, r := range []*benchRepo{small, large} {
			started := time.Now()
			r.publishOnce(b)
			spent[i] = append(spent[i], time.Since(started))
			r.reset(b, packs[i])
		}
	}
	var median [2]float64
	for i := range spent {
		slices.Sort(spent[i])
		median[i] = float64(spent[i][len(spent[i])/2])
	}
	b.ReportMetric(median[0], "ns/files=10")
	b.ReportMetric(median[1], "ns/files=10000")
	b.ReportMetric(median[1]/median[0], "ratio")
}

func (r *benchRepo) benchWhole(b *testing.B) {
	packs := r.packNames()
	for b.Loop() {
		if _, err := Publish(r.config(), host, Limits{}, r.expect, r.change); err != nil {
			b.Fatal(err)
		}
		r.reset(b, packs)
	}
}

func (r *benchRepo) benchScan(b *testing.B) {
	o, e := hold(r.config(), host, Limits{})
	if e != nil {
		b.Fatal(e)
	}
	defer o.Close()
	for b.Loop() {
		if e := o.scan(); e != nil {
			b.Fatal(e)
		}
	}
}

func (r *benchRepo) benchOpinion(b *testing.B) {
	packs := r.packNames()
	o, e := hold(r.config(), host, Limits{})
	if e != nil {
		b.Fatal(e)
	}
	defer o.Close()
	p, err := o.Plan(r.base, r.expect, r.change, r.config().Meta())
	if err != nil {
		b.Fatal(err)
	}
	if err := p.Write(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		o.commands = 0
		o.reserved = 0
		if e := p.secondOpinion(); e != nil {
			b.Fatal(e)
		}
	}
	p.Discard()
	r.reset(b, packs)
}

// benchGit does the same with five processes.
func (r *benchRepo) benchGit(b *testing.B) {
	packs := r.packNames()
	var paths strings.Builder
	listings := map[string][]string{}
	for _, f := range r.change {
		fmt.Fprintln(&paths, filepath.Join(r.sources, strings.ReplaceAll(f.Path, "/", "-")))
		folder, _ := splitPath(f.Path)
		if listings[folder] == nil {
			listings[folder] = strings.Split(strings.TrimSpace(r.git("", "ls-tree", r.base+":"+folder)), "\n")
		}
	}
	root := strings.Split(strings.TrimSpace(r.git("", "ls-tree", r.base)), "\n")
	for b.Loop() {
		blobs := strings.Fields(r.synced(b, paths.String(), "hash-object", "-w", "--no-filters", "--stdin-paths"))
		leaves, order := r.leaves(blobs, listings)
		trees := strings.Fields(r.synced(b, leaves, "mktree", "--batch"))
		tree := strings.TrimSpace(r.synced(b, replaced(root, order, trees), "mktree"))
		commit := strings.TrimSpace(r.synced(b, "Change a file\n", "commit-tree", tree, "-p", r.base))
		r.synced(b, "", "update-ref", branch, commit, r.base)
		r.reset(b, packs)
	}
}

// leaves are the changed folders for mktree --batch, each ended by an empty line.
func (r *benchRepo) leaves(blobs []string, listings map[string][]string) (string, []string) {
	var all strings.Builder
	var order []string
	for start := 0; start < len(r.change); {
		folder, _ := splitPath(r.change[start].Path)
		names, ids := []string{}, []string{}
		for ; start < len(r.change) && strings.HasPrefix(r.change[start].Path, folder+"/"); start++ {
			_, name := splitPath(r.change[start].Path)
			names, ids = append(names, name), append(ids, blobs[start])
		}
		all.WriteString(replaced(listings[folder], names, ids) + "\n")
		order = append(order, folder)
	}
	return all.String(), order
}

// replaced is an ls-tree listing with the ids of some names replaced.
func replaced(listing, names, ids []string) string {
	var all strings.Builder
	next := 0
	for _, line := range listing {
		meta, name, _ := strings.Cut(line, "\t")
		if next < len(names) && names[next] == name {
			meta = meta[:strings.LastIndexByte(meta, ' ')+1] + ids[next]
			next++
		}
		all.WriteString(meta + "\t" + name + "\n")
	}
	return all.String()
}

// synced runs git with the syncs that ours does: objects and refs.
func (r *benchRepo) synced(b *testing.B, stdin string, args ...string) string {
	command := exec.Command(gitPath(b), append([]string{"--git-dir=" + r.path, "-c", "core.fsync=loose-object,reference"}, args...)...)
	command.Env, command.Stdin = testEnv, strings.NewReader(stdin)
	out, err := command.Output()
	if err != nil {
		b.Fatal(args, err)
	}
	return string(out)
}
