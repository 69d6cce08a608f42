package session

import "github.com/semaprax/semaprax-go/engine/diag"

// The codes a session raises itself. Codes of the engine below pass through.
const (
	codeStaleCandidate   diag.Code = "SPX-G224" // candidate handle unknown, discarded or stale
	codeCandidates       diag.Code = "SPX-G223" // candidate slots or retained bytes exhausted
	codeDrafts           diag.Code = "SPX-G231" // draft slots exhausted
	codeStaleDraft       diag.Code = "SPX-G232" // draft handle unknown or stale
	codeAttempts         diag.Code = "SPX-G242" // attempt slots exhausted
	codeStaleAttempt     diag.Code = "SPX-G243" // attempt handle unknown or stale
	codeConfiguration    diag.Code = "SPX-G280" // host or session configuration
	codeRefreshOverflow  diag.Code = "SPX-G281" // refresh or preview response does not fit
	codeStaleImage       diag.Code = "SPX-G282" // stale image or project revision
	codeManifestChanged  diag.Code = "SPX-G283" // manifest configuration changed
	codePublished        diag.Code = "SPX-G287" // the host has published, or may have
	codeDiscovery        diag.Code = "SPX-G288" // discovery is inconsistent
	codeDiscoveryBytes   diag.Code = "SPX-G289" // discovery payload over its bound
	codeBatch            diag.Code = "SPX-G294" // read batch shape or worker selection
	codeBatchWorker      diag.Code = "SPX-G295" // read batch worker spawn or panic
	codeSubjects         diag.Code = "SPX-G356" // retained-subject inventory inconsistent
	codeSubjectsOverflow diag.Code = "SPX-G357" // retained-subject inventory over 64 KiB
)

// Messages of requests that never reach a row.
const (
	messageUnavailable      = "method is unavailable in the host-selected v5 session"
	messageBatchUnavailable = "method is unavailable in the host parallel immutable-read subset"
)

// fault makes a one-line list of diagnostics without a place.
func fault(code diag.Code, text string) diag.List {
	return diag.List{diag.New(code, "", diag.Span{}, text)}
}
