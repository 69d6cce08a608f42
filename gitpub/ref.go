//go:build linux || darwin

package gitpub

import (
	"bytes"

	"golang.org/x/sys/unix"
)

// packedRefsName is the file of packed refs:
//
//	( "#" any LF )? ( 40HEX SP name LF ( "^" 40HEX LF )? )*
const packedRefsName = "packed-refs"

// readRef is the commit the branch stands at, "" when there is no such branch.
// The loose file is read first and packed-refs after it: pack-refs writes the
// pack before it removes the loose file. Nothing is cached, so a read under
// the branch's lock is exact.
func (r *Repository) readRef() (string, *Error) {
	above, name := splitPath(r.config.Reference)
	in, err := r.root.walk(above)
	if absent(err) {
		return r.readPackedRef()
	}
	if err != nil {
		return "", shapeOf(failed(above, "cannot be opened", err))
	}
	defer in.close()
	return r.readRefIn(in, name)
}

// readRefIn is readRef with the held folder of the branch.
func (r *Repository) readRefIn(in folder, name string) (string, *Error) {
	text, _, e := in.readAll(name, r.limits.MaxRefBytes)
	if e != nil && (absent(e.Cause) || e.Cause == unix.EISDIR) {
		// A folder of refs stands at the name, or one did; git looks at the
		// packed refs then.
		return r.readPackedRef()
	}
	if e != nil && e.Cause == unix.ELOOP {
		return "", shapeOf(e)
	}
	if e != nil {
		return "", e
	}
	if bytes.HasPrefix(text, []byte("ref:")) {
		return "", refuse(CodeShape, r.config.Reference, "is a symbolic ref")
	}
	if len(text) < idHex || !isHex(string(text[:idHex])) || len(bytes.TrimRight(text, " \t\r\n")) != idHex {
		return "", failed(r.config.Reference, "holds no object name", nil)
	}
	return string(text[:idHex]), nil
}

func (r *Repository) readPackedRef() (string, *Error) {
	text, _, e := r.root.readAll(packedRefsName, r.limits.MaxPackedRefsBytes)
	if e != nil && absent(e.Cause) {
		return "", nil
	}
	if e != nil {
		return "", e
	}
	return findPackedRef(text, r.config.Reference)
}

func findPackedRef(text []byte, reference string) (string, *Error) {
	wanted := []byte(" " + reference + "\n")
	if len(text) > 0 && text[len(text)-1] != '\n' {
		return "", failed(packedRefsName, "its last line is cut short", nil)
	}
	for start := 0; ; {
		found := bytes.Index(text[start:], wanted)
		if found < 0 {
			return "", nil
		}
		end := start + found
		begin := bytes.LastIndexByte(text[:end], '\n') + 1
		if line := string(text[begin:end]); line != "" && line[0] != '#' && line[0] != '^' {
			if len(line) != idHex || !isHex(line) {
				return "", failed(packedRefsName, "the line of "+reference+" holds no object name", nil)
			}
			return line, nil
		}
		start = end + 1
	}
}

// headIs says whether HEAD is a symbolic ref to the branch. An unreadable HEAD
// is somebody else's trouble.
func (r *Repository) headIs(reference string) bool {
	text, _, e := r.root.readAll("HEAD", r.limits.MaxRefBytes)
	if e != nil {
		return false
	}
	target, ok := bytes.CutPrefix(text, []byte("ref:"))
	return ok && string(bytes.Trim(target, " \t\r\n")) == reference
}
