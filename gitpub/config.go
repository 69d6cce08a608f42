package gitpub

import (
	"path/filepath"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Config is a host's fixed publication policy. Its fields carry the names of
// the policy document in their comments; those are the places of refusals.
type Config struct {
	GitExecutable string // git_executable: absolute; gives the second opinion
	Repository    string // repository: absolute and canonical; bare
	Reference     string // reference: refs/heads/…
	BaseCommit    string // base_commit: 40 lower-case hex
	ProjectPrefix string // project_prefix: empty, or a folder of the tree
	AuthorName    string // author_name
	AuthorEmail   string // author_email
	UnixSeconds   int64  // unix_seconds: author and committer time, +0000
	Message       string // message: ends in exactly one LF
	MaxCommands   int    // max_commands: processes that may be started
	TimeoutMillis int    // timeout_ms: from Open to Confirm
}

// Meta is what a commit says beside its tree and parent.
type Meta struct {
	AuthorName  string
	AuthorEmail string
	UnixSeconds int64
	Message     string
}

// Meta returns the commit data of the policy.
func (c Config) Meta() Meta {
	return Meta{c.AuthorName, c.AuthorEmail, c.UnixSeconds, c.Message}
}

// Host is what the caller lends: a clock for the deadline, a way to wait for a
// lock, and an observer.
type Host struct {
	Now func() time.Time // required
	// Sleep waits between attempts at a lock that is held, at most 100 ms in
	// all; nil means a held lock is refused at once.
	Sleep func(time.Duration)
	// Watch sees every side effect before and after it; an error makes it fail.
	// Nil means nobody looks.
	Watch func(Step) error
}

const (
	maxPathBytes      = 4096
	maxPathComponents = 64
	maxReferenceBytes = 256
	maxIdentityBytes  = 256
	maxMessageBytes   = 16384
	maxCommands       = 4096
	maxTimeoutMillis  = 60000
)

// Validate applies the value rules of every field, in the order of the
// document, without looking at the file system. The error is an *Error with
// CodeShape whose Place is the field's name.
func (c Config) Validate() error {
	if e := c.validateTarget(); e != nil {
		return e
	}
	if e := c.Meta().validate(); e != nil {
		return e
	}
	if c.MaxCommands < 1 || c.MaxCommands > maxCommands {
		return refuse(CodeShape, "max_commands", "must be 1 to %d", maxCommands)
	}
	if c.TimeoutMillis < 1 || c.TimeoutMillis > maxTimeoutMillis {
		return refuse(CodeShape, "timeout_ms", "must be 1 to %d", maxTimeoutMillis)
	}
	return nil
}

func (c Config) validateTarget() *Error {
	if e := validateAbsolute("git_executable", c.GitExecutable); e != nil {
		return e
	}
	if e := validateAbsolute("repository", c.Repository); e != nil {
		return e
	}
	if filepath.Clean(c.Repository) != c.Repository {
		return refuse(CodeShape, "repository", "is not canonical")
	}
	if e := validateReference(c.Reference); e != nil {
		return e
	}
	if e := validateBase("base_commit", c.BaseCommit); e != nil {
		return e
	}
	if c.ProjectPrefix == "" {
		return nil
	}
	return validatePath("project_prefix", c.ProjectPrefix)
}

func validateAbsolute(place, path string) *Error {
	switch {
	case !filepath.IsAbs(path):
		return refuse(CodeShape, place, "must be an absolute path")
	case !utf8.ValidString(path) || strings.IndexByte(path, 0) >= 0:
		return refuse(CodeShape, place, "must be UTF-8 without NUL")
	case len(path) > maxPathBytes:
		return refuse(CodeShape, place, "is over %d bytes", maxPathBytes)
	}
	return nil
}

// validateReference admits refs/heads/ and then components of ASCII letters,
// digits, '.', '_' and '-'; a subset of what git-check-ref-format admits.
func validateReference(name string) *Error {
	const place, branches = "reference", "refs/heads/"
	if !strings.HasPrefix(name, branches) {
		return refuse(CodeShape, place, "must start with %s", branches)
	}
	if len(name) > maxReferenceBytes {
		return refuse(CodeShape, place, "is over %d bytes", maxReferenceBytes)
	}
	if strings.Contains(name, "..") {
		return refuse(CodeShape, place, "contains two dots in a row")
	}
	for _, part := range strings.Split(name[len(branches):], "/") {
		if part == "" || part[0] == '.' || part[len(part)-1] == '.' || strings.HasSuffix(part, ".lock") {
			return refuse(CodeShape, place, "has the component %q", part)
		}
		if strings.IndexFunc(part, notReferenceRune) >= 0 {
			return refuse(CodeShape, place, "may hold ASCII letters, digits, '.', '_' and '-' only")
		}
	}
	return nil
}

func notReferenceRune(r rune) bool {
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	return !letter && !(r >= '0' && r <= '9') && r != '.' && r != '_' && r != '-'
}

func validateBase(place, id string) *Error {
	if len(id) == 64 && isHex(id) {
		return refuse(CodeShape, place, "SHA-256 object names are not served")
	}
	if len(id) != idHex || !isHex(id) {
		return refuse(CodeShape, place, "must be %d lower-case hexadecimal digits", idHex)
	}
	return nil
}

func isHex(text string) bool {
	for i := range len(text) {
		if c := text[i]; !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
			return false
		}
	}
	return true
}

// validate keeps everything out of a commit that fsck calls an error: line
// breaks and brackets in an identity, NUL in a message.
func (m Meta) validate() *Error {
	if e := validateName(m.AuthorName); e != nil {
		return e
	}
	if e := validateEmail(m.AuthorEmail); e != nil {
		return e
	}
	if m.UnixSeconds < 0 {
		return refuse(CodeShape, "unix_seconds", "must not be negative")
	}
	return validateMessage(m.Message)
}

func validateName(name string) *Error {
	const place = "author_name"
	switch {
	case len(name) < 1 || len(name) > maxIdentityBytes:
		return refuse(CodeShape, place, "must be 1 to %d bytes", maxIdentityBytes)
	case !utf8.ValidString(name) || strings.IndexFunc(name, unicode.IsControl) >= 0 || strings.ContainsAny(name, "<>"):
		return refuse(CodeShape, place, "must be UTF-8 without controls, '<' and '>'")
	case strings.TrimSpace(name) != name:
		return refuse(CodeShape, place, "starts or ends with white space")
	}
	return nil
}

func validateEmail(email string) *Error {
	const place = "author_email"
	if len(email) < 1 || len(email) > maxIdentityBytes {
		return refuse(CodeShape, place, "must be 1 to %d bytes", maxIdentityBytes)
	}
	for i := range len(email) {
		if c := email[i]; c <= ' ' || c >= 0x7f || c == '<' || c == '>' {
			return refuse(CodeShape, place, "must be ASCII without white space, controls, '<' and '>'")
		}
	}
	return nil
}

func validateMessage(message string) *Error {
	const place = "message"
	switch {
	case len(message) < 1 || len(message) > maxMessageBytes:
		return refuse(CodeShape, place, "must be 1 to %d bytes", maxMessageBytes)
	case !strings.HasSuffix(message, "\n") || strings.HasSuffix(message, "\n\n"):
		return refuse(CodeShape, place, "must end in exactly one line feed")
	case !utf8.ValidString(message) || strings.IndexFunc(message, notMessageRune) >= 0:
		return refuse(CodeShape, place, "must be UTF-8 with no controls but line feed and tab")
	}
	return nil
}

func notMessageRune(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
