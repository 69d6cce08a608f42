//go:build linux || darwin

package gitpub

import (
	"bytes"
	"time"

	"golang.org/x/sys/unix"
)

// shape is what must not change about a repository while it is held.
type shape struct {
	root, objects, refs identity
	config              identity
	configBody          []byte
	settings            settings
}

// forbidden lists what an admitted repository does not have: ways to other
// repositories, and changed views of history.
var forbidden = [...]string{
	"commondir", "worktrees", "shallow", "info/grafts", "objects/info/alternates", "objects/info/http-alternates",
}

// readShape judges everything but the scan.
func readShape(root folder, limits Limits) (shape, *Error) {
	var s shape
	var err error
	if s.root, err = root.identity(); err != nil {
		return s, failed("", "the repository cannot be examined", err)
	}
	var e *Error
	if s.configBody, s.config, e = root.readAll(configPlace, limits.MaxConfigBytes); e != nil {
		return s, shapeOf(e)
	}
	if s.settings, e = parseSettings(s.configBody); e != nil {
		return s, e
	}
	if s.objects, e = needFolder(root, "objects"); e != nil {
		return s, e
	}
	if s.refs, e = needFolder(root, "refs"); e != nil {
		return s, e
	}
	for _, path := range forbidden {
		if e := needAbsence(root, path); e != nil {
			return s, e
		}
	}
	return s, nil
}

// shapeOf turns a link, or another kind of file than a regular one, and an
// oversized config into a refusal of the shape.
func shapeOf(e *Error) *Error {
	switch e.Cause {
	case nil, unix.ELOOP, unix.EISDIR, unix.EINVAL, unix.ENOTDIR:
		return &Error{Code: CodeShape, Place: e.Place, Text: e.Text, Cause: e.Cause}
	}
	return e
}

func needFolder(root folder, name string) (identity, *Error) {
	who, err := root.lookup(name)
	if err != nil {
		return who, failed(name, "cannot be examined", err)
	}
	if who.kind() != unix.S_IFDIR {
		return who, refuse(CodeShape, name, "is not a folder")
	}
	return who, nil
}

func needAbsence(root folder, path string) *Error {
	above, name := splitPath(path)
	in, err := root.walk(above)
	if absent(err) {
		return nil
	}
	if err != nil {
		return shapeOf(failed(path, "cannot be examined", err))
	}
	defer in.close()
	switch _, err := in.lookup(name); err {
	case unix.ENOENT:
		return nil
	case nil:
		return refuse(CodeShape, path, "must be absent")
	default:
		return failed(path, "cannot be examined", err)
	}
}

// sameAs says what changed, or "".
func (s shape) sameAs(now shape) string {
	switch {
	case !s.root.same(now.root):
		return "the repository is another folder"
	case !s.objects.same(now.objects) || !s.refs.same(now.refs):
		return "objects or refs is another folder"
	case s.config != now.config || !bytes.Equal(s.configBody, now.configBody):
		return "config changed"
	}
	return ""
}

// scan walks the whole repository: at most MaxScanEntries entries and
// MaxScanDepth folders deep, only folders and regular files, each file with one
// link. Files that come and go meanwhile are somebody's temporary ones.
type scan struct {
	limits  Limits
	entries int64
	wait    func(time.Duration) // nil: do not look twice at a linked file
}

func (s *scan) visit(in folder, depth int64) (refused *Error) {
	if depth > s.limits.MaxScanDepth {
		return refuse(CodeShape, in.path, "is over %d folders deep", s.limits.MaxScanDepth)
	}
	err := in.names(func(name string) bool {
		s.entries++
		if s.entries > s.limits.MaxScanEntries {
			refused = refuse(CodeShape, "", "the repository has over %d entries", s.limits.MaxScanEntries)
			return false
		}
		refused = s.judge(in, name, depth)
		return refused == nil
	})
	if refused == nil && err != nil && err != unix.ENOENT {
		refused = failed(in.path, "cannot be listed", err)
	}
	return refused
}

func (s *scan) judge(in folder, name string, depth int64) *Error {
	who, err := in.lookup(name)
	if err == unix.ENOENT {
		return nil
	}
	if err != nil {
		return failed(in.at(name), "cannot be examined", err)
	}
	switch who.kind() {
	case unix.S_IFREG:
		return s.needOneLink(in, name, who)
	case unix.S_IFDIR:
		inner, err := in.sub(name)
		if err == unix.ENOENT {
			return nil
		}
		if err != nil {
			return shapeOf(failed(in.at(name), "cannot be opened", err))
		}
		defer inner.close()
		return s.visit(inner, depth+1)
	}
	return refuse(CodeShape, in.at(name), "is neither a folder nor a regular file")
}

// needOneLink looks again for a while: git links a new object to its name
// before it unlinks the temporary one.
func (s *scan) needOneLink(in folder, name string, who identity) *Error {
	for range 10 {
		if who.links <= 1 || s.wait == nil {
			break
		}
		s.wait(5 * time.Millisecond)
		now, err := in.lookup(name)
		if err == unix.ENOENT {
			return nil
		}
		if err == nil {
			who = now
		}
	}
	if who.links > 1 {
		return refuse(CodeShape, in.at(name), "has %d links", who.links)
	}
	return nil
}
