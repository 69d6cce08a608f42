//go:build linux || darwin

package gitpub

import (
	"errors"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// folder is a held directory. Everything below it is opened one component at a
// time without following links, so nothing can lead outside.
type folder struct {
	fd   int
	path string // under the repository, "" for the repository itself; for messages
}

const folderFlags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

// openRoot opens an absolute, clean path from "/" without following a link.
func openRoot(path string) (folder, error) {
	fd, err := openAt(unix.AT_FDCWD, "/", folderFlags, 0)
	for name := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if err != nil || name == "" {
			break
		}
		parent := fd
		fd, err = openAt(parent, name, folderFlags, 0)
		unix.Close(parent)
	}
	return folder{fd: fd}, err
}

func openAt(at int, name string, flags int, mode uint32) (int, error) {
	for {
		fd, err := unix.Openat(at, name, flags, mode)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

func (f folder) close() { unix.Close(f.fd) }

// at is the path of a name inside the folder, for messages.
func (f folder) at(name string) string {
	if f.path == "" {
		return name
	}
	return f.path + "/" + name
}

// sub opens a folder inside. The caller closes it.
func (f folder) sub(name string) (folder, error) {
	fd, err := openAt(f.fd, name, folderFlags, 0)
	if err == unix.ENOTDIR || err == unix.ELOOP {
		// O_NOFOLLOW with O_DIRECTORY reports a link in two ways.
		var st unix.Stat_t
		if unix.Fstatat(f.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) == nil && kindOf(st) == unix.S_IFLNK {
			err = unix.ELOOP
		} else {
			err = unix.ENOTDIR
		}
	}
	return folder{fd, f.at(name)}, err
}

// walk opens the folder that a slash-separated path below f leads to.
func (f folder) walk(path string) (folder, error) {
	at, err := f.again()
	for name := range strings.SplitSeq(path, "/") {
		if err != nil || name == "" {
			break
		}
		parent := at
		at, err = parent.sub(name)
		parent.close()
	}
	return at, err
}

// again is a second descriptor of the same folder.
func (f folder) again() (folder, error) {
	fd, err := unix.FcntlInt(uintptr(f.fd), unix.F_DUPFD_CLOEXEC, 0)
	return folder{fd, f.path}, err
}

// lookup is the identity of what stands at a name, links not followed.
func (f folder) lookup(name string) (identity, error) {
	var st unix.Stat_t
	err := unix.Fstatat(f.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW)
	return identityOf(st), err
}

// read opens a regular file for reading. A link is ELOOP, a folder EISDIR,
// anything else that is not a regular file EINVAL.
func (f folder) read(name string) (*file, error) {
	return f.open(name, unix.O_RDONLY, 0)
}

func (f folder) open(name string, flags int, mode uint32) (*file, error) {
	fd, err := openAt(f.fd, name, flags|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, mode)
	if err != nil {
		return nil, err
	}
	opened := &file{fd: fd, path: f.at(name)}
	switch who, err := opened.identity(); {
	case err != nil:
		opened.Close()
		return nil, err
	case who.kind() == unix.S_IFDIR:
		opened.Close()
		return nil, unix.EISDIR
	case who.kind() != unix.S_IFREG:
		opened.Close()
		return nil, unix.EINVAL
	default:
		opened.size = who.size
		return opened, nil
	}
}

// readAll reads a whole small file of at most limit bytes.
func (f folder) readAll(name string, limit int64) ([]byte, identity, *Error) {
	opened, err := f.read(name)
	if err != nil {
		return nil, identity{}, failed(f.at(name), "cannot be opened", err)
	}
	defer opened.Close()
	who, err := opened.identity()
	if err != nil {
		return nil, who, failed(f.at(name), "cannot be examined", err)
	}
	if who.size > limit {
		return nil, who, refuse(CodeCapacity, f.at(name), "has %d bytes, the limit is %d", who.size, limit)
	}
	body, err := io.ReadAll(io.LimitReader(opened, who.size+1))
	if err == nil && int64(len(body)) != who.size {
		err = errors.New("its size changed meanwhile")
	}
	if err != nil {
		return nil, who, failed(f.at(name), "cannot be read", err)
	}
	return body, who, nil
}

// names calls visit for every name inside, in no order, until it returns false.
func (f folder) names(visit func(string) bool) error {
	// A descriptor of its own: the read offset belongs to the open folder.
	fd, err := openAt(f.fd, ".", folderFlags, 0)
	if err != nil {
		return err
	}
	opened := os.NewFile(uintptr(fd), f.path)
	defer opened.Close()
	for {
		batch, err := opened.Readdirnames(1024)
		for _, name := range batch {
			if !visit(name) {
				return nil
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// identity says which file this is, and in which state.
type identity struct {
	device, inode uint64
	mode          uint32
	links         uint64
	size          int64
	modified      int64 // nanoseconds
}

func identityOf(st unix.Stat_t) identity {
	return identity{uint64(st.Dev), st.Ino, uint32(st.Mode), uint64(st.Nlink), st.Size, st.Mtim.Nano()}
}

func kindOf(st unix.Stat_t) uint32 { return uint32(st.Mode) & unix.S_IFMT }

func (i identity) kind() uint32 { return i.mode & unix.S_IFMT }

// same says whether two identities are of one file, whatever its state.
func (i identity) same(j identity) bool {
	return i.device == j.device && i.inode == j.inode && i.kind() == j.kind()
}

func (f folder) identity() (identity, error) {
	var st unix.Stat_t
	err := unix.Fstat(f.fd, &st)
	return identityOf(st), err
}

// file is an open regular file below a held folder. It serves as the file that
// go-git's pack reader reads; what a reader does not need is refused.
type file struct {
	fd     int
	path   string
	size   int64 // when it was opened
	offset int64
}

// Name is the path under the repository.
func (f *file) Name() string { return f.path }

// Close closes the descriptor.
func (f *file) Close() error { return unix.Close(f.fd) }

func (f *file) identity() (identity, error) {
	var st unix.Stat_t
	err := unix.Fstat(f.fd, &st)
	return identityOf(st), err
}

// Read reads at the offset and advances it.
func (f *file) Read(p []byte) (int, error) {
	n, err := f.ReadAt(p, f.offset)
	f.offset += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

// ReadAt reads until p is full, the end or an error.
func (f *file) ReadAt(p []byte, offset int64) (n int, err error) {
	for n < len(p) {
		got, err := unix.Pread(f.fd, p[n:], offset+int64(n))
		switch {
		case err == unix.EINTR:
		case err != nil:
			return n, err
		case got == 0:
			return n, io.EOF
		default:
			n += got
		}
	}
	return n, nil
}

// Seek moves the offset.
func (f *file) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.offset
	case io.SeekEnd:
		offset += f.size
	}
	if offset < 0 {
		return f.offset, os.ErrInvalid
	}
	f.offset = offset
	return offset, nil
}

// Write appends to a file that was opened for writing.
func (f *file) Write(p []byte) (n int, err error) {
	for n < len(p) {
		put, err := unix.Write(f.fd, p[n:])
		switch {
		case err == unix.EINTR:
		case err != nil:
			return n, err
		default:
			n += put
		}
	}
	return n, nil
}

// Lock is not offered to a reader of packs.
func (f *file) Lock() error { return os.ErrInvalid }

// Unlock is not offered to a reader of packs.
func (f *file) Unlock() error { return os.ErrInvalid }

// Truncate is not offered to a reader of packs.
func (f *file) Truncate(int64) error { return os.ErrInvalid }

// absent says whether an error of opening means that nothing is there, as git
// reads it: also when a component of the path is a file.
func absent(err error) bool { return err == unix.ENOENT || err == unix.ENOTDIR }
