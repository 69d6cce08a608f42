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
	op       operation
	view     view
	decoder  schema.Decoder
	response []byte // nil stands for no response
}

// finishing turns a row's response into the form that is kept. The response may lie
// in the worker's room and dies with the next row.
type finishing func(response []byte) []byte

// quoted spells a response for the payload of a batch: a JSON string, or null.
func quoted(response []byte) []byte {
	if response == nil {
		return []byte("null")
	}
	return canon.AppendString(make([]byte, 0, canon.StringLen(response)), response)
}

// readBatch answers workspace/read-batch. Everything, the judging of the batch object
// included, runs inside one authentication; drift discards every row.
func (s *Session) readBatch(op operation, id, dst []byte) []byte {
	span := op.(*typedOperation[batchParams, batchPayload]).in.Batch
	var response []byte
	faults := s.authenticated(func() diag.List {
		s.frames.Reset()
		var request batchRequest
		if wrong := batchRequestShape().Decode(&s.frames, span, &request); wrong != nil {
			return fault(codeBatch, "batch"+wrong.Pointer()+" is "+faultWord(wrong)+": an object with frames, 1 to 16 strings of at most 65536 bytes")
		}
		rows := s.prepareBatch(request.Frames)
		if faults := runBatch(rows, s.workers, quoted); faults != nil {
			return faults
		}
		response = s.renderBatch(rows, id, dst)
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
func (s *Session) renderBatch(rows []batchRow, id, dst []byte) []byte {
	payload := batchPayload{Responses: make([][]byte, len(rows))}
	for i := range rows {
		payload.Responses[i] = rows[i].response
	}
	return respond(s, dst, id, batchShape(), &payload)
}

// prepareBatch decodes every frame in order and resolves what it works on. It runs
// on the session's own goroutine: registry lookups and discovery happen here.
func (s *Session) prepareBatch(frames [][]byte) []batchRow {
	rows := make([]batchRow, len(frames))
	scanner, err := wire.NewScanner(wire.V5, wire.Limits{})
	if err != nil {
		panic("BUG: the profile's own limits are refused: " + err.Error())
	}
	for i := range rows {
		s.prepareRow(&rows[i], frames[i], scanner)
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
	row.id = append([]byte(nil), request.ID...)
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
	op := selected.open()
	if wrong := op.decode(&row.decoder, request.Params.Of(frame)); wrong != nil {
		row.response = wire.AppendError(nil, row.id, wire.RPCParams, wrong.Message(), nil)
		return
	}
	faults := s.staleImage(op, row.decoder.Extra)
	if faults == nil {
		row.view = view{image: s.image, discovery: s.discoveryFor(&selected.row), programs: s.programs, reports: &s.reports, retained: s.registry.snapshot()}
		faults = s.registry.resolve(op.selection(), &row.view)
	}
	if faults != nil {
		row.response = appendFaults(nil, row.id, faults)
		return
	}
	row.op = op
}

// runBatch runs every prepared operation on at most workers goroutines, finishes
// every row there, and joins them all. A worker that cannot go on is SPX-G295, after
// the others have ended.
func runBatch(rows []batchRow, workers int, finish finishing) diag.List {
	workers = min(workers, len(rows))
	failed := make([]bool, workers)
	var joined sync.WaitGroup
	for w := range workers {
		joined.Add(1)
		go func() {
			defer joined.Done()
			failed[w] = !runRows(rows, w, workers, finish)
		}()
	}
	joined.Wait()
	if slices.Contains(failed, true) {
		return fault(codeBatchWorker, "a read batch worker failed; no row is released")
	}
	return nil
}

// runRows runs the rows first, first+step, … of a batch; false after a panic.
func runRows(rows []batchRow, first, step int, finish finishing) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	var r rowRoom
	for i := first; i < len(rows); i += step {
		if rows[i].op != nil {
			rows[i].response = r.answer(&rows[i])
		}
		rows[i].response = finish(rows[i].response)
	}
	return true
}

// rowRoom is the memory one worker renders its rows in.
type rowRoom struct {
	result   resultRoom
	response []byte
}

// answer runs one operation and renders its ordinary response, which is valid until
// the next one.
func (r *rowRoom) answer(row *batchRow) []byte {
	of := row.view.image
	payload := func(b *canon.Builder) diag.List { return row.op.run(&row.view, nil, b) }
	if faults := r.result.write(of.Revision(), of.Project().Revision(), payload); faults != nil {
		r.response = appendFaults(r.response[:0], row.id, faults)
	} else {
		r.response, _ = r.result.fit(r.response[:0], row.id)
	}
	return r.response
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
	rows := s.prepareBatch(frames)
	run := func() diag.List { return runBatch(rows, max(1, s.workers), bytes.Clone) }
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
