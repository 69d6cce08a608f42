package gitpub

// File is one file with its bytes. Path is slash-separated and relative to the
// project prefix. The bytes are read until the plan is confirmed; the caller
// must not change them meanwhile.
type File struct {
	Path    string
	Content []byte
}

// Object is one new object of a plan.
type Object struct {
	ID   string // 40 hex
	Kind string // blob, tree or commit
	Size int64  // bytes of the body
}

// Prepared is what a publication will be, known before anything is written:
// all that a receipt needs.
type Prepared struct {
	Repository string // canonical path
	Reference  string
	Format     string // "sha1"
	Base       string // the parent commit, 40 hex
	Commit     string // 40 hex
	Tree       string // 40 hex
	// Changed lists the files whose bytes change, prefix included, in the order
	// in which they were expected.
	Changed []string
	// Objects lists the new objects in staging order: a blob when it is met, a
	// tree after its children, the commit last. Equal objects appear once.
	Objects []Object
	// ContentBinding is "sha256:" and the digest over every object read (commit,
	// root tree, then depth first with children in byte order) and staged.
	ContentBinding string
}

// stage is how far a plan has come. Steps are taken once and in order.
type stage int

const (
	planned stage = iota
	written
	verified
	pivoted
	confirmed
	over // a step was refused, or the plan was discarded
)

// Plan is one prepared publication on an opened repository.
type Plan struct {
	Prepared
	repository *Repository
	meta       Meta
	stage      stage
	base       object          // the base commit
	trees      []object        // base trees on the way to changed files, each once
	staged     []object        // new objects, in order
	changes    map[string]id   // new blob of every changed path
	stagedSet  map[id]struct{} // names of staged
	keep       string          // name of our pack's .keep file, "" when there is none
	inDoubt    bool            // the branch may have moved
}

// begin checks the order of the steps and takes the plan out of the game until
// the step has succeeded.
func (p *Plan) begin(at stage, name string) {
	if p.stage != at {
		panic("BUG: gitpub: " + name + " out of order")
	}
	p.stage = over
}
