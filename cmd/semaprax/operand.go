package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// operand is what a language command works on: one source file, or the project of
// one manifest. Exactly one of the paths is set.
type operand struct {
	source   string // as given
	manifest string // absolute and clean
	shown    string // as given, for messages
}

// selectOperand reads a command's operand. None selects the semaprax.toml of the
// working directory, a directory selects its own, a path of that name is a
// manifest, anything else is one source file. manifestPath, from a flag, is taken
// literally and excludes a positional.
func selectOperand(args []string, manifestPath string) (operand, error) {
	switch {
	case len(args) > 1 || len(args) == 1 && args[0] == "":
		return operand{}, errors.New("one file, directory or manifest is expected")
	case manifestPath != "" && len(args) == 1:
		return operand{}, errors.New("a manifest flag excludes an operand")
	case manifestPath != "":
		return manifestOperand(manifestPath)
	case len(args) == 0:
		return manifestOperand(project.ManifestName)
	}
	if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
		return manifestOperand(filepath.Join(args[0], project.ManifestName))
	}
	if filepath.Base(args[0]) == project.ManifestName {
		return manifestOperand(args[0])
	}
	return operand{source: args[0], shown: args[0]}, nil
}

// fromRoot is a path from the root. A relative one starts where the process is, not at
// the links by which its shell came there; links of the path itself stay.
func fromRoot(path string) (string, error) {
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	dir, err := os.Getwd()
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	return filepath.Join(dir, path), err
}

func manifestOperand(path string) (operand, error) {
	absolute, err := fromRoot(path)
	return operand{manifest: absolute, shown: path}, err
}

// loaded is an operand after its checks.
type loaded struct {
	program  *check.Program
	project  *project.Project // nil for one source file
	revision canon.Digest     // of the source or the project
	warnings diag.List
}

// load reads and checks the operand. It returns every diagnostic; loaded is nil when
// any is an error.
func (o operand) load(ctx context.Context) (*loaded, diag.List) {
	if o.manifest != "" {
		return loadProject(ctx, o.manifest)
	}
	text, faults := readSource(o.source)
	if faults != nil {
		return nil, faults
	}
	file, wrong := syntax.Parse(o.source, text)
	if wrong != nil {
		return nil, diag.List{wrong}
	}
	program := check.Single(file)
	if !program.OK() {
		return nil, program.Diagnostics
	}
	return &loaded{program: program, revision: project.SourceRevision(syntax.PrintPlain(file)), warnings: program.Diagnostics}, nil
}

func loadProject(ctx context.Context, manifest string) (*loaded, diag.List) {
	root, err := project.OpenRoot("/")
	if err != nil {
		return nil, hostFault(err.Error())
	}
	defer root.Close()
	opened, held, faults := project.Open(ctx, root, manifest, nil)
	if faults.HasErrors() {
		return nil, faults
	}
	held.Close()
	return &loaded{program: opened.Program(), project: opened, revision: opened.Revision(), warnings: opened.Warnings()}, nil
}

// readSource reads one source of at most project.MaxSourceBytes.
func readSource(path string) ([]byte, diag.List) {
	return readRegular(path, project.MaxSourceBytes, diag.J101)
}

// readRegular reads one regular file of at most maxBytes; more is refused with
// tooMany. A FIFO or device is refused without waiting for it.
func readRegular(path string, maxBytes int64, tooMany diag.Code) ([]byte, diag.List) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, unreadable(path, reason(err))
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, unreadable(path, reason(err))
	case !info.Mode().IsRegular():
		return nil, unreadable(path, "not a regular file")
	case info.Size() > maxBytes:
		return nil, tooLarge(path, maxBytes, tooMany)
	}
	text, err := io.ReadAll(io.LimitReader(file, maxBytes+1))
	switch {
	case err != nil:
		return nil, unreadable(path, reason(err))
	case int64(len(text)) > maxBytes:
		return nil, tooLarge(path, maxBytes, tooMany)
	}
	return text, nil
}

// reason is the system's word without the path, which the diagnostic shows.
func reason(err error) string {
	var failed *os.PathError
	if errors.As(err, &failed) {
		return failed.Err.Error()
	}
	return err.Error()
}

func unreadable(path, why string) diag.List {
	return diag.List{diag.New(diag.I001, path, diag.Span{}, why)}
}

func tooLarge(path string, maxBytes int64, code diag.Code) diag.List {
	return diag.List{diag.New(code, path, diag.Span{}, fmt.Sprintf("the file exceeds %d bytes", maxBytes))}
}
