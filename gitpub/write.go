//go:build linux || darwin

package gitpub

import "golang.org/x/sys/unix"

// guarded runs one effect between its two watch calls. An error from the
// second call is reported although the effect took place, as a file system may.
func (r *Repository) guarded(act Act, path string, effect func() error) error {
	if r.host.Watch == nil {
		return effect()
	}
	if err := r.host.Watch(Step{act, path, false}); err != nil {
		return err
	}
	if err := effect(); err != nil {
		return err
	}
	return r.host.Watch(Step{act, path, true})
}

// create makes a file that must not exist. On an error the file is gone again.
func (r *Repository) create(in folder, name string, mode uint32) (*file, error) {
	var made *file
	err := r.guarded(ActCreate, in.at(name), func() (err error) {
		made, err = in.open(name, unix.O_WRONLY|unix.O_APPEND|unix.O_CREAT|unix.O_EXCL, mode)
		return err
	})
	if err != nil && made != nil {
		made.Close()
		r.discard(in, name)
		made = nil
	}
	return made, err
}

func (r *Repository) write(f *file, body []byte) error {
	return r.guarded(ActWrite, f.path, func() error {
		_, err := f.Write(body)
		return err
	})
}

func (r *Repository) sync(f *file) error {
	return r.guarded(ActSync, f.path, func() error { return fullSync(f.fd) })
}

func (r *Repository) syncFolder(in folder) error {
	return r.guarded(ActSync, in.at("."), func() error { return fullSync(in.fd) })
}

func (r *Repository) rename(in folder, from, to string) error {
	return r.guarded(ActRename, in.at(to), func() error {
		return unix.Renameat(in.fd, from, in.fd, to)
	})
}

func (r *Repository) remove(in folder, name string) error {
	return r.guarded(ActRemove, in.at(name), func() error { return unix.Unlinkat(in.fd, name, 0) })
}

// discard removes a file of ours that failed to become something. One failure
// is not taken for an answer.
func (r *Repository) discard(in folder, name string) {
	if err := r.remove(in, name); err != nil && err != unix.ENOENT {
		r.remove(in, name)
	}
}

// removeEmpty removes a tree of empty folders, as git does when a ref or a
// reflog is to stand where only empty folders are left.
func (r *Repository) removeEmpty(in folder, name string) error {
	inner, err := in.sub(name)
	if err != nil {
		return err
	}
	defer inner.close()
	var names []string
	if err := inner.names(func(n string) bool { names = append(names, n); return len(names) < 64 }); err != nil {
		return err
	}
	for _, n := range names {
		if err := r.removeEmpty(inner, n); err != nil {
			return err
		}
	}
	return r.guarded(ActRemove, in.at(name), func() error {
		return unix.Unlinkat(in.fd, name, unix.AT_REMOVEDIR)
	})
}

// enter opens the folder that path leads to below in, making what is missing
// and syncing what holds it. It starts again when somebody removes an empty
// folder meanwhile, as pack-refs does.
func (r *Repository) enter(in folder, path string) (at folder, err error) {
	for range 3 {
		if at, err = in.walk(path); err != unix.ENOENT {
			return at, err
		}
		if err = r.makeFolders(in, path); err != nil && err != unix.ENOENT {
			return folder{}, err
		}
	}
	return folder{}, err
}

func (r *Repository) makeFolders(in folder, path string) error {
	at, err := in.again()
	if err != nil {
		return err
	}
	defer func() { at.close() }()
	for _, name := range components(path) {
		next, err := at.sub(name)
		if err == unix.ENOENT {
			if next, err = r.makeFolder(at, name); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
		at.close()
		at = next
	}
	return nil
}

func (r *Repository) makeFolder(in folder, name string) (folder, error) {
	err := r.guarded(ActMakeFolder, in.at(name), func() error { return unix.Mkdirat(in.fd, name, 0o777) })
	if err != nil && err != unix.EEXIST {
		return folder{}, err
	}
	if err := r.syncFolder(in); err != nil {
		return folder{}, err
	}
	return in.sub(name)
}
