//go:build linux || darwin

package gitpub

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/format/objfile"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

// packs are the repository's packs, opened as they are needed and listed again
// when an object is not found: gc replaces them at any time.
type packs struct {
	root   folder
	limit  int64 // bytes of open indexes
	opened int64
	bases  cache.Object         // delta bases of all packs
	known  map[string]*heldPack // by name without extension
}

func (p *packs) close() {
	for _, pack := range p.known {
		pack.close()
	}
	p.known, p.opened = nil, 0
}

// read returns the object of a name, at most limit bytes of body, hashed again
// independently. A kind other than the one wanted is CodeShape, a body that does
// not hash to its name CodeStale, a missing or unreadable object CodeHost.
func (r *Repository) read(name id, kind string, limit int64) (object, *Error) {
	limit = min(limit, r.limits.MaxObjectBytes)
	found, body, e := r.readLoose(name, limit)
	if e == nil && body == nil {
		found, body, e = r.packs.read(name, limit)
	}
	if e != nil {
		return object{}, e
	}
	if found != kind {
		return object{}, refuse(CodeShape, name.String(), "is a %s, not a %s", found, kind)
	}
	o := newObject(kind, body)
	if o.id != name {
		return object{}, refuse(CodeStale, name.String(), "the stored bytes hash to %s", o.id)
	}
	return o, nil
}

// readLoose returns a nil body when there is no such file.
func (r *Repository) readLoose(name id, limit int64) (string, []byte, *Error) {
	hex := name.String()
	place := "objects/" + hex[:2] + "/" + hex[2:]
	in, err := r.root.walk("objects/" + hex[:2])
	if absent(err) {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, failed(place, "cannot be opened", err)
	}
	defer in.close()
	f, err := in.read(hex[2:])
	if absent(err) {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, failed(place, "cannot be opened", err)
	}
	defer f.Close()
	return inflate(place, f, limit)
}

func inflate(place string, from io.Reader, limit int64) (string, []byte, *Error) {
	reader, err := objfile.NewReader(from)
	if err != nil {
		return "", nil, failed(place, "cannot be inflated", err)
	}
	defer reader.Close()
	kind, size, err := reader.Header()
	if err != nil {
		return "", nil, failed(place, "has no header", err)
	}
	if e := inSize(place, size, limit); e != nil {
		return "", nil, e
	}
	return fill(place, kind, size, reader)
}

// fill reads exactly size bytes, which the caller has bounded.
func fill(place string, kind plumbing.ObjectType, size int64, from io.Reader) (string, []byte, *Error) {
	body := make([]byte, size+1)
	n, err := io.ReadFull(from, body)
	if err != io.ErrUnexpectedEOF && err != io.EOF {
		return "", nil, failed(place, "its body is not as long as it says", err)
	}
	if int64(n) != size {
		return "", nil, failed(place, "its body is not as long as it says", io.ErrUnexpectedEOF)
	}
	return kind.String(), body[:n:n], nil
}

func inSize(place string, size, limit int64) *Error {
	if size < 0 || size > limit {
		return refuse(CodeCapacity, place, "the object has %d bytes, the limit is %d", size, limit)
	}
	return nil
}

func (p *packs) read(name id, limit int64) (string, []byte, *Error) {
	kind, body, e := p.search(name, limit)
	if e == nil && body != nil {
		return kind, body, nil
	}
	// Not found, or found in a pack that went away: look at the folder as it
	// is now, once.
	if err := p.list(); err != nil {
		return "", nil, failed("objects/pack", "cannot be listed", err)
	}
	kind, body, e = p.search(name, limit)
	if e == nil && body == nil {
		e = failed(name.String(), "the object is in no pack and not loose", plumbing.ErrObjectNotFound)
	}
	return kind, body, e
}

func (p *packs) search(name id, limit int64) (string, []byte, *Error) {
	for base, pack := range p.known {
		offset, err := pack.FindOffset(plumbing.Hash(name))
		if errors.Is(err, plumbing.ErrObjectNotFound) {
			continue
		}
		if err == nil {
			return readPacked(base, pack, name, offset, limit)
		}
		return "", nil, failed("objects/pack/"+base+".idx", "cannot be searched", err)
	}
	return "", nil, nil
}

// readPacked takes a panic of go-git over a spoilt pack for a failure to read it.
func readPacked(base string, pack *heldPack, name id, offset, limit int64) (kind string, body []byte, e *Error) {
	place := "objects/pack/" + base + ".pack"
	defer func() {
		if trouble := recover(); trouble != nil {
			kind, body, e = "", nil, failed(place, "cannot be read", fmt.Errorf("%v", trouble))
		}
	}()
	size, err := pack.GetSizeByOffset(offset)
	if err != nil {
		return "", nil, failed(place, "cannot be read", err)
	}
	if e := inSize(name.String(), size, limit); e != nil {
		return "", nil, e
	}
	stored, err := pack.Get(plumbing.Hash(name))
	if err != nil {
		return "", nil, failed(place, "cannot be read", err)
	}
	reader, err := stored.Reader()
	if err != nil {
		return "", nil, failed(place, "cannot be read", err)
	}
	defer reader.Close()
	if stored.Size() != size {
		return "", nil, failed(place, "its object is not as long as it says", io.ErrUnexpectedEOF)
	}
	return fill(place, stored.Type(), size, reader)
}

// list opens the packs that are in the folder now and drops those that are not.
func (p *packs) list() error {
	in, err := p.root.walk("objects/pack")
	if absent(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.close()
	var bases []string
	if err := in.names(func(name string) bool {
		if base, ok := strings.CutSuffix(name, ".idx"); ok {
			bases = append(bases, base)
		}
		return true
	}); err != nil {
		return err
	}
	old := p.known
	p.known = make(map[string]*heldPack, len(bases))
	for base, pack := range old {
		if slices.Contains(bases, base) {
			p.known[base] = pack
		} else {
			p.opened -= pack.index.size
			pack.close()
		}
	}
	for _, base := range bases {
		if err := p.open(in, base); err != nil && !absent(err) {
			return err
		}
	}
	return nil
}

// open opens one pack with its index, unless it is known.
func (p *packs) open(in folder, base string) error {
	if p.known[base] != nil {
		return nil
	}
	f, err := in.read(base + ".idx")
	if err != nil {
		return err
	}
	if p.opened+f.size > p.limit {
		f.Close()
		return errors.New("the pack indexes are over the limit of bytes")
	}
	index, err := openIndex(f)
	if err != nil {
		f.Close()
		return err
	}
	body, err := in.read(base + ".pack")
	if err != nil {
		f.Close()
		return err
	}
	// Without a file system go-git reads every object into memory; sizes are
	// asked for first.
	p.opened += f.size
	p.known[base] = &heldPack{packfile.NewPackfileWithCache(index, nil, body, p.bases, 0), f}
	return nil
}

// heldPack is an open pack with its open index.
type heldPack struct {
	*packfile.Packfile
	index *file
}

func (p *heldPack) close() {
	p.Packfile.Close()
	p.index.Close()
}
