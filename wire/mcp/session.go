package mcp

import (
	"errors"

	"github.com/semaprax/semaprax-go/wire"
)

// ProtocolVersion is the one MCP revision served; it answers every requested
// version.
const ProtocolVersion = "2025-11-25"

// Options configures an adapter. The zero Options is usable.
type Options struct {
	// Name and Version are what initialize reports as serverInfo; empty means
	// "semaprax" and "0".
	Name, Version string
	// Allocate supplies the room for responses, MaxResponseBytes in one piece,
	// before the first tools/call is dispatched; nil takes it from the heap.
	Allocate wire.Allocator
	// Grace bounds how long Serve waits for a client that does not read after
	// its context was cancelled: it is called once then, and the response is
	// given up when the channel delivers or closes. nil waits for the client.
	Grace func() <-chan struct{}
}

// state is where a session is in its life.
type state uint8

const (
	stateNew state = iota
	stateAwaitingInitialized
	stateReady
	stateTerminal
)

// Session is one MCP conversation over a host it has consumed. A Session is
// for one goroutine; Serve keeps to that by itself.
type Session struct {
	host      Host
	scanner   *wire.Scanner
	reserve   *wire.Reserve
	tools     *catalogue
	hello     []byte // the result of initialize
	empty     []byte // {}
	grace     func() <-chan struct{}
	state     state
	out       []byte // responses that are no tool results
	name      []byte // scratch for unescaped tool names and cursors
	finished  bool
	lastError error // what Finish returned
}

// New claims the host and builds the catalogue of its tools.
//
// Errors are *Error: CodeLifecycle when the host cannot be claimed,
// CodeCatalogue or CodeCapacity when a granted tool cannot be listed. After
// the last two the host stays claimed: it is to be finished by its owner.
func New(host Host, options Options) (*Session, error) {
	if err := host.Claim(); err != nil {
		return nil, &Error{Code: CodeLifecycle, Detail: "the session is not unused", Err: err}
	}
	tools, err := newCatalogue(host)
	if err != nil {
		return nil, err
	}
	scanner, err := wire.NewScanner(wire.MCP, wire.Limits{})
	if err != nil {
		panic("BUG: the profile's own limits are refused: " + err.Error())
	}
	return &Session{
		host:    host,
		scanner: scanner,
		reserve: wire.NewReserve(options.Allocate, MaxResponseBytes),
		tools:   tools,
		hello:   helloResult(options),
		empty:   []byte("{}"),
		grace:   options.Grace,
	}, nil
}

// Terminal reports whether the session answers nothing any more.
func (s *Session) Terminal() bool { return s.state == stateTerminal }

// Finish makes the session terminal and runs the host's final authentication.
// stream is nil, or the error that ended the stream; the result is the host's
// classification of both. A second call returns the first one's result.
func (s *Session) Finish(stream error) error {
	if s.finished {
		return s.lastError
	}
	s.finished, s.state = true, stateTerminal
	s.lastError = s.host.Finish(stream)
	return s.lastError
}

// HandleFrame answers one frame body without its LF. The response, without
// LF, is valid until the next call; it is nil for blank frames, for
// notifications, for responses that somebody sends us, and once the session
// is terminal. A frame beyond MaxFrameBytes is answered and ends the session.
func (s *Session) HandleFrame(frame []byte) []byte {
	if s.state == stateTerminal || len(frame) == 0 {
		return nil
	}
	request, err := s.scanner.DecodeRequest(frame)
	if err != nil {
		return s.refuse(request.ID, err)
	}
	switch {
	case request.Response:
		return nil
	case request.Notification:
		s.notify(frame, request)
		return nil
	}
	return s.dispatch(frame, request)
}

// refuse answers a frame that is no request; an oversized one ends the session.
func (s *Session) refuse(id []byte, err error) []byte {
	var refused *wire.Error
	if !errors.As(err, &refused) {
		panic("BUG: a scan failed without a refusal: " + err.Error())
	}
	if refused.Code == wire.CodeOversized {
		s.state = stateTerminal
	}
	s.out = wire.AppendRefusal(s.out[:0], id, refused)
	return s.out
}

// notify handles a notification. Only notifications/initialized, in its one
// state and with valid params, does anything; what it does is to be ready.
func (s *Session) notify(frame []byte, request wire.Request) {
	if s.state != stateAwaitingInitialized || string(request.Method) != "notifications/initialized" {
		return
	}
	var none [0]parameter
	if s.collect(frame, request.Params, none[:]) {
		s.state = stateReady
	}
}

// dispatch answers a request: the method, then the state, then the parameters.
func (s *Session) dispatch(frame []byte, request wire.Request) []byte {
	switch string(request.Method) {
	case "initialize":
		return s.initialize(frame, request)
	case "ping":
		return s.ping(frame, request)
	case "tools/list":
		if s.state != stateReady {
			return s.fail(request.ID, wire.RPCApplication, messageNotReady)
		}
		return s.list(frame, request)
	case "tools/call":
		if s.state != stateReady {
			return s.fail(request.ID, wire.RPCApplication, messageNotReady)
		}
		return s.call(frame, request)
	}
	return s.fail(request.ID, wire.RPCMethod, messageNoMethod)
}

// fail renders an error response of the adapter itself.
func (s *Session) fail(id []byte, code int, message string) []byte {
	s.out = wire.AppendError(s.out[:0], id, code, message, nil)
	return s.out
}

// The messages of the adapter's own refusals.
const (
	messageNotReady    = string(CodeLifecycle) + ": MCP initialization is not complete"
	messageInitialized = string(CodeLifecycle) + ": MCP is already initialized"
	messageNoMethod    = "method not found"
	messageParameters  = "unexpected parameter or invalid _meta object"
	messageHello       = "initialize needs a string protocolVersion, an object capabilities and a clientInfo with string name and version"
	messageCursorKind  = "cursor must be a string"
	messageCursor      = string(CodeCatalogue) + ": cursor is not one of this catalogue"
	messageTool        = "unknown or unavailable tool name"
	messageArguments   = "arguments must be an object"
	messageForwarded   = "forwarded request exceeds v5 byte limit"
	messageReservation = string(CodeCapacity) + ": MCP response reservation failed"
)
