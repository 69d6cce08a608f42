package wire

// Request is a decoded envelope.
type Request struct {
	// ID is the id as a reply spells it, nil for none. MCP keeps the original spelling,
	// V5 renders a string id with the fewest escapes. It aliases the frame or the
	// scanner until its next use. On a refusal it is the id to answer, nil for null.
	ID []byte
	// Method is unescaped and aliases the frame or the scanner until its next use.
	Method []byte
	// Params is where the params value is in the frame; absent means none. It is an object
	// whenever the request has an id.
	Params Span
	// Notification is true without an id: never to be answered.
	Notification bool
	// Response is true for a JSON-RPC response (MCP only), to be dropped.
	Response bool
	// Depth and Nodes are the frame's, as in Result.
	Depth, Nodes int
}

// DecodeRequest decodes one frame with a new scanner under the profile.
func DecodeRequest(profile Profile, frame []byte) (Request, error) {
	s, err := NewScanner(profile, Limits{})
	if err != nil {
		return Request{}, err
	}
	return s.DecodeRequest(frame)
}

// DecodeRequest scans a frame and decodes its envelope by the profile's grammar;
// Document has none and is refused with CodeLimits. The first failing check wins, in this
// order: scan stages, object, jsonrpc, method, id, params. With an *Error the
// Request holds what a reply needs: ID under MCP once the frame is valid
// JSON and its id single and legal, and under V5 only for CodeParams.
func (s *Scanner) DecodeRequest(frame []byte) (Request, error) {
	if !s.profile.envelope() {
		return Request{}, &Error{Code: CodeLimits, Stage: StageSetup, Profile: s.profile, Offset: -1, Limit: "profile", Seen: int64(s.profile)}
	}
	refused := s.scan(frame, true)
	r := &s.result
	req := Request{Depth: r.Depth, Nodes: r.Nodes, Response: r.Response}
	if r.Nodes == 0 || req.Response {
		return req, orNil(refused)
	}
	id, legal := s.decodeID(frame)
	if refused == nil {
		refused = s.checkEnvelope(frame, &req, legal)
	}
	if refused == nil {
		refused = s.checkParams(frame, &req)
	}
	if refused == nil || refused.Code == CodeParams || s.profile == MCP && r.SingleID && legal {
		req.ID = id
	}
	return req, orNil(refused)
}

func orNil(e *Error) error {
	if e == nil {
		return nil
	}
	return e
}

// checkEnvelope runs the object, jsonrpc, method and id checks.
func (s *Scanner) checkEnvelope(frame []byte, req *Request, idLegal bool) *Error {
	r := &s.result
	if r.Kind != Object {
		return s.refuse(frame, CodeNotObject, r.Root)
	}
	if raw := r.JSONRPC.Of(frame); string(raw) != `"2.0"` && !IsString(raw, "2.0") {
		return s.refuse(frame, CodeVersion, r.JSONRPC)
	}
	if !s.decodeMethod(frame, req) {
		return s.refuse(frame, CodeMethod, r.Method)
	}
	if r.ID.Present() && !idLegal {
		return s.refuse(frame, CodeID, r.ID)
	}
	req.Notification = !r.ID.Present()
	return nil
}

// checkParams notes the params; only a request with an id is refused for them.
func (s *Scanner) checkParams(frame []byte, req *Request) *Error {
	req.Params = s.result.Params
	if req.Notification || !req.Params.Present() || frame[req.Params.Start] == '{' {
		return nil
	}
	e := s.refuse(frame, CodeParams, req.Params)
	e.Stage = StageParams
	return e
}

// refuse is a refusal at a member, or at the root when it is missing.
func (s *Scanner) refuse(frame []byte, code Code, at Span) *Error {
	if !at.Present() {
		at = s.result.Root
	}
	return s.located(&Error{Code: code, Stage: StageRequest, Profile: s.profile, Offset: at.Start}, frame)
}

// decodeMethod unescapes and checks the method.
func (s *Scanner) decodeMethod(frame []byte, req *Request) bool {
	raw := s.result.Method.Of(frame)
	if len(raw) > EscapedByteLen*MaxMethodBytes+2 {
		return false
	}
	method, ok := insideQuotes(raw)
	if ok && isPlainASCII(method) {
		req.Method = method
		return len(method) > 0 && len(method) <= MaxMethodBytes
	}
	if method, ok = PlainString(raw); !ok {
		if s.method, ok = AppendString(s.method[:0], raw); !ok {
			return false
		}
		method = s.method
	}
	if len(method) == 0 || len(method) > MaxMethodBytes || hasControl(method) {
		return false
	}
	req.Method = method
	return true
}

// decodeID checks the id and returns it as a reply spells it; nil and true
// when there is none.
func (s *Scanner) decodeID(frame []byte) (id []byte, legal bool) {
	raw := s.result.ID.Of(frame)
	switch KindOf(raw) {
	case 0:
		return nil, true
	case Number:
		return raw, s.legalInteger(raw)
	case String:
		return s.decodeStringID(raw)
	}
	return nil, false
}

func (s *Scanner) legalInteger(raw []byte) bool {
	if end := skipDigits(raw, 0); end == len(raw) && end < 20 {
		return true // a scanned number has no leading zero
	}
	if _, ok := Uint64(raw); ok {
		return true
	}
	n, ok := Int64(raw)
	return ok && n < 0 && s.profile == MCP
}

func (s *Scanner) decodeStringID(raw []byte) ([]byte, bool) {
	if len(raw) > MCPIDBytes {
		return nil, false
	}
	s.id, _ = AppendString(s.id[:0], raw)
	n := len(s.id)
	if n > MaxIDBytes {
		return nil, false
	}
	if s.profile == MCP {
		return raw, true
	}
	if n == 0 || hasControl(s.id) {
		return nil, false
	}
	if n == len(raw)-2 {
		return raw, true
	}
	s.id = append(AppendEscaped(append(s.id, '"'), s.id), '"')
	return s.id[n:], true
}
