package session

import (
	"bytes"
	"errors"
	"slices"
	"sync"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/wire"
)

// batchRow is one frame of a batch. The coordinator prepares it: either the
// response is known, or there is none, or a worker is to run the operation.
type batchRow struct {
	id       []byte
	op       operation // nil when there is nothing to run
	view     view
	decoder  schema.Decoder
	response []byte // nil stands for no response

	room []byte    // what a quoted response is written in
	last *tableRow // the row that opened was opened by; nil before
	// opened is the operation of the row's last call, for the next one of the same method.
	opened operation
}

// reset makes a row ready for the next batch.
func (r *batchRow) reset() {
	r.decoder.Reset()
	if r.opened != nil {
		r.opened.forget()
	}
	r.op, r.view, r.response = nil, view{}, nil
	if cap(r.room) > keptBatchBytes {
		r.room = nil
	}
}

// batchRoom is what batches of one session reuse.
type batchRoom struct {
	scanner *wire.Scanner
	shape   *schema.Kind[batchRequest]
	request batchRequest
	rows    [MaxBatchFrames]batchRow
	workers [MaxBatchWorkers]workerRoom
}

// keptBatchBytes is the capacity above which a buffer is not kept for the next batch.
const keptBatchBytes = 64 << 10

func newBatchRoom() *batchRoom {
	scanner, err := wire.NewScanner(wire.V5, wire.Limits{})
	if err != nil {
		panic("BUG: the profile's own limits are refused: " + err.Error())
	}
	return &batchRoom{scanner: scanner, shape: batchRequestShape()}
}

// finishing puts a response into its row in the form that is kept. The response may
// lie in the worker's room and dies with the next row.
type finishing func(row *batchRow, response []byte)

// quoted keeps a response, in the row's room, as it stands in the payload of a batch: a
// JSON string, or null.
func quoted(row *batchRow, response []byte) {
	if response == nil {
		row.room = append(row.room[:0], "null"...)
	} else {
		row.room = canon.AppendString(row.room[:0], response)
	}
	row.response = row.room
}

// cloned keeps a response beyond the batch.
func cloned(row *batchRow, response []byte) { row.response = bytes.Clone(response) }

// readBatch answers workspace/read-batch. Everything, the judging of the batch object
// included, runs inside one authentication; drift discards every row.
func (s *Session) readBatch(op operation, id, dst []byte) []byte {
	batch := op.(*typedOperation[batchParams, batchPayload])
	room := s.batchRoom()
	defer room.release()
	var response []byte
	faults := s.authenticated(func() diag.List {
		s.frames.Reset()
		if wrong := room.shape.Decode(&s.frames, batch.in.Batch, &room.request); wrong != nil {
			return fault(codeBatch, "batch"+wrong.Pointer()+" is "+faultWord(wrong)+": an object with frames, 1 to 16 strings of at most 65536 bytes")
		}
		rows := s.prepareBatch(room, room.request.Frames)
		if faults := room.run(rows, s.workers, quoted); faults != nil {
			return faults
		}
		response = s.renderBatch(batch, rows, id, dst)
		return nil
	})
	if faults.HasErrors() {
		return appendFaults(dst, id, faults)
	}
	return response
}

func faultWord(wrong *schema.Fault) string {
	switch wrong.Kind {
	case schema.FaultUnknown:
		return "unknown"
	case schema.FaultMissing:
		return "missing"
	}
	return "invalid"
}

// renderBatch appends the outer response, or one overflow reply and no rows.
func (s *Session) renderBatch(batch *typedOperation[batchParams, batchPayload], rows []batchRow, id, dst []byte) []byte {
	payload := batchPayload{Responses: make([][]byte, len(rows))}
	for i := range rows {
		payload.Responses[i] = rows[i].response
	}
	return respond(s, dst, id, batch.payload, &payload)
}

// batchRoom is the session's room for batches, made for the first one.
func (s *Session) batchRoom() *batchRoom {
	if s.batch == nil {
		s.batch = newBatchRoom()
	}
	return s.batch
}

// prepareBatch decodes every frame in order and resolves what it works on. It runs
// on the session's own goroutine: registry lookups and discovery happen here.
func (s *Session) prepareBatch(room *batchRoom, frames [][]byte) []batchRow {
	rows := room.rows[:len(frames)]
	retained := s.registry.snapshot()
	for i := range rows {
		rows[i].view.retained = retained
		s.prepareRow(&rows[i], frames[i], room.scanner)
	}
	return rows
}

// prepareRow prepares one frame. A frame is not kept: its id and parameters are
// copied out or decoded while it is there.
func (s *Session) prepareRow(row *batchRow, frame []byte, scanner *wire.Scanner) {
	frame = trimLF(frame)
	if len(frame) == 0 {
		return
	}
	request, err := scanner.DecodeRequest(frame)
	if err != nil {
		var refused *wire.Error
		if !errors.As(err, &refused) {
			panic("BUG: a scan failed without a refusal: " + err.Error())
		}
		row.response = wire.AppendRefusal(nil, request.ID, refused)
		return
	}
	if request.Notification {
		return
	}
	row.id = append(row.id[:0], request.ID...)
	s.prepareCall(row, request, frame)
}

