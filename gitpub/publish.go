package gitpub

// Publish runs a whole publication: Open, Plan, Write, Verify, Pivot, Confirm.
// The result is what was published; with an error it is nil, and the *Error
// says whether the branch may have moved nevertheless.
func Publish(config Config, host Host, limits Limits, expect, change []File) (*Prepared, error) {
	r, err := Open(config, host, limits)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	p, err := r.Plan(config.BaseCommit, expect, change, config.Meta())
	if err != nil {
		return nil, err
	}
	defer p.Discard()
	for _, step := range []func() error{p.Write, p.Verify, p.Pivot, p.Confirm} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return &p.Prepared, nil
}
