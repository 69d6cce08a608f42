//go:build linux || darwin

package gitpub

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// snapshot is every file of the repository with its bytes, and every folder;
// paths under one of leave are left out.
func (r *repo) snapshot(leave ...string) map[string]string {
	all := map[string]string{}
	filepath.WalkDir(r.path, func(path string, entry fs.DirEntry, err error) error {
		name := strings.TrimPrefix(path, r.path)
		for _, l := range leave {
			if strings.HasPrefix(name, "/"+l) {
				return nil
			}
		}
		if err != nil || entry.IsDir() {
			all[name+"/"] = ""
			return nil
		}
		if !entry.Type().IsRegular() {
			all[name] = entry.Type().String()
			return nil
		}
		text, _ := os.ReadFile(path)
		all[name] = string(text)
		return nil
	})
	return all
}
