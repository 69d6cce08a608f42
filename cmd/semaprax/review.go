package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/delta"
	"github.com/semaprax/semaprax-go/engine/diag"
)

func reviewCommand() *cobra.Command {
	var page *string
	command := &cobra.Command{
		Use:   "review <manifest> <capsule.json>",
		Short: "Show what a recovery capsule would change, and the digest to approve",
		Long: `Replay a recovery capsule on its project and show, for the person who must approve it:
what changes by meaning (operations, declarations, contracts, effects, ownership, impact),
the whole difference of the sources, and the digest to approve.

Characters that a terminal or browser would hide or act upon are shown as <U+XXXX>.
With --html the review is one page that needs no network and no script; the file is
replaced by a temporary file and a rename.

Exit status: 0 replayed and shown, 1 refused, 2 wrong command line.`,
		Args: serverOperands,
		RunE: func(command *cobra.Command, args []string) error {
			return review(command, args[0], args[1], *page)
		},
	}
	page = textOption(command.Flags(), "html", "FILE", "write the review as one HTML page")
	return command
}

func review(command *cobra.Command, manifest, capsule, page string) error {
	brief, faults := briefOf(command, manifest, capsule)
	if faults != nil {
		return reportFaults(command.ErrOrStderr(), faults)
	}
	out := command.OutOrStdout()
	if page == "" {
		return writeReview(out, brief)
	}
	text, err := reviewPage(brief)
	if err != nil {
		return err
	}
	if err := placeFile(page, text); err != nil {
		return reportFaults(command.ErrOrStderr(), unreadable(page, reason(err)))
	}
	_, err = fmt.Fprintf(out, "review written to %s\ndigest to approve: %s\n", visible(page), brief.Approved())
	return err
}

// briefOf restores the capsule in a file and gathers its brief.
func briefOf(command *cobra.Command, manifest, capsule string) (*delta.Brief, diag.List) {
	base, faults := loadCandidateBase(command.Context(), manifest)
	if faults != nil {
		return nil, faults
	}
	text, faults := readRegular(capsule, candidate.MaxCapsuleBytes, candidate.CodeCapsuleBound)
	if faults != nil {
		return nil, faults
	}
	restored, faults := candidate.Restore(base.programs, base.image, text)
	if faults != nil {
		return nil, faults
	}
	return delta.NewBrief(base.programs, restored)
}

// placeFile writes a new file, or replaces a regular one, by a temporary file beside it
// and a rename. On failure what was there is untouched.
func placeFile(path string, content []byte) error {
	if info, err := os.Lstat(path); err == nil {
		if !info.Mode().IsRegular() {
			return &os.PathError{Op: "replace", Path: path, Err: fmt.Errorf("not a regular file")}
		}
		return replaceFile(path, content)
	}
	return putFile(path, "."+filepath.Base(path)+".*", 0o644, content)
}

// writeReview writes a review for people: plain text, coloured on a terminal.
func writeReview(out io.Writer, brief *delta.Brief) error {
	text := newReviewText(isTerminal(out))
	text.all(brief)
	_, err := out.Write(text.out)
	return err
}
