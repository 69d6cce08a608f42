package policy

import "slices"

// field is one key of a host policy: the only place that knows its name.
type field struct {
	name    string
	since   int // the first version that has it
	step    int // place in the order of checks
	feature Feature
	says    string // what it selects, for a person
	read    func(p *Policy, v value) *Error
	write   func(p *Policy, w *writer)
	set     func(p *Policy) bool // it asks for something
}

// fields returns every key but schema, in the order a file is written.
func fields() []field {
	return []field{
		{"candidate_prepare", 1, 8, FeatureCandidates, "candidates: propose changes, hold drafts, replay and compare them",
			boolean(func(p *Policy) *bool { return &p.CandidatePrepare }),
			writeBool(func(p *Policy) *bool { return &p.CandidatePrepare }),
			func(p *Policy) bool { return p.CandidatePrepare }},
		{"diagnostics", 1, 9, FeatureDiagnostics, "diagnostics: keep rejected attempts and read why they failed",
			boolean(func(p *Policy) *bool { return &p.Diagnostics }),
			writeBool(func(p *Policy) *bool { return &p.Diagnostics }),
			func(p *Policy) bool { return p.Diagnostics }},
		{"build_enabled", 1, 10, FeatureBuild, "builds: compiler output without paths, nothing is written",
			boolean(func(p *Policy) *bool { return &p.BuildEnabled }),
			writeBool(func(p *Policy) *bool { return &p.BuildEnabled }),
			func(p *Policy) bool { return p.BuildEnabled }},
		{"test_policy", 1, 7, FeatureTests, "tests: run the manifest's test closure under these limits",
			readTestPolicy, writeTestPolicy, func(p *Policy) bool { return p.TestPolicy != nil }},
		{"git_commit", 1, 11, FeatureCommit, "commits: publish the one approved candidate to one branch",
			readGitCommit, writeGitCommit, func(p *Policy) bool { return p.GitCommit != nil }},
		{"frontend_cache", 2, 3, FeatureFrontendCache, "frontend cache: keep parsed sources between refreshes",
			boolean(func(p *Policy) *bool { return &p.FrontendCache }),
			writeBool(func(p *Policy) *bool { return &p.FrontendCache }),
			func(p *Policy) bool { return p.FrontendCache }},
		{"candidate_archives", 3, 2, FeatureCandidateArchives, "candidate archives: load stored candidates at start-up",
			archives("candidate_digest", func(p *Policy) *[]Archive { return &p.CandidateArchives }),
			writeArchives("candidate_digest", func(p *Policy) *[]Archive { return &p.CandidateArchives }),
			func(p *Policy) bool { return len(p.CandidateArchives) > 0 }},
		{"semantic_cache", 4, 4, FeatureSemanticCache, "semantic cache: keep checked functions between refreshes",
			boolean(func(p *Policy) *bool { return &p.SemanticCache }),
			writeBool(func(p *Policy) *bool { return &p.SemanticCache }),
			func(p *Policy) bool { return p.SemanticCache }},
		{"semantic_cache_entry", 5, 5, FeatureSemanticCacheEntry, "stored semantic cache: start from one stored entry",
			readCacheEntry, writeCacheEntry, func(p *Policy) bool { return p.SemanticCacheEntry != nil }},
		{"draft_archives", 6, 1, FeatureDraftArchives, "draft archives: load stored drafts at start-up",
			archives("draft_digest", func(p *Policy) *[]Archive { return &p.DraftArchives }),
			writeArchives("draft_digest", func(p *Policy) *[]Archive { return &p.DraftArchives }),
			func(p *Policy) bool { return len(p.DraftArchives) > 0 }},
		{"read_batch_workers", 7, 6, FeatureReadBatch, "parallel reads: workspace/read-batch with this many workers",
			readWorkers, writeWorkers, func(p *Policy) bool { return p.ReadBatchWorkers != 0 }},
	}
}

// inCheckOrder returns the fields of a version in the order they are judged;
// git_commit is the last.
func inCheckOrder(version int) []field {
	list := slices.DeleteFunc(fields(), func(f field) bool { return f.since > version })
	slices.SortFunc(list, func(x, y field) int { return x.step - y.step })
	return list
}

// keysOf returns the exact key set of a version.
func keysOf(version int) []string {
	keys := []string{"schema"}
	for _, f := range fields() {
		if f.since <= version {
			keys = append(keys, f.name)
		}
	}
	return keys
}

func boolean(at func(*Policy) *bool) func(*Policy, value) *Error {
	return func(p *Policy, v value) *Error { return v.boolean(at(p)) }
}
