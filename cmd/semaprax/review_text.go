package main

import (
	"fmt"
	"strings"

	"github.com/semaprax/semaprax-go/engine/delta"
)

// mostImpacted bounds the functions listed for one impact.
const mostImpacted = 12

// reviewText renders a review as text. Everything that comes from the project passes
// through visible.
type reviewText struct {
	out    []byte
	colour bool
}

func newReviewText(colour bool) *reviewText { return &reviewText{colour: colour} }

// The colours, as codes of terminals.
const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
	cyan   = "36"
)

func (r *reviewText) paint(code, text string) string {
	if !r.colour {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// line writes one line; arguments come from the project and are made visible.
func (r *reviewText) line(format string, args ...string) {
	shown := make([]any, len(args))
	for i, arg := range args {
		shown[i] = visible(arg)
	}
	r.out = fmt.Appendf(r.out, format+"\n", shown...)
}

func (r *reviewText) title(text string) { r.line("\n%s", text); r.retitle(text) }

// retitle paints the title that was just written.
func (r *reviewText) retitle(text string) {
	if r.colour {
		r.out = append(r.out[:len(r.out)-len(text)-1], r.paint(bold, text)+"\n"...)
	}
}

// all writes the whole review. The digest stands first and last: a long difference
// must not push it out of sight.
func (r *reviewText) all(b *delta.Brief) {
	r.head(b)
	r.operations(b)
	r.declarations(b)
	r.contracts(b)
	r.effects(b)
	r.reasons("Ownership", b.Ownership)
	r.reasons("Interfaces", b.Interfaces)
	r.impact(b)
	r.title("Tests")
	r.line("  %s", testWords(b))
	r.sources(b)
	r.foot(b)
}

func (r *reviewText) head(b *delta.Brief) {
	name := b.Project
	if b.Version != "" {
		name += " " + b.Version
	}
	r.line("Review of a change to %s", name)
	r.retitle("Review of a change to " + visible(name))
	r.line("  base     %s", b.Review.Base.String())
	r.line("  result   %s", b.Review.Project.String())
	r.approve(b)
	if words := incompleteWords(b); words != "" {
		r.out = append(r.out, "\n  "+r.paint(bold+";"+yellow, words)+"\n"...)
	}
}

func (r *reviewText) approve(b *delta.Brief) {
	r.out = append(r.out, "\n  digest to approve  "+r.paint(bold+";"+yellow, b.Approved().String())+"\n"...)
}

func (r *reviewText) operations(b *delta.Brief) {
	r.title("Operations (" + plural(len(b.Operations), "change") + ")")
	names := declared(b)
	for i := range b.Operations {
		op := &b.Operations[i]
		line := operationWords(op, names)
		if notes := operationNotes(op); len(notes) > 0 {
			line += "; " + strings.Join(notes, ", ")
		}
		r.line(fmt.Sprintf("  %2d. ", i+1)+"%s", line)
	}
	if len(b.Operations) == 0 {
		r.line("  none")
	}
}

func (r *reviewText) declarations(b *delta.Brief) {
	r.title("Declarations that differ (" + fmt.Sprint(len(b.Declarations)) + ")")
	for i := range b.Declarations {
		d := &b.Declarations[i]
		r.line("  %s %s: %s", d.Kind, d.Target, declarationWords(d))
		if d.Before != d.After {
			r.sided('-', d.Before)
			r.sided('+', d.After)
		}
	}
}

// sided writes one removed or added text, nothing for an empty one.
func (r *reviewText) sided(sign byte, text string) {
	if text == "" {
		return
	}
	code := green
	if sign == '-' {
		code = red
	}
	r.out = append(r.out, "      "+r.paint(code, string(sign)+" "+visible(text))+"\n"...)
}

func (r *reviewText) contracts(b *delta.Brief) {
	r.title("Contracts (" + fmt.Sprint(len(b.Contracts)) + ")")
	if len(b.Contracts) == 0 {
		r.line("  no clause differs, and no clause rests on anything that does")
	}
	for i := range b.Contracts {
		c := &b.Contracts[i]
		words := string(c.Change)
		if c.Rests {
			words = "rests on changed code"
		}
		r.line("  %s (%s): %s", c.Function, c.Name, words)
		for _, clause := range c.Removed {
			r.sided('-', clause)
		}
		for _, clause := range c.Added {
			r.sided('+', clause)
		}
	}
}

func (r *reviewText) effects(b *delta.Brief) {
	r.title("Effects")
	if len(b.Effects) == 0 {
		r.line("  no function and no module gains or loses an effect")
	}
	for i := range b.Effects {
		r.line("  %s", b.Effects[i].Subject)
		for _, effect := range b.Effects[i].Removed {
			r.sided('-', effect)
		}
		for _, effect := range b.Effects[i].Added {
			r.sided('+', effect)
		}
	}
}

func (r *reviewText) reasons(title string, rows []delta.BriefReasons) {
	r.title(title)
	if len(rows) == 0 {
		r.line("  unchanged")
	}
	for i := range rows {
		r.line("  %s: %s", rows[i].Subject, strings.ReplaceAll(strings.Join(rows[i].Reasons, ", "), "_", " "))
	}
}

func (r *reviewText) impact(b *delta.Brief) {
	r.title("What needs the changed declarations")
	for i := range b.Impact {
		row := &b.Impact[i]
		r.line("  %s: %s", row.Target, impactWords(row))
		if roots := rootWords(row); len(roots) > 0 {
			r.line("      reaches %s", strings.Join(roots, ", "))
		}
		if list, more := impacted(row, mostImpacted); len(list) > 0 {
			tail := ""
			if more > 0 {
				tail = fmt.Sprintf(" and %d more", more)
			}
			r.line("      %s%s", strings.Join(list, ", "), tail)
		}
	}
}

func (r *reviewText) sources(b *delta.Brief) {
	r.title("Sources (" + plural(len(b.Review.Files), "file") + ")")
	for i := range b.Review.Files {
		file := &b.Review.Files[i]
		r.line("")
		r.out = append(r.out, "  "+r.paint(cyan, visible(file.Path))+"\n"...)
		if n := hiddenIn(file.Source); n > 0 {
			r.line("  %s", plural(n, "line")+" of the result hold hidden characters, shown as <U+XXXX>")
		}
		for _, h := range hunksOf(file.BaseSource, file.Source) {
			r.hunk(&h)
		}
	}
}

func (r *reviewText) hunk(h *hunk) {
	first := h.Lines[0]
	r.out = append(r.out, "  "+r.paint(dim, fmt.Sprintf("@@ line %d @@", max(first.New, first.Old)))+"\n"...)
	for i := range h.Lines {
		line := &h.Lines[i]
		text := string(line.Sign) + " " + visible(line.Text)
		switch line.Sign {
		case ' ':
			text = strings.TrimRight(text, " ")
		case '-':
			text = r.paint(red, text)
		case '+':
			text = r.paint(green, text)
		}
		if text != "" {
			text = "  " + text
		}
		r.out = append(r.out, text+"\n"...)
	}
}

func (r *reviewText) foot(b *delta.Brief) {
	r.title("What was checked")
	for _, text := range reviewChecks() {
		r.line("  %s", text)
	}
	r.title("What this does not say")
	for _, text := range reviewNonclaims() {
		r.line("  %s", text)
	}
	r.approve(b)
}
