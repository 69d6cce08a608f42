package delta

// projected appends the projection of a fact, which is canonical JSON: the value
// without the members, at any depth, that only say where something was read from.
func projected(dst, fact []byte) []byte {
	dst, _ = projectValue(dst, fact, 0)
	return dst
}

// isProvenance says whether a member is left out of projections.
func isProvenance(key []byte) bool {
	switch string(key) {
	case "provenance", "image_revision", "project_revision", "source_revision", "source_digest",
		"span", "source_span", "expression_id", "initializer_expression_id", "base_expression_id",
		"container_expression_id", "exact_digest":
		return true
	}
	return false
}

// projectValue appends the projection of the value at an offset of a canonical text and
// returns the offset behind it. It reads each byte once.
func projectValue(dst, text []byte, at int) ([]byte, int) {
	switch text[at] {
	case '{':
		return projectObject(dst, text, at)
	case '[':
		dst = append(dst, '[')
		for at++; text[at] != ']'; {
			if text[at] == ',' {
				dst = append(dst, ',')
				at++
			}
			dst, at = projectValue(dst, text, at)
		}
		return append(dst, ']'), at + 1
	}
	end := skipScalar(text, at)
	return append(dst, text[at:end]...), end
}

func projectObject(dst, text []byte, at int) ([]byte, int) {
	dst = append(dst, '{')
	first := true
	for at++; text[at] != '}'; {
		if text[at] == ',' {
			at++
		}
		colon := skipScalar(text, at)
		if isProvenance(text[at+1 : colon-1]) {
			at = skip(text, colon+1)
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(dst, text[at:colon+1]...)
		dst, at = projectValue(dst, text, colon+1)
	}
	return append(dst, '}'), at + 1
}

// skipScalar returns the offset behind a string, number or word.
func skipScalar(text []byte, at int) int {
	if text[at] == '"' {
		for at++; text[at] != '"'; at++ {
			if text[at] == '\\' {
				at++
			}
		}
		return at + 1
	}
	for at < len(text) && text[at] != ',' && text[at] != ']' && text[at] != '}' {
		at++
	}
	return at
}

// skip returns the offset behind a value.
func skip(text []byte, at int) int {
	depth := 0
	for {
		switch text[at] {
		case '{', '[':
			depth++
			at++
		case '}', ']':
			depth--
			at++
		case ',', ':':
			at++
		default:
			at = skipScalar(text, at)
			if at < len(text) && text[at] == ':' {
				continue
			}
		}
		if depth == 0 {
			return at
		}
	}
}
