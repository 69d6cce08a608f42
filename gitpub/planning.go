//go:build linux || darwin

package gitpub

import (
	"bytes"
	"slices"
)

// Plan works out the commit that puts change on top of base, by reading only.
// Every expected file must be an ordinary file of the base tree with exactly
// these bytes; every changed file must be expected. A change to the same bytes
// is none; at least one file must change.
//
// Errors: CodeShape for inadmissible paths, data and objects, CodeCapacity,
// CodeStale when the branch is not base or a file is not as expected, CodeHost.
func (r *Repository) Plan(base string, expect, change []File, meta Meta) (*Plan, error) {
	p, e := r.plan(base, expect, change, meta)
	if e != nil {
		return nil, e
	}
	return p, nil
}

func (r *Repository) plan(base string, expect, change []File, meta Meta) (*Plan, *Error) {
	if e := r.inTime(); e != nil {
		return nil, e
	}
	if e := validateBase("base_commit", base); e != nil {
		return nil, e
	}
	if e := meta.validate(); e != nil {
		return nil, e
	}
	wanted, e := r.want(expect, change)
	if e != nil {
		return nil, e
	}
	if e := r.refIs(base); e != nil {
		return nil, e
	}
	p := &Plan{repository: r, meta: meta, changes: map[string]id{}, stagedSet: map[id]struct{}{}}
	p.Prepared = Prepared{
		Repository: r.Identity(), Reference: r.config.Reference, Format: r.Format(), Base: base,
	}
	w := walk{plan: p, read: newBinding()}
	if e := w.commit(idFromHex(base), wanted); e != nil {
		return nil, e
	}
	for _, f := range expect {
		if path := r.inTree(f.Path); p.changes[path] != (id{}) {
			p.Changed = append(p.Changed, path)
		}
	}
	return p, nil
}

// refIs demands that the branch stands at base.
func (r *Repository) refIs(base string) *Error {
	now, e := r.readRef()
	if e != nil {
		return e
	}
	if now != base {
		return refuse(CodeStale, r.config.Reference, "is at %s, not at %s", orAbsent(now), base)
	}
	return nil
}

func orAbsent(commit string) string {
	if commit == "" {
		return "no commit"
	}
	return commit
}

// inTree puts the project prefix before a path.
func (r *Repository) inTree(path string) string {
	if r.config.ProjectPrefix == "" {
		return path
	}
	return r.config.ProjectPrefix + "/" + path
}

// node is one name in the tree of wanted files: a folder with names inside, or
// a file.
type node struct {
	inside  map[string]*node // nil for a file
	expect  []byte
	change  []byte
	changes bool // change is given
}

// want builds the tree of wanted files.
func (r *Repository) want(expect, change []File) (*node, *Error) {
	if len(expect) == 0 || len(change) == 0 {
		return nil, refuse(CodeShape, "expect", "there is nothing to compare or to change")
	}
	if n := int64(max(len(expect), len(change))); n > r.limits.MaxFiles {
		return nil, refuse(CodeCapacity, "expect", "there are %d files, the limit is %d", n, r.limits.MaxFiles)
	}
	root := &node{inside: map[string]*node{}}
	files := make(map[string]*node, len(expect))
	for _, f := range expect {
		if e := r.judgeFile(f); e != nil {
			return nil, e
		}
		leaf, e := root.add(f.Path, r.inTree(f.Path))
		if e != nil {
			return nil, e
		}
		leaf.expect = f.Content
		files[f.Path] = leaf
	}
	for _, f := range change {
		if e := files[f.Path].setChange(f, r.limits.MaxObjectBytes); e != nil {
			return nil, e
		}
	}
	return root, nil
}

func (r *Repository) judgeFile(f File) *Error {
	if e := validatePath(f.Path, f.Path); e != nil {
		return e
	}
	path := r.inTree(f.Path)
	if depth := int64(len(components(path))); depth > r.limits.MaxTreeDepth || len(path) > maxPathBytes {
		return refuse(CodeShape, f.Path, "the path with its prefix is too long or too deep")
	}
	return nil
}

// setChange gives an expected file its new bytes; n is nil for one that is not.
func (n *node) setChange(f File, limit int64) *Error {
	_, name := splitPath(f.Path)
	switch {
	case n == nil:
		return refuse(CodeShape, f.Path, "is changed but not expected: files are neither made nor removed")
	case n.changes:
		return refuse(CodeShape, f.Path, "is changed twice")
	case steersGit(name):
		return refuse(CodeShape, f.Path, "steers git and is never changed")
	}
	n.change, n.changes = f.Content, true
	return inSize(f.Path, int64(len(f.Content)), limit)
}

// add makes the file node of a path.
func (n *node) add(place, path string) (*node, *Error) {
	parts := components(path)
	for _, name := range parts[:len(parts)-1] {
		next := n.inside[name]
		if next == nil {
			next = &node{inside: map[string]*node{}}
			n.inside[name] = next
		}
		if next.inside == nil {
			return nil, refuse(CodeShape, place, "is below a path that is a file")
		}
		n = next
	}
	name := parts[len(parts)-1]
	if n.inside[name] != nil {
		return nil, refuse(CodeShape, place, "is expected twice, or is a folder of another path")
	}
	leaf := &node{}
	n.inside[name] = leaf
	return leaf, nil
}

// walk is one pass over the base tree, which reads what is expected and stages
// what changes.
type walk struct {
	plan    *Plan
	read    binding
	objects int64 // read
	bytes   int64 // read
	staged  int64 // bytes
	entries int64
}

