package wire

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// documented is one Code constant with its comment.
type documented struct {
	name, doc string
	code      Code
}

// documentedCodes reads the constants of errors.go in order.
func documentedCodes(t *testing.T) (rows []documented) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "errors.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if ok && strings.HasPrefix(spec.Names[0].Name, "Code") {
			rows = append(rows, documented{spec.Names[0].Name, spec.Doc.Text(), Code(len(rows) + 1)})
		}
		return true
	})
	return rows
}

var exampleLine = regexp.MustCompile("(?m)^Example \\((\\w+)(?:, (\\w+) (\\d+))?\\): (`[^`]*`|\"(?:[^\"\\\\]|\\\\.)*\") at (\\d+)\\.$")

// hostExamples runs the codes whose example is no frame.
var hostExamples = map[string]func() error{
	"CodeReservation": func() error {
		_, err := NewReserve(func(int) ([]byte, error) { return nil, errors.New("no memory") }, 1).Take()
		return err
	},
	"CodeLimits": func() error {
		_, err := NewScanner(V5, Limits{MaxNodes: EnvelopeNodes + 1})
		return err
	},
	"CodeReplyNewline": func() error {
		w, _ := NewWriter(io.Discard, V5, Limits{})
		_, err := w.WriteResponse([]byte("{}\n"))
		return err
	},
}

func TestEveryCodeHasAnExampleThatRuns(t *testing.T) {
	rows := documentedCodes(t)
	if len(rows) != int(codeEnd)-1 {
		t.Fatalf("%d documented codes, %d declared", len(rows), codeEnd-1)
	}
	for _, row := range rows {
		if !strings.HasPrefix(row.doc, row.name+" occurs when") {
			t.Errorf("%s: the comment does not say when it occurs", row.name)
		}
		if run := hostExamples[row.name]; run != nil {
			if got := codeOf(run()); got != row.code || !strings.Contains(row.doc, "Example: ") {
				t.Errorf("%s: the example gives code %d", row.name, got)
			}
			continue
		}
		runFrameExample(t, row)
	}
}

func runFrameExample(t *testing.T, row documented) {
	m := exampleLine.FindStringSubmatch(row.doc)
	if m == nil {
		t.Errorf("%s: no example", row.name)
		return
	}
	profile := map[string]Profile{"v5": V5, "mcp": MCP, "document": Document}[m[1]]
	var limits Limits
	n, _ := strconv.Atoi(m[3])
	switch m[2] {
	case "nodes":
		limits.MaxNodes = n
	case "depth":
		limits.MaxDepth = n
	case "frame_bytes":
		limits.MaxFrameBytes = n
	}
	frame, err := strconv.Unquote(m[4])
	if err != nil {
		t.Fatal(err)
	}
	s := mustScanner(t, profile, limits)
	if profile == Document {
		_, err = s.Scan([]byte(frame))
	} else {
		_, err = s.DecodeRequest([]byte(frame))
	}
	e, ok := err.(*Error)
	if !ok || e.Code != row.code || strconv.Itoa(e.Offset) != m[5] {
		t.Errorf("%s: the example gives %v", row.name, err)
	}
}

func TestMessages(t *testing.T) {
	for _, row := range documentedCodes(t) {
		for _, p := range []Profile{Document, V5, MCP} {
			e := &Error{Code: row.code, Profile: p, Offset: -1}
			if e.Message() == "" || strings.ContainsAny(e.Message(), "\r\n") {
				t.Errorf("%s under %s: message %q", row.name, p, e.Message())
			}
		}
	}
	want := []struct {
		code    Code
		stage   Stage
		v5, mcp string
		rpc     int
	}{
		{CodeOversized, StageFrame, "request exceeds configured byte limit", "request exceeds MCP byte limit", -32700},
		{CodeRawNewline, StageFrame, "request contains a raw carriage return", "raw newline in MCP frame", -32700},
		{CodeEncoding, StageFrame, "request is not valid UTF-8", "request is not valid bounded JSON", -32700},
		{CodeSyntax, StageSyntax, "request is not valid JSON", "request is not valid bounded JSON", -32700},
		{CodeBounds, StageBounds, "SPX-G351: JSON structure exceeds bounds", "SPX-G351: MCP JSON structure exceeds bounds", -32600},
		{CodeUnknownMember, StageMembers, "invalid request: unknown member", "invalid request: unknown member", -32600},
		{CodeDuplicateMember, StageMembers, "invalid request: duplicate object member", "invalid request: duplicate object member", -32600},
		{CodeNotObject, StageRequest, "invalid request: expected one JSON object", "request must be one object", -32600},
		{CodeVersion, StageRequest, `invalid request: jsonrpc must be exactly "2.0"`, "jsonrpc must be 2.0", -32600},
		{CodeMethod, StageRequest, "invalid request: method must be a nonempty bounded string without control characters", "method must be a bounded string", -32600},
		{CodeID, StageRequest, "invalid request: id must be an unsigned integer or bounded string", "id must be an integer or a string of at most 128 bytes", -32600},
		{CodeParams, StageParams, "invalid params: params must be an object", "params must be an object", -32602},
		{CodeReservation, StageReply, "response reservation failed", "SPX-G351: MCP response reservation failed", -32000},
	}
	for _, w := range want {
		v5, mcp := &Error{Code: w.code, Stage: w.stage, Profile: V5}, &Error{Code: w.code, Stage: w.stage, Profile: MCP}
		if v5.Message() != w.v5 || mcp.Message() != w.mcp || v5.RPCCode() != w.rpc {
			t.Errorf("code %d: %q, %q, %d", w.code, v5.Message(), mcp.Message(), v5.RPCCode())
		}
	}
}

func TestErrorText(t *testing.T) {
	e := &Error{Code: CodeBounds, Stage: StageBounds, Profile: MCP, Offset: 3, Pointer: "/a\n", Limit: "nodes", Value: 2, Seen: 3}
	want := `wire: SPX-G351: MCP JSON structure exceeds bounds (nodes: limit 2, seen 3) at byte 3 in "/a\n"`
	if got := e.Error(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := (&Error{Offset: -1}).Error(); got != "wire: invalid error code" {
		t.Errorf("got %s", got)
	}
}

func TestPointerIsBounded(t *testing.T) {
	s := mustScanner(t, Document, Limits{})
	for _, c := range []struct{ doc, want string }{
		{`{"a":{"` + strings.Repeat("k", MaxPointerBytes-3) + `":[x`, "/a/" + strings.Repeat("k", MaxPointerBytes-3)},
		{`{"a":{"` + strings.Repeat("k", MaxPointerBytes-2) + `":[x`, "/a"},
		{`{"a":{"` + strings.Repeat(`\u006b`, 50_000) + `":[x`, "/a"},
		{`{"a":{"` + strings.Repeat(`~`, MaxPointerBytes/2-1) + `":[x`, "/a"},
	} {
		e := scanError(s, []byte(c.doc)).(*Error)
		if want := c.want; e.Pointer != want && e.Pointer != want+"/0" {
			t.Errorf("%.20s… pointer %.40q (%d bytes), want %.40q (%d)", c.doc, e.Pointer, len(e.Pointer), want, len(want))
		}
	}
}
