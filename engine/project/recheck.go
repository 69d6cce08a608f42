package project

import (
	"bytes"
	"strings"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// recheckChunkBytes is how much of a file is compared at a time.
const recheckChunkBytes = 64 << 10

// Recheck authenticates every input again. It answers nil, or one SPX-J102
// diagnostic naming the first input that is no longer what was opened: another
// file or directory at its path, another kind, permission, link count or length,
// other content.
//
// The content is compared byte by byte with what was read, which is at least as
// strict as comparing SHA-256 digests. Whether drift is final is the caller's
// rule; Recheck itself has no memory.
func (h *Held) Recheck() diag.List {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return refuse(diag.J102, ManifestName, "the inputs were released")
	}
	if fault := h.recheckDirectories(); fault != nil {
		return fault
	}
	for i := range h.files {
		if fault := h.recheckFile(&h.files[i]); fault != nil {
			return fault
		}
	}
	return nil
}

// recheckDirectories demands that every path component still is what it was.
func (h *Held) recheckDirectories() diag.List {
	for i := range h.directories {
		d := &h.directories[i]
		now, err := h.directoryNow(d)
		if err != nil || !now.sameDirectory(d.identity) {
			return refuse(diag.J102, h.directoryPath(i), "a directory of the project changed")
		}
	}
	return nil
}

func (h *Held) directoryNow(d *heldDirectory) (Identity, error) {
	if d.parent < 0 {
		return statFD(d.fd)
	}
	return statAt(h.directories[d.parent].fd, d.name)
}

// directoryPath names a directory without showing where the project lies.
func (h *Held) directoryPath(index int) string {
	base := h.files[0].directory
	var names []string
	for i := index; i >= 0; i = h.directories[i].parent {
		if i == base && len(names) > 0 {
			return strings.Join(names, "/")
		}
		names = append([]string{h.directories[i].name}, names...)
	}
	return ManifestName
}

// recheckFile compares the entry at the file's path, then the content. While the
// descriptor is held the inode cannot be given to another file, so equal numbers
// mean the same file.
func (h *Held) recheckFile(f *heldFile) diag.List {
	now, err := statAt(h.directories[f.directory].fd, f.name)
	if err != nil {
		return refuse(diag.J102, f.path, "the input is no longer at its path")
	}
	if now != f.identity {
		return refuse(diag.J102, f.path, "the input %s", changeOf(f.identity, now))
	}
	if !h.sameContent(f) {
		return refuse(diag.J102, f.path, "the input has other content")
	}
	return nil
}

// changeOf names the first difference.
func changeOf(was, now Identity) string {
	switch {
	case now.isLink():
		return "was replaced by a symbolic link"
	case was.Device != now.Device || was.Inode != now.Inode:
		return "was replaced by another file"
	case was.Mode != now.Mode:
		return "has other permissions"
	case was.Links != now.Links:
		return "has another number of hard links"
	}
	return "has another length"
}

// sameContent reads the file through the buffer and compares. The last read asks
// for one byte more than is left, so growth is seen too.
func (h *Held) sameContent(f *heldFile) bool {
	if h.buffer == nil {
		h.buffer = make([]byte, h.bufferBytes())
	}
	rest, offset := f.content, int64(0)
	for {
		n, err := readAt(f.fd, h.buffer[:min(len(h.buffer), len(rest)+1)], offset)
		if err != nil || n > len(rest) || !bytes.Equal(h.buffer[:n], rest[:n]) {
			return false
		}
		if n == 0 {
			return len(rest) == 0
		}
		rest, offset = rest[n:], offset+int64(n)
		if len(rest) == 0 && n < len(h.buffer) {
			return true
		}
	}
}

// bufferBytes is one byte more than the longest input, up to a chunk.
func (h *Held) bufferBytes() int {
	longest := 0
	for _, f := range h.files {
		longest = max(longest, len(f.content))
	}
	return min(longest+1, recheckChunkBytes)
}
