package project

import "strings"

// validName is [a-z][a-z0-9-]*, 1 to MaxNameBytes bytes.
func validName(s string) bool {
	if s == "" || len(s) > MaxNameBytes || !isLower(s[0]) {
		return false
	}
	return all(s, func(c byte) bool { return isLower(c) || isDigit(c) || c == '-' })
}

// validModule is [A-Za-z_][A-Za-z0-9_]* joined by dots, at most MaxModuleNameBytes.
func validModule(s string) bool {
	if len(s) > MaxModuleNameBytes {
		return false
	}
	for segment := range strings.SplitSeq(s, ".") {
		if segment == "" || isDigit(segment[0]) || !all(segment, isWord) {
			return false
		}
	}
	return true
}

// validExport is [a-z0-9._-]+, at most MaxExportIDBytes.
func validExport(s string) bool {
	return s != "" && len(s) <= MaxExportIDBytes && all(s, isPathByte)
}

// validPath is the path rule of a source file: relative, lower case, ending in
// .spx, no segment that another system reads as a device.
func validPath(s string) bool {
	if len(s) > MaxPathBytes || !strings.HasSuffix(s, ".spx") {
		return false
	}
	if strings.Count(s, "/") >= MaxPathSegments {
		return false
	}
	for segment := range strings.SplitSeq(s, "/") {
		if !validSegment(segment) {
			return false
		}
	}
	return true
}

func validSegment(s string) bool {
	if s == "" || len(s) > MaxSegmentBytes || !isLower(s[0]) && !isDigit(s[0]) {
		return false
	}
	if s[len(s)-1] == '.' || !all(s, isPathByte) {
		return false
	}
	stem, _, _ := strings.Cut(s, ".")
	return !isDeviceStem(stem)
}

// isDeviceStem reports the stems Windows reserves: con, prn, aux, nul, com1 to
// com9 and lpt1 to lpt9.
func isDeviceStem(stem string) bool {
	switch stem {
	case "con", "prn", "aux", "nul":
		return true
	}
	port := strings.HasPrefix(stem, "com") || strings.HasPrefix(stem, "lpt")
	return port && len(stem) == 4 && stem[3] >= '1' && stem[3] <= '9'
}

// validVersion is a canonical semantic version (2.0.0), at most MaxVersionBytes.
func validVersion(s string) bool {
	if len(s) > MaxVersionBytes {
		return false
	}
	s, build, hasBuild := strings.Cut(s, "+")
	core, pre, hasPre := strings.Cut(s, "-")
	parts := strings.Split(core, ".")
	if len(parts) != 3 {
		return false
	}
	for _, part := range parts {
		if part == "" || !all(part, isDigit) || leadingZero(part) {
			return false
		}
	}
	return (!hasPre || validIdentifiers(pre, true)) && (!hasBuild || validIdentifiers(build, false))
}

// validIdentifiers checks the dot-separated identifiers after - or +. In a
// pre-release a number has no leading zero.
func validIdentifiers(s string, numbers bool) bool {
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || !all(part, isIdentifierByte) {
			return false
		}
		if numbers && all(part, isDigit) && leadingZero(part) {
			return false
		}
	}
	return true
}

func leadingZero(s string) bool { return len(s) > 1 && s[0] == '0' }

// strictlySorted reports whether the list ascends in byte order without repeats.
func strictlySorted(list []string) bool {
	for i := 1; i < len(list); i++ {
		if list[i-1] >= list[i] {
			return false
		}
	}
	return true
}

func all(s string, admits func(byte) bool) bool {
	for i := range len(s) {
		if !admits(s[i]) {
			return false
		}
	}
	return true
}

func isLower(c byte) bool    { return 'a' <= c && c <= 'z' }
func isDigit(c byte) bool    { return '0' <= c && c <= '9' }
func isPathByte(c byte) bool { return isLower(c) || isDigit(c) || c == '.' || c == '_' || c == '-' }

func isWord(c byte) bool {
	return isLower(c) || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_'
}

func isIdentifierByte(c byte) bool {
	return isLower(c) || 'A' <= c && c <= 'Z' || isDigit(c) || c == '-'
}
