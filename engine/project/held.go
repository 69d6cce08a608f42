package project

import (
	"context"
	"crypto/sha256"
	"strings"
	"sync"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// Identity is what the system says of one file or directory.
type Identity struct {
	Device uint64
	Inode  uint64
	Mode   uint32 // kind and permission bits
	Links  uint64
	Size   int64 // bytes
}

// sameDirectory compares what must not change of a directory: its entries may.
func (id Identity) sameDirectory(other Identity) bool {
	return id.Device == other.Device && id.Inode == other.Inode && id.Mode == other.Mode
}

// heldDirectory is one directory on the way to the inputs. Entry 0 is the root.
type heldDirectory struct {
	parent   int // index; -1 for the root
	name     string
	fd       int
	identity Identity
}

// heldFile is one input.
type heldFile struct {
	path      string // relative to the project, as diagnostics show it
	directory int    // index
	name      string
	fd        int
	identity  Identity
	content   []byte
	digest    canon.Digest // SHA-256 of content
}

// Held keeps the inputs of one opened project: the descriptors of the manifest,
// of every source and of every directory on the way, with what was seen of them.
//
// The directories of a Held are opened once, so its inputs can be authenticated
// with two system calls per small file. It is safe for concurrent use; Close it
// when the project is replaced.
type Held struct {
	mu          sync.Mutex
	directories []heldDirectory
	files       []heldFile
	buffer      []byte
	closed      bool
}

// File describes one held input.
type File struct {
	Path     string // relative to the project
	Identity Identity
	Digest   canon.Digest // SHA-256 of the content
}

// Files lists the held inputs: the manifest, then the sources in path order.
func (h *Held) Files() []File {
	list := make([]File, len(h.files))
	for i, f := range h.files {
		list[i] = File{Path: f.path, Identity: f.identity, Digest: f.digest}
	}
	return list
}

// Close releases every descriptor. A closed Held fails every Recheck.
func (h *Held) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil
	}
	h.closed = true
	var first error
	for _, f := range h.files {
		first = firstError(first, closeFD(f.fd))
	}
	for _, d := range h.directories {
		first = firstError(first, closeFD(d.fd))
	}
	return first
}

func firstError(first, next error) error {
	if first != nil {
		return first
	}
	return next
}

// holdManifest opens the directories down to the manifest and the manifest.
func holdManifest(ctx context.Context, root *Root, path string) (*Held, diag.List) {
	components, ok := root.below(path)
	if !ok || components[len(components)-1] != ManifestName {
		return nil, refuse(diag.J102, ManifestName, "the manifest path is not a clean absolute path to a file named %s", ManifestName)
	}
	h, fault := holdRoot(root)
	if fault != nil {
		return nil, fault
	}
	last := len(components) - 1
	fault = h.holdFile(ctx, components[:last], 0, ManifestName, ManifestName, MaxManifestBytes)
	if fault != nil {
		h.Close()
		return nil, fault
	}
	return h, nil
}

// holdRoot starts a Held with a descriptor of the root that is its own.
func holdRoot(root *Root) (*Held, diag.List) {
	fd, err := openDirectory(root.fd, ".")
	if err != nil {
		return nil, systemFault(ManifestName, err)
	}
	identity, err := statFD(fd)
	if err != nil {
		closeFD(fd)
		return nil, systemFault(ManifestName, err)
	}
	return &Held{directories: []heldDirectory{{parent: -1, fd: fd, identity: identity}}}, nil
}

// holdSources opens every declared source below the manifest's directory.
func (h *Held) holdSources(ctx context.Context, paths []string) diag.List {
	base, budget := h.files[0].directory, int64(MaxSourceBytes)
	for _, path := range paths {
		folders, name := splitPath(path)
		if fault := h.holdFile(ctx, folders, base, name, path, budget); fault != nil {
			return fault
		}
		budget -= h.files[len(h.files)-1].identity.Size
	}
	return nil
}

