package session

import (
	"errors"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/wire"
)

// Handle answers one frame without its LF. The response, without LF, is valid
// until the next call; it is nil for blank frames, for notifications, and once the
// session is terminal or claimed by an adapter.
func (s *Session) Handle(frame []byte) []byte {
	if s.claimed {
		return nil
	}
	return s.handle(frame)
}

func (s *Session) handle(frame []byte) []byte {
	s.touched = true
	if s.terminal || len(frame) == 0 {
		return nil
	}
	s.started = true
	request, err := s.scanner.DecodeRequest(frame)
	if err != nil {
		return s.refuse(request.ID, err)
	}
	if request.Notification {
		return nil
	}
	s.response = s.call(request.Method, request.Params.Of(frame), request.ID, s.response[:0])
	return s.response
}

// refuse answers a frame that is no request; an oversized one ends the session.
// A notification with wrong params stays silent.
func (s *Session) refuse(id []byte, err error) []byte {
	var refused *wire.Error
	if !errors.As(err, &refused) {
		panic("BUG: a scan failed without a refusal: " + err.Error())
	}
	if refused.Code == wire.CodeOversized {
		s.terminal = true
	}
	s.response = wire.AppendRefusal(s.response[:0], id, refused)
	return s.response
}

// call answers one request: method, parameters, image revision, then the work.
// arguments is a validated object or empty.
func (s *Session) call(method, arguments, id, dst []byte) []byte {
	selected := s.methods.find(method)
	if selected == nil {
		return wire.AppendError(dst, id, wire.RPCMethod, messageUnavailable, nil)
	}
	op := selected.single
	defer s.forget(op)
	if wrong := op.decode(&s.decoder, arguments); wrong != nil {
		return wire.AppendError(dst, id, wire.RPCParams, wrong.Message(), nil)
	}
	if stale := s.staleImage(op, s.decoder.Extra); stale != nil {
		return appendFaults(dst, id, stale)
	}
	if s.task != nil && !selected.recovers {
		if drift := s.taskGuard(); drift != nil {
			return appendFaults(dst, id, drift)
		}
	}
	if selected.control != nil {
		return selected.control(s, op, id, dst)
	}
	return s.ordinary(selected, op, id, dst)
}

// forget lets go of what a call worked on: its operation is kept for the next one.
func (s *Session) forget(op operation) {
	op.forget()
	s.decoder.Reset()
	s.single = view{}
}

// staleImage compares the image revision of a call, declared or tolerated, with the
// current one.
func (s *Session) staleImage(op operation, tolerated []byte) diag.List {
	current := s.image.Revision()
	if declared := op.imageRevision(); declared != nil {
		if *declared == current {
			return nil
		}
	} else if tolerated == nil || wire.IsString(tolerated, current.String()) {
		return nil
	}
	return fault(codeStaleImage, "image_revision is not the current image")
}

// ordinary performs a call in the order prepare, admit, render, authenticate,
// retain. Any fault, an overflow and drift leave the registry as it was.
func (s *Session) ordinary(selected *tableRow, op operation, id, dst []byte) []byte {
	s.pending = mutation{}
	var response []byte
	work := func() diag.List {
		s.single = view{image: s.image, discovery: s.discoveryFor(&selected.row), programs: s.programs, reports: &s.reports, retained: &s.registry, tests: s.tests}
		if faults := s.registry.resolve(op.selection(), &s.single); faults != nil {
			return faults
		}
		payload := func(b *canon.Builder) diag.List { return op.run(&s.single, &s.pending, b) }
		if faults := s.result.write(s.image.Revision(), s.project.Revision(), payload); faults != nil {
			return faults
		}
		if faults := s.registry.admit(&s.pending); faults != nil {
			return faults
		}
		var fits bool
		if response, fits = s.result.fit(dst, id); !fits {
			s.pending = mutation{}
		}
		return nil
	}
	var faults diag.List
	if selected.drifted {
		faults = work()
	} else {
		faults = s.authenticated(work)
	}
	if faults.HasErrors() {
		return appendFaults(dst, id, faults)
	}
	s.registry.apply(&s.pending)
	s.pending = mutation{}
	return response
}

// resultRoom is the memory in which results are rendered, one after another.
type resultRoom struct {
	builder canon.Builder
	kept    []byte // what the last result that fitted was written in
}

// write renders the result envelope around the value that payload writes.
func (r *resultRoom) write(imageRevision, projectRevision canon.Digest, payload func(b *canon.Builder) diag.List) diag.List {
	b := &r.builder
	b.Reset(r.kept[:0], canon.CJ)
	b.Limit(MaxResponseBytes)
	b.BeginObject()
	b.Key("image_revision").Digest(imageRevision)
	b.Key("payload")
	if faults := payload(b); faults != nil {
		return faults
	}
	b.Key("project_revision").Digest(projectRevision)
	b.Key("protocol").String(Protocol)
	b.Key("schema").String(ResultSchema)
	b.EndObject()
	return nil
}

// fit appends the rendered result as a success reply, or the overflow reply when it
// does not fit.
func (r *resultRoom) fit(dst, id []byte) (out []byte, fits bool) {
	if r.builder.Over() {
		return wire.AppendOverflow(dst, id, MaxResponseBytes), false
	}
	rendered := r.builder.Bytes()
	r.kept = rendered[:0]
	return wire.FitResult(dst, id, rendered, MaxResponseBytes)
}

// respond appends the success reply with a payload under the current image, or the
// overflow reply.
func respond[R any](s *Session, dst, id []byte, shape *schema.Kind[R], payload *R) []byte {
	response, _ := respondUnder(s, s.image.Revision(), s.project.Revision(), dst, id, shape, payload)
	return response
}

// respondUnder is respond under the revisions of a snapshot; fits is false for the
// overflow reply.
func respondUnder[R any](s *Session, imageRevision, projectRevision canon.Digest, dst, id []byte, shape *schema.Kind[R], payload *R) (response []byte, fits bool) {
	s.result.write(imageRevision, projectRevision, func(b *canon.Builder) diag.List {
		shape.Encode(b, payload)
		return nil
	})
	return s.result.fit(dst, id)
}

// appendFaults appends the application error of a list of diagnostics, or the
// overflow reply when message and data do not fit together.
func appendFaults(dst, id []byte, faults diag.List) []byte {
	message, data := faultReply(faults)
	out, _ := wire.FitError(dst, id, wire.RPCApplication, message, data, MaxResponseBytes)
	return out
}

// faultReply renders the message and the data of an application error. It stops
// once nothing longer could be sent anyway.
func faultReply(faults diag.List) (message string, data []byte) {
	if len(faults) == 0 {
		return "", nil
	}
	var text []byte
	data = append(data, `{"schema":"`+ErrorDataSchema+`","diagnostics":[`...)
	for i, d := range faults {
		if i > 0 {
			text = append(text, "; "...)
			data = append(data, ',')
		}
		text = append(append(append(text, d.Code...), ": "...), d.Message()...)
		if data = d.AppendJSON(data); len(data) > MaxResponseBytes {
			break
		}
	}
	return string(text), append(data, "]}"...)
}
