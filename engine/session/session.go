package session

import (
	"context"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/delta"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/publish"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/engine/trial"
	"github.com/semaprax/semaprax-go/policy"
	"github.com/semaprax/semaprax-go/wire"
)

// Protocol names of the contract.
const (
	// Protocol is the name of the protocol served.
	Protocol = "semaprax.image-agent-protocol.v5"
	// ResultSchema is the schema of every success result.
	ResultSchema = "semaprax.image-agent-result.v5"
	// ErrorDataSchema is the schema of the data of application errors.
	ErrorDataSchema = "semaprax.image-agent-application-error-data.v1"
)

// Config is what a host gives a session. Root and Manifest are required.
type Config struct {
	// Root is the directory capability the project is opened under. The session
	// uses it again on refresh; it stays the caller's.
	Root *project.Root
	// Manifest is the absolute path of semaprax.toml below Root, spelled as the
	// authenticated root spells it.
	Manifest string
	// Policy is what the host grants; nil grants reading only.
	Policy *policy.Policy
	// Compiler is the version that takes part in digests.
	Compiler string
	// Pool bounds the test tasks of the process; nil gives the session one of its own.
	Pool *trial.Pool
}

// Session is one conversation of protocol v5 over one project.
type Session struct {
	config  Config
	granted policy.Grants
	workers int // of read batches; 0 without the grant

	project  *project.Project
	held     *project.Held
	image    *image.Image
	programs *candidate.Programs // pins image
	reports  delta.Reports       // of candidates, read last
	drift    diag.List           // why the snapshot is invalid, nil while it is not

	methods  *table
	found    *discovery // built on first use
	registry registry
	git      *publish.Host // nil without a publisher
	tests    *trial.Policy // nil without the grant
	pool     *trial.Pool
	task     *trial.Task // nil until one is started

	scanner  *wire.Scanner
	decoder  schema.Decoder
	frames   schema.Decoder // of batch objects; their frames alias it
	result   resultRoom
	pending  mutation
	single   view       // of calls that are not batch rows
	batch    *batchRoom // nil before the first batch
	response []byte

	started  bool // a frame that was not blank was handled
	touched  bool // any frame was handled: worker selection is over
	claimed  bool // an adapter owns the session
	terminal bool
	finished bool
	ending   error // what Finish returned
}

// Open authenticates and admits the project, derives its image and returns an
// unused session.
//
// On failure nothing stays open. Codes: SPX-G280 for a manifest path that is not
// the root's own semaprax.toml or a policy the session cannot serve, what
// project.Open and image.Derive answer, SPX-G289 when discovery would not fit.
func Open(ctx context.Context, config Config) (*Session, diag.List) {
	if config.Policy == nil {
		config.Policy = policy.ReadOnly.Policy()
	}
	opened, held, faults := project.Open(ctx, config.Root, config.Manifest, nil)
	if faults.HasErrors() {
		return nil, faults
	}
	programs := candidate.NewPrograms(config.Compiler)
	derived, faults := programs.Derive(opened)
	if faults.HasErrors() {
		held.Close()
		return nil, faults
	}
	scanner, err := wire.NewScanner(wire.V5, wire.Limits{})
	if err != nil {
		panic("BUG: the profile's own limits are refused: " + err.Error())
	}
	s := &Session{config: config, project: opened, held: held, image: derived,
		programs: programs,
		registry: newRegistry(), scanner: scanner, granted: config.Policy.Grants().Without(policy.GrantSourceCommit)}
	s.programs.Pin(derived)
	s.selectTests()
	s.choose(config.Policy.ReadBatchWorkers)
	return s, nil
}

// selectTests takes over the host's test policy.
func (s *Session) selectTests() {
	if s.pool = s.config.Pool; s.pool == nil {
		s.pool = trial.NewPool()
	}
	if t := s.config.Policy.TestPolicy; t != nil {
		s.tests = &trial.Policy{MaxSteps: t.MaxSteps, MaxExecutionBytes: t.MaxExecutionBytes, MaxReportBytes: t.MaxReportBytes}
	}
}

// choose fixes the worker count and the methods that follow from it.
func (s *Session) choose(workers int) {
	s.workers = workers
	if workers > 0 {
		s.granted = s.granted.With(policy.GrantParallelRead)
	}
	s.methods = newTable(s.granted, families(s.granted)...)
	s.found = nil
}

// families lists the rows of the method families that grants may select. A family
// whose every row needs a grant is not even declared without it.
func families(granted policy.Grants) [][]row {
	list := [][]row{protocolRows(), workspaceRows(), imageRows(), batchRows()}
	if granted.Has(policy.GrantCandidatePrepare) {
		list = append(list, candidateRows(), candidateReadRows(), candidateJoinRows(), candidateCatalogueRows(),
			draftRows(), draftReadRows(), draftJoinRows(), deltaRows(), deltaReadRows())
	}
	if granted.Has(policy.GrantCandidateDiagnostics) {
		list = append(list, attemptRows(), symbolRows())
	}
	if granted.Has(policy.GrantCandidateTest) {
		list = append(list, trialRows())
	}
	if granted.Has(policy.GrantSourceCommit) {
		list = append(list, commitRows())
	}
	return list
}

// WithReadBatchWorkers grants workspace/read-batch with 1 to MaxBatchWorkers
// workers. It is refused with SPX-G294 for any other count, a second time, after
// any frame, even a blank one, and after Claim.
func (s *Session) WithReadBatchWorkers(workers int) diag.List {
	switch {
	case workers < 1 || workers > MaxBatchWorkers:
		return fault(codeBatch, "read batch workers must be 1 to 4")
	case s.workers != 0:
		return fault(codeBatch, "read batch workers are already selected")
	case s.touched || s.claimed || s.terminal:
		return fault(codeBatch, "read batch workers must be selected before the first frame")
	}
	s.choose(workers)
	return nil
}

// Terminal reports whether the session answers nothing any more.
func (s *Session) Terminal() bool { return s.terminal }
