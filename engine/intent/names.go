package intent

import "slices"

// The lexical rules of intentions (candidate facts 3).
const (
	identityPattern   = `^[a-z0-9._-]+$`
	identifierPattern = `^[A-Za-z_][A-Za-z0-9_]*$`
	selectorPattern   = `^[A-Za-z0-9_.:-]+$`
)

// reservedNames are the words no new declaration, member or parameter may have.
func reservedNames() []string {
	return []string{
		"module", "use", "fn", "let", "mut", "if", "else", "while", "match", "true", "false",
		"requires", "ensures", "uses", "permit", "unsafe", "return", "own", "borrow", "shared",
		"self", "super",
	}
}

// reservedBindings are the further words no `let` of an expression may bind.
func reservedBindings() []string {
	return []string{"_", "record", "variant", "class", "resource", "type", "protocol", "impl", "for",
		"extends", "Option", "Result"}
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// isIdentifier reports whether s is one word of the language.
func isIdentifier(s []byte) bool {
	for i, c := range s {
		if !isLetter(c) && c != '_' && (i == 0 || !isDigit(c)) {
			return false
		}
	}
	return len(s) > 0
}

// isIdentity reports whether s may be a new stable identity.
func isIdentity(s []byte) bool {
	for _, c := range s {
		if !('a' <= c && c <= 'z') && !isDigit(c) && c != '.' && c != '_' && c != '-' {
			return false
		}
	}
	return len(s) > 0
}

// isSelector reports whether s may select a part of an interface.
func isSelector(s []byte) bool {
	for _, c := range s {
		if !isLetter(c) && !isDigit(c) && c != '_' && c != '.' && c != ':' && c != '-' {
			return false
		}
	}
	return len(s) > 0
}

// isNewName reports whether s may name something new: a bounded identifier that
// is no reserved word.
func isNewName(s string) bool {
	return len(s) <= MaxNewNameBytes && isIdentifier([]byte(s)) && !slices.Contains(reservedNames(), s)
}

// isNewBinding is isNewName for a `let` of an expression.
func isNewBinding(s string) bool {
	return isNewName(s) && !slices.Contains(reservedBindings(), s)
}
