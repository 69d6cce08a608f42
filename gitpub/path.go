package gitpub

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// validatePath admits a relative slash-separated path into a tree: at most
// maxPathBytes and maxPathComponents, UTF-8, no control, no backslash, no
// component that is empty, ".", ".." or some spelling of ".git".
func validatePath(place, path string) *Error {
	if path == "" || len(path) > maxPathBytes {
		return refuse(CodeShape, place, "a path must be 1 to %d bytes", maxPathBytes)
	}
	if !utf8.ValidString(path) || strings.IndexFunc(path, notPathRune) >= 0 {
		return refuse(CodeShape, place, "a path must be UTF-8 without controls and backslash")
	}
	if strings.Count(path, "/") >= maxPathComponents {
		return refuse(CodeShape, place, "a path may have %d components", maxPathComponents)
	}
	for _, name := range strings.Split(path, "/") {
		if reason := badName(name); reason != "" {
			return refuse(CodeShape, place, "the component %q %s", name, reason)
		}
	}
	return nil
}

func notPathRune(r rune) bool { return r == '\\' || unicode.IsControl(r) }

// badName says what is wrong with one component, or "". Mirrors
// verify_path_internal and fsck_tree of git, always with both the HFS and the
// NTFS rules.
func badName(name string) string {
	switch {
	case name == "":
		return "is empty"
	case name == "." || name == "..":
		return "leads elsewhere"
	case anyPiece(name, func(piece string) bool { return readsAs(piece, "git") || piece == "git~1" }):
		return "is read as .git by some file system"
	}
	return ""
}

// steersGit says whether git itself gives meaning to a file of this name, in
// some spelling: a change to it could do more than change a file.
func steersGit(name string) bool {
	return anyPiece(name, func(piece string) bool {
		for _, short := range []string{"gitmod~", "gi7eba~", "gitatt~", "gi7d29~"} {
			if strings.HasPrefix(piece, short) {
				return true
			}
		}
		return readsAs(piece, "gitmodules") || readsAs(piece, "gitattributes")
	})
}

// anyPiece asks about every part of name that some file system takes for a
// name of its own, folded as the most tolerant of them does: letter case, code
// points HFS+ ignores, and on NTFS backslashes, streams, trailing dots and spaces.
func anyPiece(name string, ask func(piece string) bool) bool {
	for _, piece := range strings.Split(strings.ToLower(strings.Map(dropIgnored, name)), "\\") {
		piece, _, _ = strings.Cut(piece, ":")
		if ask(strings.TrimRight(piece, ". ")) {
			return true
		}
	}
	return false
}

func readsAs(piece, word string) bool { return piece == "."+word }

// dropIgnored removes the code points that HFS+ ignores in names (next_hfs_char).
func dropIgnored(r rune) rune {
	switch {
	case r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x206a && r <= 0x206f, r == 0xfeff:
		return -1
	}
	return r
}

// splitPath cuts the last component off; above is "" for a single one.
func splitPath(path string) (above, name string) {
	cut := strings.LastIndexByte(path, '/')
	return path[:max(cut, 0)], path[cut+1:]
}

// components are the parts of a slash-separated path; none of "".
func components(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, "/")
}
