//go:build !linux && !darwin

package gitpub

// Repository cannot be had on this platform: holding one needs the file system
// calls of Linux or macOS.
type Repository struct{ config Config }

const unserved = "publication needs Linux or macOS"

// Open refuses: CodeShape.
func Open(config Config, _ Host, _ Limits) (*Repository, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	return nil, refuse(CodeShape, "repository", unserved)
}

// Close does nothing.
func (r *Repository) Close() {}

// Identity is the policy's path.
func (r *Repository) Identity() string { return r.config.Repository }

// Format is the object format.
func (r *Repository) Format() string { return "sha1" }

// Commands is none.
func (r *Repository) Commands() int { return 0 }

// Plan refuses: CodeShape.
func (r *Repository) Plan(string, []File, []File, Meta) (*Plan, error) {
	return nil, refuse(CodeShape, "repository", unserved)
}

// Write refuses: CodeShape.
func (p *Plan) Write() error { return refuse(CodeShape, "repository", unserved) }

// Verify refuses: CodeShape.
func (p *Plan) Verify() error { return refuse(CodeShape, "repository", unserved) }

// Pivot refuses: CodeShape.
func (p *Plan) Pivot() error { return refuse(CodeShape, "repository", unserved) }

// Confirm refuses: CodeShape.
func (p *Plan) Confirm() error { return refuse(CodeShape, "repository", unserved) }

// Discard does nothing.
func (p *Plan) Discard() {}