// holdFile walks the folders below the directory at index from, then opens, reads
// and keeps the file. At most maxBytes bytes are read.
func (h *Held) holdFile(ctx context.Context, folders []string, from int, name, path string, maxBytes int64) diag.List {
	if err := ctx.Err(); err != nil {
		return refuse(diag.I001, path, "%v", err)
	}
	directory := from
	for _, folder := range folders {
		next, fault := h.holdDirectory(directory, folder, path)
		if fault != nil {
			return fault
		}
		directory = next
	}
	f := heldFile{path: path, directory: directory, name: name}
	if fault := f.open(h.directories[directory].fd); fault != nil {
		return fault
	}
	fault := h.checkNew(&f, maxBytes)
	if fault == nil {
		fault = f.read()
	}
	if fault != nil {
		closeFD(f.fd)
		return fault
	}
	h.files = append(h.files, f)
	return nil
}

// holdDirectory returns the index of a directory, opening it the first time.
func (h *Held) holdDirectory(parent int, name, path string) (int, diag.List) {
	for i, d := range h.directories {
		if d.parent == parent && d.name == name {
			return i, nil
		}
	}
	parentFD := h.directories[parent].fd
	before, err := statAt(parentFD, name)
	if err != nil {
		return 0, systemFault(path, err)
	}
	if !before.isDirectory() {
		return 0, refuse(diag.J102, path, "a component of the path is not a directory%s", linkNote(before))
	}
	fd, err := openDirectory(parentFD, name)
	if err != nil {
		return 0, systemFault(path, err)
	}
	opened, err := statFD(fd)
	if err != nil || !opened.sameDirectory(before) {
		closeFD(fd)
		return 0, refuse(diag.J102, path, "a directory of the path changed while it was opened")
	}
	h.directories = append(h.directories, heldDirectory{parent: parent, name: name, fd: fd, identity: opened})
	return len(h.directories) - 1, nil
}

// open looks at the entry first, so that nothing but a regular file is opened.
func (f *heldFile) open(directory int) diag.List {
	before, err := statAt(directory, f.name)
	if err != nil {
		return systemFault(f.path, err)
	}
	if !before.isRegular() {
		return refuse(diag.J102, f.path, "the input is not a regular file%s", linkNote(before))
	}
	if f.fd, err = openFile(directory, f.name); err != nil {
		return systemFault(f.path, err)
	}
	if f.identity, err = statFD(f.fd); err != nil || f.identity != before {
		closeFD(f.fd)
		return refuse(diag.J102, f.path, "the input changed while it was opened")
	}
	return nil
}

// checkNew applies what must hold before a byte is read.
func (h *Held) checkNew(f *heldFile, maxBytes int64) diag.List {
	if f.identity.Links != 1 {
		return refuse(diag.J102, f.path, "the input has %d hard links", f.identity.Links)
	}
	for _, other := range h.files {
		if other.identity.Device == f.identity.Device && other.identity.Inode == f.identity.Inode {
			return refuse(diag.J102, f.path, "the input is the same file as `%s`", other.path)
		}
	}
	if f.identity.Size > maxBytes {
		if len(h.files) == 0 {
			return refuse(diag.J101, f.path, "the manifest has %d bytes, the limit is %d", f.identity.Size, maxBytes)
		}
		return refuse(diag.J101, f.path, "the sources have more than %d bytes together", MaxSourceBytes)
	}
	return nil
}

// read takes exactly the size that was seen and demands that the file ends there.
func (f *heldFile) read() diag.List {
	content := make([]byte, f.identity.Size+1)
	filled := 0
	for filled < len(content) {
		n, err := readAt(f.fd, content[filled:], int64(filled))
		if err != nil {
			return refuse(diag.I001, f.path, "%v", err)
		}
		if n == 0 {
			break
		}
		filled += n
	}
	if int64(filled) != f.identity.Size {
		return refuse(diag.J102, f.path, "the input changed while it was read")
	}
	f.content = content[:filled:filled]
	f.digest = sha256.Sum256(content[:filled])
	return nil
}

// systemFault tells a file that cannot be read from one that is not what it must be.
func systemFault(path string, err error) diag.List {
	if isUnreadable(err) {
		return refuse(diag.I001, path, "%v", err)
	}
	return refuse(diag.J102, path, "the input cannot be authenticated: %v", err)
}

func linkNote(id Identity) string {
	if id.isLink() {
		return " but a symbolic link"
	}
	return ""
}

// splitPath separates the folders of a relative path from its last segment.
func splitPath(path string) (folders []string, name string) {
	segments := strings.Split(path, "/")
	last := len(segments) - 1
	return segments[:last], segments[last]
}
