package project

import (
	"errors"
	"path/filepath"
	"strings"
)

// ErrUnsupported is what OpenRoot answers where held sources are not built: the
// checks need descriptor-relative, no-follow opens, which Linux and macOS have.
var ErrUnsupported = errors.New("project: held sources are supported on Linux and macOS only")

// Root is the capability a project is opened under: one held directory. Every
// open starts at its descriptor and goes down one component at a time without
// following links; nothing else of this package reaches a file system.
//
// The program's outermost layer makes it, usually of "/". A Root may be shared;
// Close it after everything opened under it.
type Root struct {
	path string // cleaned and absolute
	fd   int
}

// OpenRoot holds the directory at an absolute path. Its own path may go through
// links: whoever passes it vouches for it.
func OpenRoot(path string) (*Root, error) {
	if !filepath.IsAbs(path) {
		return nil, errors.New("project: the root is not an absolute path")
	}
	path = filepath.Clean(path)
	fd, err := openRoot(path)
	if err != nil {
		return nil, err
	}
	return &Root{path: path, fd: fd}, nil
}

// Close releases the directory. What was opened under it stays usable.
func (r *Root) Close() error { return closeFD(r.fd) }

// below splits an absolute path into its components under the root. ok is false
// when the path is not clean, not below the root, or the root itself.
func (r *Root) below(path string) (components []string, ok bool) {
	if !filepath.IsAbs(path) || filepath.Clean(path) != path || strings.IndexByte(path, 0) >= 0 {
		return nil, false
	}
	prefix := strings.TrimSuffix(r.path, "/") + "/"
	rest, ok := strings.CutPrefix(path, prefix)
	if !ok || rest == "" {
		return nil, false
	}
	return strings.Split(rest, "/"), true
}
