package gitpub

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// questions is what the second opinion is asked for, in this order: the base
// commit, the base trees on the way to changed files, and every new object.
func (p *Plan) questions() []object {
	asked := append([]object{p.base}, p.trees...)
	return append(asked, p.staged...)
}

// answers are the bodies git returned, by name, each equal to ours byte for
// byte. The difference below is computed from them alone.
type answers map[id][]byte

// readAnswers reads the output of cat-file --batch, exactly one answer for each
// question in order and then the end:
//
//	name SP kind SP size LF body LF
//
// The first error is a disagreement, or nil error and the failure to read.
func readAnswers(from io.Reader, asked []object) (answers, *Error) {
	reader := bufio.NewReaderSize(from, 64<<10)
	given := make(answers, len(asked))
	for _, o := range asked {
		body, e := readAnswer(reader, o)
		if e != nil {
			return nil, e
		}
		given[o.id] = body
	}
	switch _, err := reader.ReadByte(); err {
	case io.EOF:
		return given, nil
	case nil:
		return nil, disagree("", "git says more than it was asked")
	default:
		return nil, failed("git_executable", "its output cannot be read", err)
	}
}

func readAnswer(reader *bufio.Reader, o object) ([]byte, *Error) {
	place := o.id.String()
	line, err := reader.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		return nil, disagree(place, "git answers with an endless line")
	}
	if err != nil {
		return nil, failed("git_executable", "its answer for "+place+" is cut short", err)
	}
	if want := place + " " + o.kind + " " + strconv.Itoa(len(o.body)); string(line[:len(line)-1]) != want {
		return nil, disagree(place, "git answers %.100q instead of %q", line, want)
	}
	body := make([]byte, len(o.body)+1)
	if _, err := io.ReadFull(reader, body); err != nil {
		return nil, failed("git_executable", "its answer for "+place+" is cut short", err)
	}
	if !bytes.Equal(body[:len(o.body)], o.body) || body[len(o.body)] != '\n' {
		return nil, disagree(place, "git returns other bytes")
	}
	return body[:len(o.body)], nil
}

func disagree(place, format string, args ...any) *Error {
	return refuse(CodeDisagreement, place, format, args...)
}

// judge computes the difference between the two commits from the answers and
// demands that it is the planned one: these files, these blobs, nothing else.
func (p *Plan) judge(given answers) *Error {
	commit := idFromHex(p.Commit)
	before, okBefore := commitTree(object{body: given[p.base.id]})
	after, okAfter := commitTree(object{body: given[commit]})
	if !okBefore || !okAfter || after.String() != p.Tree {
		return disagree(p.Commit, "the commits do not name the planned trees")
	}
	if !bytes.HasPrefix(given[commit], fmt.Appendf(nil, "tree %s\nparent %s\nauthor ", after, p.Base)) {
		return disagree(p.Commit, "its one parent is not the base")
	}
	found := map[string]id{}
	if e := given.difference(before, after, "", found); e != nil {
		return e
	}
	if len(found) != len(p.changes) {
		return disagree(p.Commit, "%d files differ from the base, %d were planned", len(found), len(p.changes))
	}
	for path, blob := range p.changes {
		if found[path] != blob {
			return disagree(path, "is not the planned file")
		}
	}
	return nil
}

// difference collects the files whose blobs differ; trees may differ in
// nothing else.
func (a answers) difference(before, after id, path string, found map[string]id) *Error {
	old, e := a.tree(before, path)
	if e != nil {
		return e
	}
	now, e := a.tree(after, path)
	if e != nil {
		return e
	}
	if len(old) != len(now) {
		return disagree(path, "entries came or went")
	}
	for i, o := range old {
		n, below := now[i], o.name
		if path != "" {
			below = path + "/" + o.name
		}
		switch {
		case o == n:
		case o.name != n.name || o.mode != n.mode:
			return disagree(below, "its name or mode changed")
		case o.mode == modeTree:
			if e := a.difference(o.id, n.id, below, found); e != nil {
				return e
			}
		case !o.isFile():
			return disagree(below, "is no file and changed")
		default:
			found[below] = n.id
		}
	}
	return nil
}

func (a answers) tree(name id, path string) ([]entry, *Error) {
	body, ok := a[name]
	if !ok {
		return nil, disagree(path, "the tree %s changed and was not planned", name)
	}
	entries, e := parseTree(name.String(), body)
	if e != nil {
		return nil, disagree(path, "%s", e.Text)
	}
	return entries, nil
}
