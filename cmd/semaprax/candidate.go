package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
)

func candidatePreviewCommand() *cobra.Command {
	return candidateCommand("project-candidate-preview <manifest> <change.json>",
		"Apply one change envelope and print the candidate's report",
		func(base *candidateBase, path string) ([]byte, diag.List) {
			changed, faults := base.change(path)
			if faults != nil {
				return nil, faults
			}
			return changed.Report(), nil
		})
}

func candidateExportCommand() *cobra.Command {
	return candidateCommand("project-candidate-export <manifest> <change.json>",
		"Apply one change envelope and print the candidate's recovery capsule",
		func(base *candidateBase, path string) ([]byte, diag.List) {
			changed, faults := base.change(path)
			if faults != nil {
				return nil, faults
			}
			return changed.Capsule(base.programs)
		})
}

func candidateRestoreCommand() *cobra.Command {
	return candidateCommand("project-candidate-restore <manifest> <capsule.json>",
		"Replay a recovery capsule and print the candidate's report",
		func(base *candidateBase, path string) ([]byte, diag.List) {
			text, faults := readRegular(path, candidate.MaxCapsuleBytes, candidate.CodeCapsuleBound)
			if faults != nil {
				return nil, faults
			}
			restored, faults := candidate.Restore(base.programs, base.image, text)
			if faults != nil {
				return nil, faults
			}
			return restored.Report(), nil
		})
}

// candidateCommand makes a command over a manifest and one document. It writes
// nothing unless everything was admitted.
func candidateCommand(use, short string, produce func(*candidateBase, string) ([]byte, diag.List)) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short,
		Args: serverOperands,
		RunE: func(command *cobra.Command, args []string) error {
			base, faults := loadCandidateBase(command.Context(), args[0])
			var document []byte
			if faults == nil {
				document, faults = produce(base, args[1])
			}
			return emitDocument(command.OutOrStdout(), command.ErrOrStderr(), document, faults)
		},
	}
}

func emitDocument(out, errs io.Writer, document []byte, faults diag.List) error {
	if faults != nil {
		return reportFaults(errs, faults)
	}
	_, err := out.Write(document)
	return err
}

// candidateBase is a project that candidates are made of, read once.
type candidateBase struct {
	programs *candidate.Programs
	image    *image.Image
}

func loadCandidateBase(ctx context.Context, manifest string) (*candidateBase, diag.List) {
	path, err := fromRoot(manifest)
	if err != nil {
		return nil, hostFault("the manifest path cannot be resolved: " + err.Error())
	}
	opened, faults := loadProject(ctx, path)
	if faults != nil {
		return nil, faults
	}
	programs := candidate.NewPrograms(version)
	derived, faults := programs.Derive(opened.project)
	if faults.HasErrors() {
		return nil, faults
	}
	base := &candidateBase{programs, derived}
	base.programs.Pin(derived)
	return base, nil
}

// change applies the envelope in a file.
func (b *candidateBase) change(path string) (*candidate.Candidate, diag.List) {
	text, faults := readRegular(path, intent.MaxChangeBytes, diag.G223)
	if faults != nil {
		return nil, faults
	}
	change, faults := candidate.ParseChange(text)
	if faults != nil {
		return nil, faults
	}
	opened, faults := candidate.Open(b.programs, b.image)
	if faults != nil {
		return nil, faults
	}
	return opened.Apply(b.programs, change)
}
