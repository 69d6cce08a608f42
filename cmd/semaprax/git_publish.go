package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/publish"
	"github.com/semaprax/semaprax-go/policy"
)

func gitPublishCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "project-candidate-git-publish <manifest> <capsule.json> <approved-digest> <git-policy.json>",
		Short: "Publish the candidate of a capsule, approved by its digest, into a Git branch",
		Long: `Restore the candidate of a capsule on the project of an absolute manifest path, demand
that its digest is the approved one, and publish it into the bare repository and branch
that the git policy names: one commit, one swap of the branch. The receipt is printed.

Exit status: 0 published, 1 refused (SPX-G267 means that the branch may have moved), 2
wrong command line.`,
		Args: func(command *cobra.Command, args []string) error { return operands(command, args, 4) },
		RunE: func(command *cobra.Command, args []string) error {
			receipt, faults := gitPublish(command.Context(), args[0], args[1], args[2], args[3])
			if faults != nil {
				return reportFaults(command.ErrOrStderr(), faults)
			}
			_, err := command.OutOrStdout().Write(receipt.Text())
			return err
		},
	}
}

// gitPublish carries out one publication.
func gitPublish(ctx context.Context, manifest, capsulePath, digest, policyPath string) (*publish.Receipt, diag.List) {
	approved, ok := canon.ParseDigest(digest)
	switch {
	case !ok:
		return nil, shapeFault("the approved digest is malformed")
	case !filepath.IsAbs(manifest) || filepath.Clean(manifest) != manifest || filepath.Base(manifest) != project.ManifestName:
		return nil, shapeFault("the manifest is not an absolute path to " + project.ManifestName)
	}
	granted, faults := loadGitPolicy(policyPath)
	if faults != nil {
		return nil, faults
	}
	restored, faults := restoreCapsule(ctx, manifest, capsulePath)
	if faults != nil {
		return nil, faults
	}
	if restored.Revision() != approved {
		return nil, shapeFault("the approved digest is not the candidate's, which is " + restored.Revision().String())
	}
	root, err := project.OpenRoot("/")
	if err != nil {
		return nil, hostFault(err.Error())
	}
	defer root.Close()
	publisher, faults := openPublisher(*granted)
	if faults != nil {
		return nil, faults
	}
	defer publisher.Close()
	return publish.Publish(ctx, publish.Order{Root: root, Manifest: manifest, Compiler: version,
		Candidate: restored, Approved: approved, Publisher: publisher})
}

// restoreCapsule restores the candidate of a capsule file on the project on disk.
func restoreCapsule(ctx context.Context, manifest, path string) (*candidate.Candidate, diag.List) {
	base, faults := loadCandidateBase(ctx, manifest)
	if faults != nil {
		return nil, faults
	}
	text, faults := readRegular(path, candidate.MaxCapsuleBytes, candidate.CodeCapsuleBound)
	if faults != nil {
		return nil, faults
	}
	return candidate.Restore(base.programs, base.image, text)
}

// loadGitPolicy reads and judges the policy of the publish command.
func loadGitPolicy(path string) (*policy.GitHost, diag.List) {
	file, refused := policy.OpenFile(path)
	if refused != nil {
		return nil, policyFaults(refused, path)
	}
	defer file.Close()
	text, refused := policy.ReadFile(file)
	if refused != nil {
		return nil, policyFaults(refused, path)
	}
	granted, refused := policy.ParseGitHost(text)
	if refused != nil {
		return nil, policyFaults(refused, path)
	}
	return granted, nil
}

func shapeFault(text string) diag.List {
	return diag.List{diag.New(publish.CodeShape, "", diag.Span{}, text)}
}
