package fuzz

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/semaprax/semaprax-go/wire"
)

// judged is one response, taken apart.
type judged struct {
	none   bool
	failed bool
	code   int    // of the error
	codes  string // of its diagnostics, joined
}

// judgeFrame demands what every response owes to its frame, whatever the method: one
// line within the bound, an envelope of exactly three members, one of result and
// error, the id that was sent, and silence where silence is due.
func judgeFrame(t testing.TB, d dialect, limit int, frame, response []byte) judged {
	t.Helper()
	due := d.read(frame)
	if response == nil {
		if due.sure && !due.silent {
			t.Fatalf("no answer to %.300q", frame)
		}
		return judged{none: true}
	}
	if due.sure && due.silent {
		t.Fatalf("%.300q was answered: %.300s", frame, response)
	}
	if len(response)+1 > limit || bytes.ContainsAny(response, "\r\n") {
		t.Fatalf("%.200q: %d bytes or more than one line", frame, len(response))
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(response, &members); err != nil || len(members) != 3 || string(members["jsonrpc"]) != `"2.0"` || measure(response).duplicates {
		t.Fatalf("%.200q: envelope %.300s: %v", frame, response, err)
	}
	j := judgeError(t, members)
	if due.sure {
		judgeID(t, due, frame, members["id"], j)
	}
	return j
}

func judgeError(t testing.TB, members map[string]json.RawMessage) (j judged) {
	t.Helper()
	raw, failed := members["error"]
	if _, succeeded := members["result"]; succeeded == failed {
		t.Fatalf("not one of result and error: %s", members)
	}
	if !failed {
		return j
	}
	var e struct {
		Code    int
		Message *string
		Data    *struct{ Diagnostics []struct{ Code string } }
	}
	if err := json.Unmarshal(raw, &e); err != nil || e.Message == nil || e.Code > -32000 || e.Code < -32700 {
		t.Fatalf("error %s: %v", raw, err)
	}
	j = judged{failed: true, code: e.Code}
	if e.Data != nil {
		for _, d := range e.Data.Diagnostics {
			j.codes += d.Code + " "
		}
	}
	return j
}

func judgeID(t testing.TB, due reading, frame []byte, raw json.RawMessage, j judged) {
	t.Helper()
	if due.code != 0 && j.code != due.code && j.code != -32001 {
		if !(due.code == -32602 && (j.code == -32601 || j.code == -32000)) {
			t.Fatalf("%.300q: error %d, want %d", frame, j.code, due.code)
		}
	}
	var got any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if due.id != nil && got != due.id {
		t.Fatalf("%.300q: answered under %s", frame, raw)
	}
	if due.id == nil && got != nil && !bytes.Contains(frame, raw) {
		t.Fatalf("%.300q: an id nobody sent: %s", frame, raw)
	}
}

// judgeMethod validates a response of protocol v5 against the schema its method
// declares.
func (d *discovered) judgeMethod(t testing.TB, name string, response []byte, j judged) {
	t.Helper()
	m := d.byName[name]
	if m == nil {
		if j.code != -32601 {
			t.Fatalf("%q is not listed and answers %.300s", name, response)
		}
		return
	}
	if j.code == -32601 {
		t.Fatalf("%s is listed and unavailable", name)
	}
	declared := m.success
	if j.failed {
		declared = m.failure
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(response))
	if err == nil {
		err = declared.Validate(value)
	}
	if err != nil {
		t.Fatalf("%s answers what it does not declare: %v\n%.600s", name, err, response)
	}
	if j.code == -32000 && (j.codes == "" || !strings.HasPrefix(j.codes, "SPX-")) {
		t.Fatalf("%s fails without a code: %.300s", name, response)
	}
}

// limits of responses with their LF.
const (
	directLimit  = wire.V5ResponseBytes
	adaptedLimit = wire.MCPResponseBytes
)
