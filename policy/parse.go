package policy

import (
	"path/filepath"
	"strconv"

	"github.com/semaprax/semaprax-go/wire"
)

// Parse judges the bytes of a host policy file and returns it. It accepts every
// valid file, also one that asks for features this program lacks: see Unbuilt.
// Nothing of text is kept.
func Parse(text []byte) (*Policy, *Error) {
	root, err := scan(text)
	if err != nil {
		return nil, err
	}
	version, err := readVersion(root)
	if err != nil {
		return nil, err
	}
	if err := root.closed(keysOf(version)); err != nil {
		return nil, err
	}
	p := &Policy{Version: version}
	for _, f := range inCheckOrder(version) {
		v := root.find(f.name)
		if f.feature == FeatureCommit {
			if err := p.checkPrepare(f.name, !v.isNull()); err != nil {
				return nil, err
			}
		}
		if err := f.read(p, v); err != nil {
			return nil, err.under(f.name)
		}
		if err := p.checkCaches(f.feature); err != nil {
			return nil, err.under(f.name)
		}
	}
	return p, nil
}

func readVersion(root value) (int, *Error) {
	if wire.KindOf(root) != wire.Object {
		return 0, refuse("must be an object")
	}
	schema := root.find("schema")
	for version := 1; version <= Newest; version++ {
		if wire.IsString(schema, schemaPrefix+strconv.Itoa(version)) {
			return version, nil
		}
	}
	return 0, refuse("must be " + schemaPrefix + "1 to " + strconv.Itoa(Newest)).under("schema")
}

func needs(what string) *Error { return refuse("needs " + what) }

// checkPrepare judges the fields that need candidate_prepare: those read so far, and
// then the commit field, which is not read yet.
func (p *Policy) checkPrepare(commit string, committing bool) *Error {
	if p.CandidatePrepare {
		return nil
	}
	for _, f := range inCheckOrder(p.Version) {
		if f.set(p) && f.feature.needsCandidates() || f.name == commit && committing {
			return needs("candidate_prepare: true").under(f.name)
		}
	}
	return nil
}

// checkCaches judges a cache field against the one it builds on, once it is read.
func (p *Policy) checkCaches(read Feature) *Error {
	switch {
	case read == FeatureSemanticCache && p.SemanticCache && !p.FrontendCache:
		return needs("frontend_cache: true")
	case read == FeatureSemanticCacheEntry && p.SemanticCacheEntry != nil && !p.SemanticCache:
		return needs("semantic_cache: true")
	}
	return nil
}

func readTestPolicy(p *Policy, v value) *Error {
	if v.isNull() {
		return nil
	}
	t := new(TestPolicy)
	limits := t.limits()
	var keys []string
	for _, l := range limits {
		keys = append(keys, l.name)
	}
	if err := v.closed(keys); err != nil {
		return err
	}
	for _, l := range limits {
		if err := v.find(l.name).uint(l.at); err != nil {
			return err.under(l.name)
		}
	}
	p.TestPolicy = t
	return t.Check()
}

// limit is one bounded member of a test policy.
type limit struct {
	name      string
	at        *uint64
	low, high uint64
}

func (t *TestPolicy) limits() []limit {
	return []limit{
		{"max_steps", &t.MaxSteps, MinTestSteps, MaxTestSteps},
		{"max_execution_bytes", &t.MaxExecutionBytes, MinTestExecutionBytes, MaxTestExecutionBytes},
		{"max_report_bytes", &t.MaxReportBytes, MinTestReportBytes, MaxTestReportBytes},
	}
}

// Check judges the ranges of a test policy, whoever made it. Refusal: CodeTestRange.
func (t *TestPolicy) Check() *Error {
	for _, l := range t.limits() {
		if *l.at < l.low || *l.at > l.high {
			err := &Error{Code: CodeTestRange, Reason: "must be " + strconv.FormatUint(l.low, 10) + " to " + strconv.FormatUint(l.high, 10)}
			return err.under(l.name)
		}
	}
	return nil
}

func readCacheEntry(p *Policy, v value) *Error {
	if v.isNull() {
		return nil
	}
	entry := new(CacheEntry)
	if err := v.closed([]string{"root", "entry_digest"}); err != nil {
		return err
	}
	if err := v.find("root").root(&entry.Root); err != nil {
		return err.under("root")
	}
	if err := v.find("entry_digest").digest(&entry.EntryDigest); err != nil {
		return err.under("entry_digest")
	}
	p.SemanticCacheEntry = entry
	return nil
}

func (v value) root(out *string) *Error {
	if err := v.text(out); err != nil {
		return err
	}
	if !filepath.IsAbs(*out) {
		return refuse("must be an absolute path")
	}
	return nil
}

// archives reads a list of archives; subject is the key that names what one holds.
func archives(subject string, at func(*Policy) *[]Archive) func(*Policy, value) *Error {
	return func(p *Policy, v value) *Error {
		if wire.KindOf(v) != wire.Array {
			return refuse("must be an array")
		}
		list := at(p)
		for it := wire.Elements(v, wire.Span{End: len(v)}); it.Next(); {
			if len(*list) == MaxArchives {
				return refuse("must have at most " + strconv.Itoa(MaxArchives) + " archives")
			}
			archive, err := readArchive(value(it.Value()), subject, *list)
			if err != nil {
				return err.under(strconv.Itoa(it.Index()))
			}
			*list = append(*list, archive)
		}
		return nil
	}
}

func readArchive(v value, subject string, earlier []Archive) (Archive, *Error) {
	var a Archive
	if err := v.closed([]string{"root", "archive_digest", subject}); err != nil {
		return a, err
	}
	if err := v.find("root").root(&a.Root); err != nil {
		return a, err.under("root")
	}
	if err := v.find("archive_digest").digest(&a.ArchiveDigest); err != nil {
		return a, err.under("archive_digest")
	}
	if err := v.find(subject).digest(&a.SubjectDigest); err != nil {
		return a, err.under(subject)
	}
	for _, other := range earlier {
		if other.SubjectDigest == a.SubjectDigest {
			return a, refuse("must differ from those before it").under(subject)
		}
	}
	return a, nil
}

func readWorkers(p *Policy, v value) *Error {
	if v.isNull() {
		return nil
	}
	var n uint64
	if err := v.uint(&n); err != nil || n < MinReadBatchWorkers || n > MaxReadBatchWorkers {
		return refuse("must be null or 1 to 4")
	}
	p.ReadBatchWorkers = int(n)
	return nil
}