// commit reads the base commit, walks its tree and stages trees and the commit.
func (w *walk) commit(base id, wanted *node) *Error {
	p := w.plan
	w.read.domain("semaprax.git-publication.read-objects.v1")
	o, e := w.fetch(base, kindCommit, p.repository.limits.MaxCommitBytes)
	if e != nil {
		return e
	}
	p.base = o
	root, ok := commitTree(o)
	if !ok {
		return refuse(CodeShape, base.String(), "the commit does not begin with its tree")
	}
	tree, changed, e := w.folder(root, wanted, "")
	if e != nil {
		return e
	}
	if !changed {
		return refuse(CodeShape, "change", "no file changes")
	}
	p.Tree = tree.String()
	commit, e := w.stage(kindCommit, encodeCommit(tree, base, p.meta))
	if e != nil {
		return e
	}
	p.Commit = commit.String()
	w.read.domain("semaprax.git-publication.staged-objects.v1")
	for _, o := range p.staged {
		w.read.add(o)
		p.Objects = append(p.Objects, Object{o.id.String(), o.kind, int64(len(o.body))})
	}
	p.ContentBinding = w.read.text()
	return nil
}

// folder compares and changes one tree and returns its name afterwards.
func (w *walk) folder(name id, wanted *node, path string) (id, bool, *Error) {
	o, e := w.fetch(name, kindTree, w.plan.repository.limits.MaxTreeBytes)
	if e != nil {
		return name, false, e
	}
	entries, e := parseTree(name.String(), o.body)
	if e != nil {
		return name, false, e
	}
	if w.entries += int64(len(entries)); w.entries > w.plan.repository.limits.MaxTreeEntries {
		return name, false, refuse(CodeCapacity, path, "the trees have over %d entries", w.plan.repository.limits.MaxTreeEntries)
	}
	changed, e := w.children(entries, wanted, path)
	if e != nil || !changed {
		return name, false, e
	}
	w.plan.keepTree(o)
	after, e := w.stage(kindTree, encodeTree(entries))
	return after, true, e
}

// children visits the wanted names in byte order and puts new ids into entries.
func (w *walk) children(entries []entry, wanted *node, path string) (bool, *Error) {
	at := make(map[string]int, len(entries))
	for i, e := range entries {
		at[e.name] = i
	}
	names := make([]string, 0, len(wanted.inside))
	for name := range wanted.inside {
		names = append(names, name)
	}
	slices.Sort(names)
	any := false
	for _, name := range names {
		inner, below := wanted.inside[name], name
		if path != "" {
			below = path + "/" + name
		}
		i, found := at[name]
		if !found {
			return false, refuse(CodeStale, below, "is not in the base tree")
		}
		var changed bool
		var e *Error
		if inner.inside != nil {
			changed, e = w.branch(&entries[i], inner, below)
		} else {
			changed, e = w.leaf(&entries[i], inner, below)
		}
		if e != nil {
			return false, e
		}
		any = any || changed
	}
	return any, nil
}

func (w *walk) branch(in *entry, wanted *node, path string) (changed bool, e *Error) {
	if in.mode != modeTree {
		return false, refuse(CodeShape, path, "is no folder in the base tree (mode %s)", in.mode)
	}
	in.id, changed, e = w.folder(in.id, wanted, path)
	return changed, e
}

func (w *walk) leaf(in *entry, wanted *node, path string) (bool, *Error) {
	if !in.isFile() {
		return false, refuse(CodeShape, path, "is no ordinary file in the base tree (mode %s)", in.mode)
	}
	o, e := w.fetch(in.id, kindBlob, w.plan.repository.limits.MaxObjectBytes)
	if e != nil {
		return false, e
	}
	if !bytes.Equal(o.body, wanted.expect) {
		return false, refuse(CodeStale, path, "is not byte for byte the expected file")
	}
	if !wanted.changes || bytes.Equal(wanted.change, wanted.expect) {
		return false, nil
	}
	if in.id, e = w.stage(kindBlob, wanted.change); e != nil {
		return false, e
	}
	w.plan.changes[path] = in.id
	return true, nil
}

// fetch reads one object within the budgets of a plan and binds it.
func (w *walk) fetch(name id, kind string, limit int64) (object, *Error) {
	limits := w.plan.repository.limits
	if w.objects++; w.objects > limits.MaxReadObjects {
		return object{}, refuse(CodeCapacity, name.String(), "over %d objects to read", limits.MaxReadObjects)
	}
	o, e := w.plan.repository.read(name, kind, min(limit, limits.MaxReadBytes-w.bytes))
	if e != nil {
		return o, e
	}
	w.bytes += int64(len(o.body))
	w.read.add(o)
	return o, nil
}

// stage takes a new object, once.
func (w *walk) stage(kind string, body []byte) (id, *Error) {
	limits := w.plan.repository.limits
	limit := min(limits.MaxObjectBytes, limits.MaxStagedBytes-w.staged)
	if kind == kindTree {
		limit = min(limit, limits.MaxTreeBytes)
	}
	if e := inSize(kind, int64(len(body)), limit); e != nil {
		return id{}, e
	}
	o := newObject(kind, body)
	if _, twice := w.plan.stagedSet[o.id]; twice {
		return o.id, nil
	}
	if int64(len(w.plan.staged)) >= limits.MaxStagedObjects {
		return id{}, refuse(CodeCapacity, kind, "over %d new objects", limits.MaxStagedObjects)
	}
	w.staged += int64(len(body))
	w.plan.staged = append(w.plan.staged, o)
	w.plan.stagedSet[o.id] = struct{}{}
	return o.id, nil
}

// keepTree remembers a base tree for the second opinion, once.
func (p *Plan) keepTree(o object) {
	if !slices.ContainsFunc(p.trees, func(k object) bool { return k.id == o.id }) {
		p.trees = append(p.trees, o)
	}
}
