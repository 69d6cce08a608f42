package diag

import (
	"iter"
	"strings"
	"sync"
)

// Code names one kind of fault, such as "SPX-P106". Codes are append-only; the
// empty Code is no code. A code's meaning and example are in the table.
type Code string

// IsWarning reports whether the code is a warning wherever it is raised.
func (c Code) IsWarning() bool { return c == S103 || c == S108 || c == S112 }

// Entry is one row of the table.
//
// Text is the message; {0}, {1}, … stand for the arguments of a diagnostic.
// Meaning completes the sentence "CODE occurs when …".
// Example is a whole source text with one '^' directly before the place where
// the code is reported ('^' is no character of the language). It is empty when
// one file cannot raise the code.
type Entry struct {
	Code    Code
	Text    string
	Meaning string
	Example string
}

// Program returns the example without its mark and the byte offset of the
// place. ok is false when the entry has no example.
func (e Entry) Program() (source string, offset int, ok bool) {
	offset = strings.IndexByte(e.Example, '^')
	if offset < 0 {
		return "", 0, false
	}
	return e.Example[:offset] + e.Example[offset+1:], offset, true
}

// families lists the rows of each file of codes, in the order help prints them.
func families() [][]Entry {
	return [][]Entry{
		parseCodes(), nameCodes(), typeCodes(), contractCodes(), moduleCodes(), intentionCodes(),
	}
}

// Entries yields every row of the table: families in order, rows as written.
func Entries() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for _, family := range families() {
			for _, entry := range family {
				if !yield(entry) {
					return
				}
			}
		}
	}
}

// rows finds the table's rows by code. It is made once and then only read.
var rows = sync.OnceValue(func() map[Code]Entry {
	byCode := map[Code]Entry{}
	for entry := range Entries() {
		byCode[entry.Code] = entry
	}
	return byCode
})

// Lookup finds the row of a code.
func Lookup(code Code) (Entry, bool) {
	entry, known := rows()[code]
	return entry, known
}
