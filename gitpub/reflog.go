//go:build linux || darwin

package gitpub

import (
	"fmt"
	"strings"

	"golang.org/x/sys/unix"
)

// reflogEntry is one line of a log, as git writes it for an update by the
// commit's author at the commit's time:
//
//	old SP new SP name SP "<" email ">" SP seconds SP "+0000" TAB message LF
func reflogEntry(old, commit string, m Meta) []byte {
	subject, _, _ := strings.Cut(m.Message, "\n")
	text := strings.Join(strings.Fields("publish: "+subject), " ")
	return fmt.Appendf(nil, "%s %s %s <%s> %d +0000\t%s\n", old, commit, m.AuthorName, m.AuthorEmail, m.UnixSeconds, text)
}

// logged remembers an appended entry so that it can be taken back while the
// lock is held.
type logged struct {
	file *file
	size int64 // before
}

// appendLog appends an entry to logs/<ref> when the repository logs all updates
// or the log exists, like git before it renames the lock. No sync, like git.
// A nil result means there is nothing to log.
func (r *Repository) appendLog(reference string, entry []byte) (*logged, *Error) {
	path := "logs/" + reference
	above, name := splitPath(path)
	f, err := r.openLog(above, name)
	if absent(err) && !r.held.settings.logAllUpdates {
		return nil, nil
	}
	if err != nil {
		return nil, failed(path, "the reflog cannot be opened", err)
	}
	l := &logged{f, f.size}
	if err := r.write(f, entry); err != nil {
		l.takeBack()
		return nil, failed(path, "the reflog cannot be written", err)
	}
	return l, nil
}

func (r *Repository) openLog(above, name string) (*file, error) {
	in, err := r.root.walk(above)
	if err == unix.ENOENT && r.held.settings.logAllUpdates {
		in, err = r.enter(r.root, above)
	}
	if err != nil {
		return nil, err
	}
	defer in.close()
	f, err := in.open(name, unix.O_WRONLY|unix.O_APPEND, 0)
	if err == unix.EISDIR && r.removeEmpty(in, name) == nil {
		err = unix.ENOENT
	}
	if err == unix.ENOENT && r.held.settings.logAllUpdates {
		return r.create(in, name, 0o666)
	}
	return f, err
}

// takeBack cuts the log to its former length. The lock is held, so nobody else
// has appended.
func (l *logged) takeBack() {
	if l != nil {
		unix.Ftruncate(l.file.fd, l.size)
		l.file.Close()
	}
}

func (l *logged) close() {
	if l != nil {
		l.file.Close()
	}
}
