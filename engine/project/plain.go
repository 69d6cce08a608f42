package project

import (
	"bytes"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// plainText returns the canonical text of a file without its comments, over which
// revisions are computed. canonical is the file's canonical text with them.
func plainText(file *syntax.File, canonical []byte) []byte {
	if !bytes.Contains(canonical, []byte("//")) {
		return canonical
	}
	plain, fault := syntax.Parse(file.Path(), stripComments(canonical))
	if fault != nil {
		panic("BUG: project: a source does not parse without its comments: " + fault.Error())
	}
	return syntax.Print(plain)
}

// stripComments removes // and what follows it on its line, outside strings and
// character literals.
func stripComments(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			end := literalEnd(text, i)
			out = append(out, text[i:end]...)
			i = end
		case c == '/' && i+1 < len(text) && text[i+1] == '/':
			length := bytes.IndexByte(text[i:], '\n')
			if length < 0 {
				return out
			}
			i += length
		default:
			out = append(out, c)
			i++
		}
	}
	return out
}

// literalEnd returns the offset after the literal whose quote is at start.
func literalEnd(text []byte, start int) int {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[start]:
			return i + 1
		}
	}
	return len(text)
}