// trimLF drops one closing LF, which generated builders may leave.
func trimLF(frame []byte) []byte {
	if n := len(frame); n > 0 && frame[n-1] == '\n' {
		return frame[:n-1]
	}
	return frame
}

func (s *Session) prepareCall(row *batchRow, request wire.Request, frame []byte) {
	selected := s.methods.find(request.Method)
	if selected == nil || !selected.batch {
		row.response = wire.AppendError(nil, row.id, wire.RPCMethod, messageBatchUnavailable, nil)
		return
	}
	if row.last != selected {
		row.last, row.opened = selected, selected.open()
	}
	op := row.opened
	if wrong := op.decode(&row.decoder, request.Params.Of(frame)); wrong != nil {
		row.response = wire.AppendError(nil, row.id, wire.RPCParams, wrong.Message(), nil)
		return
	}
	faults := s.staleImage(op, row.decoder.Extra)
	if faults == nil {
		row.view = view{image: s.image, discovery: s.discoveryFor(&selected.row), programs: s.programs, reports: &s.reports, retained: row.view.retained}
		faults = s.registry.resolve(op.selection(), &row.view)
	}
	if faults != nil {
		row.response = appendFaults(nil, row.id, faults)
		return
	}
	row.op = op
}

// run runs every prepared operation on at most workers goroutines, of which the
// caller's is one, finishes every row there, and joins them all. A worker that cannot go
// on is SPX-G295, after the others have ended.
func (room *batchRoom) run(rows []batchRow, workers int, finish finishing) diag.List {
	workers = min(workers, len(rows))
	var failed [MaxBatchWorkers]bool
	var joined sync.WaitGroup
	for w := 1; w < workers; w++ {
		joined.Go(func() { failed[w] = !room.workers[w].run(rows, w, workers, finish) })
	}
	failed[0] = !room.workers[0].run(rows, 0, workers, finish)
	joined.Wait()
	if slices.Contains(failed[:], true) {
		return fault(codeBatchWorker, "a read batch worker failed; no row is released")
	}
	return nil
}

// release lets go of what a batch worked on. Buffers stay for the next one.
func (room *batchRoom) release() {
	clear(room.request.Frames)
	for i := range room.rows {
		room.rows[i].reset()
	}
	for w := range room.workers {
		room.workers[w].trim()
	}
}

// workerRoom is the memory one worker renders its rows in.
type workerRoom struct {
	result   resultRoom
	response []byte
}

// run runs the rows first, first+step, … of a batch; false after a panic.
func (r *workerRoom) run(rows []batchRow, first, step int, finish finishing) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	for i := first; i < len(rows); i += step {
		response := rows[i].response
		if rows[i].op != nil {
			response = r.answer(&rows[i])
		}
		finish(&rows[i], response)
	}
	return true
}

// answer runs one operation and renders its ordinary response, which is valid until
// the next one.
func (r *workerRoom) answer(row *batchRow) []byte {
	of := row.view.image
	payload := func(b *canon.Builder) diag.List { return row.op.run(&row.view, nil, b) }
	if faults := r.result.write(of.Revision(), of.Project().Revision(), payload); faults != nil {
		r.response = appendFaults(r.response[:0], row.id, faults)
	} else {
		r.response, _ = r.result.fit(r.response[:0], row.id)
	}
	return r.response
}

// trim drops buffers too large to keep.
func (r *workerRoom) trim() {
	if cap(r.response) > keptBatchBytes {
		*r = workerRoom{}
	}
}

// HandleReadBatch answers 1 to MaxBatchFrames frames for an embedding host, with the
// session's workers, or one. Results are in input order, nil for blank frames and
// notifications; nothing is returned before all workers ended and the source was
// authenticated again. A batch in which no frame can be executed skips the
// authentication.
//
// Faults: SPX-G294 for a count or frame out of bounds and for a claimed or terminal
// session, SPX-G295 for a failed worker, the drift of the source.
func (s *Session) HandleReadBatch(frames [][]byte) ([][]byte, diag.List) {
	s.touched = true
	if faults := s.judgeHostBatch(frames); faults != nil {
		return nil, faults
	}
	for _, frame := range frames {
		s.started = s.started || len(frame) > 0
	}
	room := s.batchRoom()
	defer room.release()
	rows := s.prepareBatch(room, frames)
	run := func() diag.List { return room.run(rows, max(1, s.workers), cloned) }
	if anyExecutable(rows) {
		if faults := s.authenticated(run); faults.HasErrors() {
			return nil, faults
		}
	}
	responses := make([][]byte, len(rows))
	for i := range rows {
		responses[i] = rows[i].response
	}
	return responses, nil
}

func (s *Session) judgeHostBatch(frames [][]byte) diag.List {
	switch {
	case s.claimed || s.terminal:
		return fault(codeBatch, "the session is claimed or terminal")
	case len(frames) < 1 || len(frames) > MaxBatchFrames:
		return fault(codeBatch, "a batch has 1 to 16 frames")
	}
	for _, frame := range frames {
		if len(frame) > MaxRequestBytes {
			return fault(codeBatch, "a frame of the batch exceeds 65536 bytes")
		}
	}
	return nil
}

func anyExecutable(rows []batchRow) bool {
	for i := range rows {
		if rows[i].op != nil {
			return true
		}
	}
	return false
}
