package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/engine/trial"
	"github.com/semaprax/semaprax-go/policy"
)

// builtFeatures are the features of this build that a policy field may ask for.
func builtFeatures() policy.Features {
	return policy.BuiltFeatures(policy.FeatureReadBatch, policy.FeatureCandidates, policy.FeatureDiagnostics,
		policy.FeatureTests, policy.FeatureCommit)
}

// host is an opened session with what it stands on.
type host struct {
	root    *project.Root
	session *session.Session
}

func (h *host) close() { h.root.Close() }

// readerGCPercent is how much the heap of a server that only reads may grow before it
// is collected. Such a server keeps about 1 MiB, below the smallest heap of the runtime:
// half of the usual saves 2 MiB of 20 and costs a collection of 1 MiB now and then.
const readerGCPercent = 50

// openHost is the one start-up loader of both servers: policy, manifest operand,
// session. Nothing is written before the first request.
func openHost(ctx context.Context, manifest, policyPath string) (*host, diag.List) {
	granted, faults := loadPolicy(policyPath)
	if faults != nil {
		return nil, faults
	}
	if !granted.CandidatePrepare && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(readerGCPercent)
	}
	path, err := fromRoot(manifest)
	if err != nil {
		return nil, hostFault("the manifest path cannot be resolved: " + err.Error())
	}
	root, err := project.OpenRoot("/")
	if err != nil {
		return nil, hostFault(err.Error())
	}
	opened, faults := session.Open(ctx, session.Config{Root: root, Manifest: path, Policy: granted, Compiler: version, Pool: trial.NewPool()})
	if faults.HasErrors() {
		root.Close()
		return nil, faults
	}
	if faults := attachPublisher(opened, granted.GitCommit); faults != nil {
		opened.Finish(nil)
		root.Close()
		return nil, faults
	}
	return &host{root: root, session: opened}, nil
}

// attachPublisher opens the policy's repository, if it names one, and gives the host's
// word for its one candidate.
func attachPublisher(opened *session.Session, granted *policy.GitCommit) diag.List {
	if granted == nil {
		return nil
	}
	publisher, faults := openPublisher(granted.GitHost)
	if faults != nil {
		return faults
	}
	if faults := opened.AttachPublisher(publisher); faults != nil {
		publisher.Close()
		return faults
	}
	_, faults = opened.Approve(granted.ApprovedCandidateDigest)
	return faults
}

// loadPolicy reads and judges a host policy and refuses what this build lacks.
func loadPolicy(path string) (*policy.Policy, diag.List) {
	granted, refused := readPolicy(path)
	if refused == nil {
		refused = granted.Unbuilt(builtFeatures())
	}
	if refused != nil {
		return nil, policyFaults(refused, path)
	}
	return granted, nil
}

// readPolicy reads and judges a host policy.
func readPolicy(path string) (*policy.Policy, *policy.Error) {
	file, refused := policy.OpenFile(path)
	if refused != nil {
		return nil, refused
	}
	defer file.Close()
	text, refused := policy.ReadFile(file)
	if refused != nil {
		return nil, refused
	}
	return policy.Parse(text)
}

// policyFaults turns a refusal of the policy into a diagnostic.
func policyFaults(refused *policy.Error, path string) diag.List {
	return diag.List{diag.New(diag.Code(refused.Code), path, diag.Span{}, refused.Message())}
}

func hostFault(text string) diag.List {
	return diag.List{diag.New(codeHost, "", diag.Span{}, text)}
}

// serverOperands admits exactly two operands, neither empty nor an option.
func serverOperands(command *cobra.Command, args []string) error {
	return operands(command, args, 2)
}

// operands admits exactly count operands, none empty or starting with a dash.
func operands(command *cobra.Command, args []string, count int) error {
	usable := len(args) == count
	for _, arg := range args {
		usable = usable && arg != "" && !strings.HasPrefix(arg, "-")
	}
	if !usable {
		return exitError{status: exitUsage, cause: fmt.Errorf("usage: %s", command.UseLine())}
	}
	return nil
}
