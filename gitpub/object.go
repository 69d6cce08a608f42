package gitpub

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"strconv"
)

const (
	idBytes = sha1.Size
	idHex   = 2 * idBytes
)

// id is a binary object name.
type id [idBytes]byte

func (i id) String() string { return hex.EncodeToString(i[:]) }

// idFromHex needs idHex digits that isHex admits.
func idFromHex(text string) (i id) {
	if n, err := hex.Decode(i[:], []byte(text)); err != nil || n != idBytes {
		panic("BUG: gitpub: unchecked object name")
	}
	return i
}

const (
	kindBlob   = "blob"
	kindTree   = "tree"
	kindCommit = "commit"
)

// object is one object with its body; never modified once made.
type object struct {
	id   id
	kind string
	body []byte
}

// newObject names a body by hashing it, independently of any library.
func newObject(kind string, body []byte) object {
	h := sha1.New()
	h.Write(objectHeader(kind, len(body)))
	h.Write(body)
	return object{id(h.Sum(nil)), kind, body}
}

func objectHeader(kind string, size int) []byte {
	return append(strconv.AppendInt(append([]byte(kind), ' '), int64(size), 10), 0)
}

// binding is the running digest over the objects read and staged, of
// publication receipts (facts "policy, Git and archives" 3.6):
//
//	domain ‖ for each object: u64 big-endian length of the hex name ‖ hex name ‖
//	"<kind> <decimal length>" NUL ‖ body
type binding struct{ running hash.Hash }

func newBinding() binding { return binding{sha256.New()} }

func (b binding) domain(text string) {
	b.running.Write([]byte(text))
	b.running.Write([]byte{0})
}

func (b binding) add(o object) {
	name := o.id.String()
	b.running.Write(binary.BigEndian.AppendUint64(nil, uint64(len(name))))
	b.running.Write([]byte(name))
	b.running.Write(objectHeader(o.kind, len(o.body)))
	b.running.Write(o.body)
}

func (b binding) text() string { return "sha256:" + hex.EncodeToString(b.running.Sum(nil)) }

// commitTree reads the tree of a commit: its first line is "tree <id>".
func commitTree(o object) (id, bool) {
	line, _, found := bytes.Cut(o.body, []byte("\n"))
	name, ok := bytes.CutPrefix(line, []byte("tree "))
	if !found || !ok || len(name) != idHex || !isHex(string(name)) {
		return id{}, false
	}
	return idFromHex(string(name)), true
}

// encodeCommit needs validated meta.
func encodeCommit(tree, parent id, m Meta) []byte {
	who := fmt.Sprintf("%s <%s> %d +0000", m.AuthorName, m.AuthorEmail, m.UnixSeconds)
	return fmt.Appendf(nil, "tree %s\nparent %s\nauthor %s\ncommitter %s\n\n%s", tree, parent, who, who, m.Message)
}
