package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

func fmtCommand() *cobra.Command {
	var onlyCheck *bool
	var manifest *string
	command := &cobra.Command{
		Use:   "fmt [FILE|DIR|MANIFEST]",
		Short: "Write sources in their one canonical form",
		Long: `Write one source file, or every source of a project, in canonical form. Every file
is parsed before any is written; each is replaced by a temporary file and a rename.

With --check nothing is written: each file that is not canonical is one line
PATH:LINE on standard error, and the exit status is 1.

A file that cannot be written is SPX-G280, status 1; it and those after it are as before.`,
		RunE: func(command *cobra.Command, args []string) error {
			selected, err := selectOperand(args, *manifest)
			if err != nil {
				return err
			}
			return formatOperand(command.Context(), selected, *onlyCheck, command.ErrOrStderr())
		},
	}
	onlyCheck = boolOption(command.Flags(), "check", "say what is not canonical, write nothing")
	manifest = textOption(command.Flags(), "manifest", "PATH", "the manifest, taken literally")
	return command
}

// unformatted is one source that is not in canonical form.
type unformatted struct {
	path      string // to write
	shown     string
	line      int // first that differs, from 1
	canonical []byte
}

func formatOperand(ctx context.Context, selected operand, onlyCheck bool, errs io.Writer) error {
	changes, faults := selected.unformatted(ctx)
	if faults != nil {
		return reportFaults(errs, faults)
	}
	if onlyCheck {
		return reportUnformatted(errs, changes)
	}
	for _, change := range changes {
		if err := replaceFile(change.path, change.canonical); err != nil {
			return reportFaults(errs, hostFault(change.shown+" cannot be written: "+reason(err)))
		}
	}
	return nil
}

func reportUnformatted(errs io.Writer, changes []unformatted) error {
	if len(changes) == 0 {
		return nil
	}
	for _, change := range changes {
		fmt.Fprintf(errs, "%s:%d is not in canonical form\n", change.shown, change.line)
	}
	return refused()
}

// unformatted parses every source of the operand and returns those to rewrite.
func (o operand) unformatted(ctx context.Context) ([]unformatted, diag.List) {
	if o.source != "" {
		if faults := refuseLinks(o.source); faults != nil {
			return nil, faults
		}
		text, faults := readSource(o.source)
		if faults != nil {
			return nil, faults
		}
		return canonicalForms(filepath.Dir(o.source), []project.Source{{Path: filepath.Base(o.source), Text: text}}, o.source)
	}
	root, err := project.OpenRoot("/")
	if err != nil {
		return nil, hostFault(err.Error())
	}
	defer root.Close()
	_, sources, held, faults := project.Hold(ctx, root, o.manifest)
	if faults != nil {
		return nil, faults
	}
	defer held.Close()
	return canonicalForms(filepath.Dir(o.manifest), sources, "")
}

// canonicalForms formats sources below dir. shown replaces the path of a single file
// in messages.
func canonicalForms(dir string, sources []project.Source, shown string) ([]unformatted, diag.List) {
	var changes []unformatted
	var faults diag.List
	for _, source := range sources {
		name := source.Path
		if shown != "" {
			name = shown
		}
		file, wrong := syntax.Parse(name, source.Text)
		if wrong != nil {
			faults = append(faults, wrong)
			continue
		}
		if canonical := syntax.Print(file); !bytes.Equal(canonical, source.Text) {
			changes = append(changes, unformatted{path: filepath.Join(dir, filepath.FromSlash(source.Path)), shown: name,
				line: firstDifference(source.Text, canonical), canonical: canonical})
		}
	}
	if faults != nil {
		return nil, faults
	}
	return changes, nil
}

// firstDifference is the line, from 1, at which two texts part.
func firstDifference(x, y []byte) int {
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return 1 + bytes.Count(x[:n], []byte{'\n'})
}

// refuseLinks refuses a path that goes through a symbolic link.
func refuseLinks(path string) diag.List {
	absolute, err := fromRoot(path)
	if err != nil {
		return unreadable(path, err.Error())
	}
	for at := absolute; ; at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil {
			return unreadable(path, reason(err))
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return diag.List{diag.New(diag.J102, path, diag.Span{}, "the path goes through a symbolic link")}
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
}

// replaceFile replaces the content of a file, keeping its permissions.
func replaceFile(path string, content []byte) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	return putFile(path, ".semaprax-fmt-*", info.Mode().Perm(), content)
}

// putFile writes a file by a temporary file beside it, of a name after the pattern, and
// a rename. On failure what was there before is untouched.
func putFile(path, pattern string, mode fs.FileMode, content []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), pattern)
	if err != nil {
		return err
	}
	_, err = temporary.Write(content)
	if err == nil {
		err = temporary.Chmod(mode)
	}
	if err == nil {
		err = temporary.Sync()
	}
	if closed := temporary.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		os.Remove(temporary.Name())
	}
	return err
}
