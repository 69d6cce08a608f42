package policy

import (
	"slices"
	"strconv"
)

// Grant is a right of a session.
type Grant uint8

// The grants. The order has no meaning.
const (
	GrantSemanticRead Grant = iota
	GrantWorkspaceRefresh
	GrantCandidatePrepare
	GrantCandidateDiagnostics
	GrantCandidateTest
	GrantCandidateBuild
	GrantSourceCommit
	GrantParallelRead
	// GrantCandidateArchiveStore comes from an embedding host, never from a file.
	GrantCandidateArchiveStore
	grantCount
)

// grant is what is known of a Grant.
type grant struct {
	name string
	says string
	held func(p *Policy) bool
}

func (g Grant) row() grant {
	always := func(*Policy) bool { return true }
	return [grantCount]grant{
		GrantSemanticRead:          {"semantic_read", "read the image: symbols, context, impact, facets, dependencies", always},
		GrantWorkspaceRefresh:      {"workspace_refresh", "load the sources afresh when asked", always},
		GrantCandidatePrepare:      {"candidate_prepare", "prepare candidates and drafts in memory", func(p *Policy) bool { return p.CandidatePrepare }},
		GrantCandidateDiagnostics:  {"candidate_diagnostics", "keep and read rejected attempts", func(p *Policy) bool { return p.Diagnostics }},
		GrantCandidateTest:         {"candidate_test", "run candidate tests under the test policy", func(p *Policy) bool { return p.TestPolicy != nil }},
		GrantCandidateBuild:        {"candidate_build", "build candidates without writing files", func(p *Policy) bool { return p.BuildEnabled }},
		GrantSourceCommit:          {"source_commit", "publish the one approved candidate by one swap of one branch", func(p *Policy) bool { return p.GitCommit != nil }},
		GrantParallelRead:          {"parallel_read", "read in batches on several workers", func(p *Policy) bool { return p.ReadBatchWorkers > 0 }},
		GrantCandidateArchiveStore: {"candidate_archive_store", "store candidate archives; only an embedding host can grant it", func(*Policy) bool { return false }},
	}[g]
}

// String returns the name discovery shows.
func (g Grant) String() string {
	if g >= grantCount {
		return "Grant(" + strconv.Itoa(int(g)) + ")"
	}
	return g.row().name
}

// Grants is a set of grants. The zero set is empty.
type Grants uint16

// Grants returns the rights a session under p has.
func (p *Policy) Grants() Grants {
	var set Grants
	for g := range grantCount {
		if g.row().held(p) {
			set = set.With(g)
		}
	}
	return set
}

// Without returns the set without g in it.
func (s Grants) Without(g Grant) Grants { return s &^ (1 << g) }

// With returns the set with g in it.
func (s Grants) With(g Grant) Grants { return s | 1<<g }

// Has reports whether g is in the set.
func (s Grants) Has(g Grant) bool { return s&(1<<g) != 0 }

// Names returns the names of the set, sorted.
func (s Grants) Names() []string {
	var names []string
	for g := range grantCount {
		if s.Has(g) {
			names = append(names, g.String())
		}
	}
	slices.Sort(names)
	return names
}
