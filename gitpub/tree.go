package gitpub

import (
	"bytes"
	"strings"
)

// entry is one line of a tree.
type entry struct {
	mode string // one of the modes below
	name string
	id   id
}

const (
	modeTree       = "40000"
	modeFile       = "100644"
	modeExecutable = "100755"
	modeLink       = "120000"
	modeModule     = "160000"
)

func (e entry) isFile() bool { return e.mode == modeFile || e.mode == modeExecutable }

// parseTree reads a tree body:
//
//	( mode SP name NUL id )*
//
// and refuses everything fsck calls an error: other modes, padded modes, names
// that are empty, too long or contain a slash, names of ".git", null ids,
// duplicates (also of a file with a folder) and a wrong order.
func parseTree(place string, body []byte) ([]entry, *Error) {
	entries := make([]entry, 0, len(body)/32)
	seen := make(map[string]struct{}, len(body)/32)
	previous := ""
	for len(body) > 0 {
		e, rest, reason := parseEntry(body)
		if reason != "" {
			return nil, refuse(CodeShape, place, "entry %d of the tree %s", len(entries), reason)
		}
		key := e.sortKey()
		if _, twice := seen[e.name]; twice || key <= previous && len(entries) > 0 {
			return nil, refuse(CodeShape, place, "entry %d of the tree is out of order or twice", len(entries))
		}
		seen[e.name] = struct{}{}
		previous, body = key, rest
		entries = append(entries, e)
	}
	return entries, nil
}

// sortKey orders entries as git does: a folder's name ends in '/', any other in NUL.
func (e entry) sortKey() string {
	if e.mode == modeTree {
		return e.name + "/"
	}
	return e.name + "\x00"
}

func parseEntry(body []byte) (e entry, rest []byte, reason string) {
	mode, rest, found := bytes.Cut(body, []byte(" "))
	if !found || len(mode) > len(modeFile) {
		return e, nil, "has no mode"
	}
	switch e.mode = string(mode); e.mode {
	case modeTree, modeFile, modeExecutable, modeLink, modeModule:
	default:
		return e, nil, "has an unknown mode"
	}
	name, rest, found := bytes.Cut(rest, []byte{0})
	if !found || len(rest) < idBytes {
		return e, nil, "is cut short"
	}
	e.name = string(name)
	if len(name) > maxPathBytes || strings.Contains(e.name, "/") {
		return e, nil, "has an inadmissible name"
	}
	if bad := badName(e.name); bad != "" {
		return e, nil, "has a name that " + bad
	}
	e.id = id(rest[:idBytes])
	if e.id == (id{}) {
		return e, nil, "names no object"
	}
	return e, rest[idBytes:], ""
}

// encodeTree writes entries in the order given, which parseTree has checked.
func encodeTree(entries []entry) []byte {
	size := 0
	for _, e := range entries {
		size += len(e.mode) + len(e.name) + 2 + idBytes
	}
	body := make([]byte, 0, size)
	for _, e := range entries {
		body = append(append(append(body, e.mode...), ' '), e.name...)
		body = append(append(body, 0), e.id[:]...)
	}
	return body
}
