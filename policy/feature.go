package policy

// Feature is a part of the program that a policy field asks for.
type Feature uint8

// The features, one per policy field.
const (
	FeatureCandidates Feature = iota
	FeatureDiagnostics
	FeatureBuild
	FeatureTests
	FeatureCommit
	FeatureFrontendCache
	FeatureCandidateArchives
	FeatureSemanticCache
	FeatureSemanticCacheEntry
	FeatureDraftArchives
	FeatureReadBatch
	featureCount
)

// needsCandidates reports whether the feature is nothing without candidate_prepare.
func (f Feature) needsCandidates() bool {
	switch f {
	case FeatureDiagnostics, FeatureBuild, FeatureTests, FeatureCommit, FeatureCandidateArchives, FeatureDraftArchives:
		return true
	}
	return false
}

// Features is a set of features. The zero set is empty.
type Features uint16

// BuiltFeatures returns the set of the given features.
func BuiltFeatures(list ...Feature) Features {
	var set Features
	for _, f := range list {
		set |= 1 << f
	}
	return set
}

// Has reports whether f is in the set.
func (s Features) Has(f Feature) bool { return s&(1<<f) != 0 }

// Unbuilt refuses a valid policy that asks for a feature outside built, naming the
// first such field of the file. A start-up loader calls it after Parse, so that a
// field is never ignored and never pretended. Refusal: CodePolicy.
func (p *Policy) Unbuilt(built Features) *Error {
	for _, f := range fields() {
		if f.set(p) && !built.Has(f.feature) {
			return refuse("asks for a feature that is not in this build").under(f.name)
		}
	}
	return nil
}
