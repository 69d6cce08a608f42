package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"
)

// stepPrinter shows a demonstration to a person, coloured only on a terminal.
type stepPrinter struct {
	out     io.Writer
	colour  bool
	steps   int
	started time.Time
}

func newStepPrinter(out io.Writer) *stepPrinter {
	return &stepPrinter{out: out, colour: isTerminal(out), started: time.Now()}
}

// isTerminal reports whether out is a character device that wants colour.
func isTerminal(out io.Writer) bool {
	if s, ok := out.(*stream); ok {
		out = s.Writer
	}
	file, ok := out.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (p *stepPrinter) paint(code, text string) string {
	if !p.colour {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// title opens a part.
func (p *stepPrinter) title(text string) {
	fmt.Fprintf(p.out, "\n%s\n\n", p.paint("1", text))
}

// step shows one step: the request in one line, what came back, how long it took.
func (p *stepPrinter) step(request, came string, took time.Duration) {
	p.steps++
	line := p.paint("36", request)
	if took > 0 {
		line += strings.Repeat(" ", max(1, 60-utf8.RuneCountInString(request))) + p.paint("2", duration(took))
	}
	fmt.Fprintf(p.out, "%3d  %s\n", p.steps, line)
	for line := range strings.Lines(came) {
		fmt.Fprintf(p.out, "       %s\n", strings.TrimRight(line, "\n"))
	}
}

// text shows a longer text that came back, such as a diff.
func (p *stepPrinter) text(text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "+"):
			line = p.paint("32", line)
		case strings.HasPrefix(line, "-"):
			line = p.paint("31", line)
		}
		fmt.Fprintf(p.out, "       │ %s\n", line)
	}
}

// done closes the demonstration.
func (p *stepPrinter) done() {
	fmt.Fprintf(p.out, "\n%s\n", p.paint("1;32", fmt.Sprintf("All %d steps are what they should be (%s).", p.steps, duration(time.Since(p.started)))))
}

// duration spells a time for people.
func duration(took time.Duration) string {
	switch {
	case took < time.Millisecond:
		return fmt.Sprintf("%d µs", took.Microseconds())
	case took < time.Second:
		return fmt.Sprintf("%.1f ms", float64(took.Microseconds())/1000)
	}
	return fmt.Sprintf("%.2f s", took.Seconds())
}

// short abbreviates a digest.
func short(digest string) string {
	if len(digest) < 20 {
		return digest
	}
	return digest[:19] + "…"
}
