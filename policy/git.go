package policy

import "github.com/semaprax/semaprax-go/wire"

// gitMember is one member of git_commit: a text or an unsigned integer.
type gitMember struct {
	name   string
	text   *string
	number *uint64
}

// members returns the members shared by git_commit and a git host policy.
func (g *GitHost) members() []gitMember {
	return []gitMember{
		{"git_executable", &g.GitExecutable, nil},
		{"repository", &g.Repository, nil},
		{"reference", &g.Reference, nil},
		{"base_commit", &g.BaseCommit, nil},
		{"project_prefix", &g.ProjectPrefix, nil},
		{"author_name", &g.AuthorName, nil},
		{"author_email", &g.AuthorEmail, nil},
		{"unix_seconds", nil, &g.UnixSeconds},
		{"message", &g.Message, nil},
		{"max_commands", nil, &g.MaxCommands},
		{"timeout_ms", nil, &g.TimeoutMillis},
	}
}

func (g *GitCommit) members() []gitMember {
	return append(g.GitHost.members(), gitMember{"approved_candidate_digest", &g.ApprovedCandidateDigest, nil})
}

func readGitCommit(p *Policy, v value) *Error {
	if v.isNull() {
		return nil
	}
	commit := new(GitCommit)
	if err := readMembers(v, commit.members(), nil); err != nil {
		return err
	}
	p.GitCommit = commit
	return nil
}

// ParseGitHost judges the bytes of a git host policy, the file of the publish
// command. Every fault but one of size is CodeGitHost. Nothing of text is kept.
func ParseGitHost(text []byte) (*GitHost, *Error) {
	host := new(GitHost)
	root, err := scan(text)
	if err == nil {
		err = readMembers(root, host.members(), []string{"schema"})
	}
	if err == nil && !wire.IsString(root.find("schema"), GitHostSchema) {
		err = refuse("must be " + GitHostSchema).under("schema")
	}
	switch {
	case err == nil:
		return host, nil
	case err.Code == CodePolicy:
		err.Code = CodeGitHost
	}
	return nil, err
}

// readMembers fills members from an object that has exactly them and the others.
func readMembers(v value, members []gitMember, others []string) *Error {
	keys := others
	for _, m := range members {
		keys = append(keys, m.name)
	}
	if err := v.closed(keys); err != nil {
		return err
	}
	for _, m := range members {
		var err *Error
		if m.text != nil {
			err = v.find(m.name).text(m.text)
		} else {
			err = v.find(m.name).uint(m.number)
		}
		if err != nil {
			return err.under(m.name)
		}
	}
	return nil
}
