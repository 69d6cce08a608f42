package session

import (
	"cmp"
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// row declares one method. It is built by read, change and control and refined
// by the methods below; rows are values and immutable once in a table.
type row struct {
	name, doc  string
	needs      policy.Grants // without which the row does not exist
	yields     policy.Grants // with any of which it does not exist
	capability policy.Grant  // what the descriptor names
	query      bool
	batch      bool // may stand in a read batch
	params     *schema.Node
	payload    []*schema.Node // the documents a payload may be
	requests   []*schema.Node // the documents parameters refer to
	carries    []string       // report documents that chunks carry
	codes      []diag.Code
	drifted    bool // answers without authenticating the source
	discovers  bool // answers what discovery renders
	recovers   bool // replaces the snapshot, so a test task does not guard it
	open       func() operation
	control    controlFunc // set for methods that steer the session itself
}

// operation is one decoded call of a row. Each owns its parameters, so rows of
// one batch never share them.
type operation interface {
	// decode judges the parameters; an empty span means none.
	decode(d *schema.Decoder, span []byte) *schema.Fault
	// imageRevision is the declared image revision, nil where none is declared.
	imageRevision() *canon.Digest
	// selection names the registry subjects the call works on.
	selection() selection
	// run does the work over a view and renders the payload as the next value
	// of b. changes is nil for calls that may not change the registry.
	run(v *view, changes *mutation, b *canon.Builder) diag.List
	// forget lets go of the parameters and the payload, which alias frames and reports.
	forget()
}

// controlFunc is the work of a method that steers the session: refresh, batch.
type controlFunc func(s *Session, op operation, id, dst []byte) []byte

// needing adds a grant without which the row does not exist, and names it in the
// descriptor.
func (r row) needing(needs policy.Grant) row {
	r.needs, r.capability = r.needs.With(needs), needs
	return r
}

// yielding leaves the row out of sessions that have a grant: another row of the same
// name takes its place.
func (r row) yielding(to policy.Grant) row {
	r.yields = r.yields.With(to)
	return r
}

// described names another grant in the descriptor than the one the row needs.
func (r row) described(capability policy.Grant) row {
	r.capability = capability
	return r
}

// inBatch admits the row to read batches.
func (r row) inBatch() row {
	r.batch = true
	return r
}

// plain marks a method that is no query.
func (r row) plain() row {
	r.query = false
	return r
}

// coded lists the codes the method may answer beyond the common ones.
func (r row) coded(codes ...diag.Code) row {
	r.codes = append(slices.Clone(r.codes), codes...)
	return r
}

// carrying names the report documents whose text the payload carries in pieces.
func (r row) carrying(reports ...string) row {
	r.carries = append(slices.Clone(r.carries), reports...)
	return r
}

// taking declares documents that the parameters refer to by name.
func (r row) taking(documents ...*schema.Node) row {
	r.requests = documents
	return r
}

// afterDrift lets the method answer although the source drifted.
func (r row) afterDrift() row {
	r.drifted = true
	return r
}

// discovering marks a method that answers what discovery has rendered.
func (r row) discovering() row {
	r.discovers = true
	return r
}

// recovering marks a method that loads the source afresh.
func (r row) recovering() row {
	r.recovers = true
	return r
}

// offering replaces the documents the payload may be.
func (r row) offering(documents ...*schema.Node) row {
	r.payload = documents
	return r
}

// read declares a query: it sees a view and changes nothing.
func read[P, R any](name, doc string, params *schema.Kind[P], payload *schema.Kind[R],
	work func(v *view, p *P, r *R) diag.List) row {
	return declare(name, doc, params, payload, func(v *view, p *P, _ *mutation, r *R) diag.List {
		return work(v, p, r)
	})
}

// change declares a method that may retain or drop one registry subject.
func change[P, R any](name, doc string, params *schema.Kind[P], payload *schema.Kind[R],
	work func(v *view, p *P, m *mutation, r *R) diag.List) row {
	return declare(name, doc, params, payload, work).plain()
}

// control declares a method that steers the session itself.
func control[P, R any](name, doc string, params *schema.Kind[P], payload *schema.Kind[R], steer controlFunc) row {
	r := declare(name, doc, params, payload, func(*view, *P, *mutation, *R) diag.List {
		panic("BUG: session: " + name + " is steered, not run")
	})
	r.control = steer
	return r
}

func declare[P, R any](name, doc string, params *schema.Kind[P], payload *schema.Kind[R],
	work func(v *view, p *P, m *mutation, r *R) diag.List) row {
	return row{
		name: name, doc: doc, capability: policy.GrantSemanticRead, query: true,
		params:  params.Node(),
		payload: []*schema.Node{payload.Node()},
		open: func() operation {
			return &typedOperation[P, R]{params: params, payload: payload, work: work}
		},
	}
}

// typedOperation is the operation of a row over its own types.
type typedOperation[P, R any] struct {
	params  *schema.Kind[P]
	payload *schema.Kind[R]
	work    func(v *view, p *P, m *mutation, r *R) diag.List

	in  P
	out R
}

// imageBound is implemented by parameters that declare image_revision.
type imageBound interface{ imageRevision() *canon.Digest }

// selecting is implemented by parameters that name registry subjects.
type selecting interface{ selection() selection }

func (o *typedOperation[P, R]) decode(d *schema.Decoder, span []byte) *schema.Fault {
	var zero P
	o.in = zero
	return o.params.Decode(d, span, &o.in)
}

func (o *typedOperation[P, R]) imageRevision() *canon.Digest {
	if bound, ok := any(&o.in).(imageBound); ok {
		return bound.imageRevision()
	}
	return nil
}

func (o *typedOperation[P, R]) selection() selection {
	if named, ok := any(&o.in).(selecting); ok {
		return named.selection()
	}
	return selection{}
}

func (o *typedOperation[P, R]) run(v *view, changes *mutation, b *canon.Builder) diag.List {
	var zero R
	o.out = zero
	if faults := o.work(v, &o.in, changes, &o.out); faults.HasErrors() {
		return faults
	}
	o.payload.Encode(b, &o.out)
	return nil
}

func (o *typedOperation[P, R]) forget() {
	var in P
	var out R
	o.in, o.out = in, out
}

// table is the rows of one session: those its grants select, sorted by name.
type table struct {
	rows []tableRow
}

// tableRow is a selected row with the operation single calls reuse.
type tableRow struct {
	row
	single operation
}

// newTable selects rows by the host's grants.
func newTable(granted policy.Grants, families ...[]row) *table {
	t := &table{}
	for _, family := range families {
		for _, r := range family {
			if r.needs&^granted == 0 && r.yields&granted == 0 {
				t.rows = append(t.rows, tableRow{row: r, single: r.open()})
			}
		}
	}
	slices.SortFunc(t.rows, func(x, y tableRow) int { return cmp.Compare(x.name, y.name) })
	for i := 1; i < len(t.rows); i++ {
		if t.rows[i-1].name == t.rows[i].name {
			panic("BUG: session: method declared twice: " + t.rows[i].name)
		}
	}
	return t
}

// find returns the selected row of a method, or nil.
func (t *table) find(method []byte) *tableRow {
	low, high := 0, len(t.rows)
	for low < high {
		middle := int(uint(low+high) >> 1)
		switch name := t.rows[middle].name; {
		case name == string(method):
			return &t.rows[middle]
		case name < string(method):
			low = middle + 1
		default:
			high = middle
		}
	}
	return nil
}
