package diag

import (
	"slices"
	"strconv"
	"strings"
)

// Severity tells an error from a warning. The zero value is Error.
type Severity uint8

// The two severities. Warnings do not fail a check.
const (
	Error Severity = iota
	Warning
)

// String is the word used in both renderings.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one fault of a program.
//
// Args fill the places {0}, {1}, … of the code's message. An empty Path, a zero
// Span and an empty Help mean "absent". The value is immutable once made and
// owns its strings.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Args     []string
	Path     string
	Span     Span
	Help     string
}

// New makes a diagnostic with the severity its code has in the table.
func New(code Code, path string, span Span, args ...string) *Diagnostic {
	severity := Error
	if code.IsWarning() {
		severity = Warning
	}
	return &Diagnostic{Code: code, Severity: severity, Args: args, Path: path, Span: span}
}

// WithHelp returns a copy that carries a help line.
func (d *Diagnostic) WithHelp(help string) *Diagnostic {
	c := *d
	c.Help = help
	return &c
}

// Error is the human rendering on one line, without help.
func (d *Diagnostic) Error() string { return string(d.appendHead(nil)) }

// Message is the text of the code with the arguments filled in. A code outside
// the table shows its arguments, separated by "; ".
func (d *Diagnostic) Message() string {
	entry, ok := Lookup(d.Code)
	if !ok {
		return strings.Join(d.Args, "; ")
	}
	return fill(entry.Text, d.Args)
}

// fill replaces {N} by args[N]; a place without an argument is left out.
func fill(text string, args []string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(text, '{')
		if open < 0 || open+2 >= len(text) || text[open+2] != '}' || text[open+1] < '0' || text[open+1] > '9' {
			if open < 0 {
				b.WriteString(text)
				return b.String()
			}
			b.WriteString(text[:open+1])
			text = text[open+1:]
			continue
		}
		b.WriteString(text[:open])
		if n := int(text[open+1] - '0'); n < len(args) {
			b.WriteString(args[n])
		}
		text = text[open+3:]
	}
}

// List is an ordered collection of diagnostics. The zero value is empty.
type List []*Diagnostic

// Sort orders files by path and keeps, inside one file, the order in which the
// checks reported. Diagnostics without a path come first.
func (l List) Sort() {
	slices.SortStableFunc(l, func(a, b *Diagnostic) int { return strings.Compare(a.Path, b.Path) })
}

// HasErrors reports whether any member is an error rather than a warning.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d *Diagnostic) bool { return d.Severity == Error })
}

// AppendHuman appends the human rendering, each line ended by LF:
//
//	error[SPX-T001]: unknown type `T` at a.spx:3:5
//	  help: text
func (d *Diagnostic) AppendHuman(dst []byte) []byte {
	dst = append(d.appendHead(dst), '\n')
	if d.Help != "" {
		dst = append(dst, "  help: "...)
		dst = append(appendLine(dst, d.Help), '\n')
	}
	return dst
}

func (d *Diagnostic) appendHead(dst []byte) []byte {
	dst = append(dst, d.Severity.String()...)
	dst = append(dst, '[')
	dst = append(dst, d.Code...)
	dst = append(dst, "]: "...)
	dst = appendLine(dst, d.Message())
	if d.Path == "" && d.Span.IsZero() {
		return dst
	}
	dst = append(dst, " at "...)
	dst = appendLine(dst, d.Path)
	if d.Span.IsZero() {
		return dst
	}
	if d.Path != "" {
		dst = append(dst, ':')
	}
	dst = strconv.AppendUint(dst, uint64(d.Span.Line), 10)
	dst = append(dst, ':')
	return strconv.AppendUint(dst, uint64(d.Span.Column), 10)
}

// AppendJSON appends the JSON rendering in its fixed member order, without LF:
//
//	{"code":…,"severity":…,"message":…,"path":…,"location":…,"help":…}
//
// Absent members are null; location is {"line","column","start","end"}.
func (d *Diagnostic) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"code":`...)
	dst = appendString(dst, string(d.Code))
	dst = append(dst, `,"severity":"`...)
	dst = append(dst, d.Severity.String()...)
	dst = append(dst, `","message":`...)
	dst = appendString(dst, d.Message())
	dst = append(dst, `,"path":`...)
	dst = appendOrNull(dst, d.Path)
	dst = append(dst, `,"location":`...)
	dst = d.Span.appendJSON(dst)
	dst = append(dst, `,"help":`...)
	dst = appendOrNull(dst, d.Help)
	return append(dst, '}')
}

func (s Span) appendJSON(dst []byte) []byte {
	if s.IsZero() {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"line":`...)
	dst = strconv.AppendUint(dst, uint64(s.Line), 10)
	dst = append(dst, `,"column":`...)
	dst = strconv.AppendUint(dst, uint64(s.Column), 10)
	dst = append(dst, `,"start":`...)
	dst = strconv.AppendUint(dst, uint64(s.Start), 10)
	dst = append(dst, `,"end":`...)
	dst = strconv.AppendUint(dst, uint64(s.End), 10)
	return append(dst, '}')
}
