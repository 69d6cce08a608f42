package image

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/check"
)

// localIdentity is the identity of a binding, or of the result for NoLocal.
func localIdentity(names *check.Identities, id check.LocalID) string {
	if id == check.NoLocal {
		return names.Result
	}
	return names.Locals[id]
}

// parameterIdentity is the identity of a parameter (language facts 7.1).
func parameterIdentity(f *check.Function, index int) string {
	id, path := f.Identity.Text, strconv.Itoa(index)
	return "declaration:" + strconv.Itoa(len(id)) + ":" + id + ":value:param:" + strconv.Itoa(len(path)) + ":" + path
}

// resultIdentity is the identity of the result (language facts 7.1).
func resultIdentity(f *check.Function) string {
	id := f.Identity.Text
	return "declaration:" + strconv.Itoa(len(id)) + ":" + id + ":value:result:0:"
}
