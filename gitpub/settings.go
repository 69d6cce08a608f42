package gitpub

import (
	"strings"
	"unicode/utf8"
)

// settings is what an admitted repository's config file says.
type settings struct {
	version       string // "0" or "1"; "" when not said, which is version 0
	format        string // "sha1", "sha256" or ""
	bare          bool
	logAllUpdates bool
}

const configPlace = "config"

// parseSettings reads the narrow config grammar, line by line:
//
//	line = [ white ] ( "[core]" | "[extensions]" | ( "#" | ";" ) any | key [ white ] "=" [ white ] value ) [ white ]
//
// Keys are compared without case and may not repeat. Every other section, key
// and value is refused: remotes, includes, hook paths, ref storage, and so on.
func parseSettings(body []byte) (settings, *Error) {
	var s settings
	if !utf8.Valid(body) {
		return s, refuse(CodeShape, configPlace, "is not UTF-8")
	}
	section, seen := "", map[string]bool{}
	for line := range strings.SplitSeq(string(body), "\n") {
		line = strings.Trim(line, " \t")
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
		case line == "[core]" || line == "[extensions]":
			section = strings.Trim(line, "[]")
		default:
			key, value, found := strings.Cut(line, "=")
			key = section + "." + strings.ToLower(strings.TrimRight(key, " \t"))
			if !found || seen[key] || !s.set(key, strings.TrimLeft(value, " \t")) {
				return s, refuse(CodeShape, configPlace, "the line %.80q is not admitted", line)
			}
			seen[key] = true
		}
	}
	return s, s.judge()
}

func (s *settings) set(key, value string) bool {
	truth := value == "true" || value == "false"
	switch key {
	case "core.repositoryformatversion":
		s.version = value
		return value == "0" || value == "1"
	case "core.bare":
		s.bare = true
		return value == "true"
	case "core.filemode":
		return truth
	case "core.logallrefupdates":
		s.logAllUpdates = value == "true"
		return truth
	case "extensions.objectformat":
		s.format = value
		return value == "sha1" || value == "sha256"
	}
	return false
}

// judge decides on the object format and the kind of repository.
func (s settings) judge() *Error {
	switch {
	case !s.bare:
		return refuse(CodeShape, configPlace, "the repository is not bare")
	case s.version != "1" && s.format != "":
		return refuse(CodeShape, configPlace, "an object format needs repository format version 1")
	case s.format == "sha256":
		return refuse(CodeShape, configPlace, "SHA-256 repositories are not served")
	}
	return nil
}
