package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/internal/oracle"
)

// responseSchemas are the compiled schemas of one selection of methods.
type responseSchemas struct{ success, failure, request map[string]*jsonschema.Schema }

// compiledSchemas keeps what was compiled, by the digest of the discovery payload.
var compiledSchemas sync.Map

// schemasOf compiles every document a session discovers, with a real validator.
// Documents listed as unbundled accept anything; everything else must resolve.
func schemasOf(t testing.TB, s *Session) *responseSchemas {
	t.Helper()
	payload := s.discover().schemas
	key := sha256.Sum256(payload)
	if known, ok := compiledSchemas.Load(key); ok {
		return known.(*responseSchemas)
	}
	compiled := compileSchemas(t, payload)
	compiledSchemas.Store(key, compiled)
	return compiled
}

func compileSchemas(t testing.TB, payload []byte) *responseSchemas {
	t.Helper()
	var listed struct {
		Methods   []struct{ Method string }
		Documents []json.RawMessage
		Unbundled []string `json:"unbundled_payload_schemas"`
	}
	if err := json.Unmarshal(payload, &listed); err != nil {
		t.Fatal(err)
	}
	compiler := oracle.Compiler()
	for _, document := range listed.Documents {
		var named struct {
			ID string `json:"$id"`
		}
		if err := json.Unmarshal(document, &named); err != nil {
			t.Fatal(err)
		}
		addDocument(t, compiler, named.ID, document)
	}
	for _, name := range listed.Unbundled {
		addDocument(t, compiler, name, []byte(`{}`))
	}
	compiled := &responseSchemas{map[string]*jsonschema.Schema{}, map[string]*jsonschema.Schema{}, map[string]*jsonschema.Schema{}}
	for _, document := range listed.Documents {
		var named struct {
			ID string `json:"$id"`
		}
		json.Unmarshal(document, &named)
		if _, err := compiler.Compile(named.ID); err != nil {
			t.Fatalf("%s: %v", named.ID, err)
		}
	}
	for _, m := range listed.Methods {
		id := strings.ReplaceAll(m.Method, "/", ".")
		compiled.success[m.Method] = compiler.MustCompile("urn:semaprax.image-v5.success_response_schema:" + id)
		compiled.failure[m.Method] = compiler.MustCompile("urn:semaprax.image-v5.error_response_schema:" + id)
		compiled.request[m.Method] = compiler.MustCompile("urn:semaprax.image-v5.request_schema:" + id)
	}
	return compiled
}

func addDocument(t testing.TB, compiler *jsonschema.Compiler, id string, document []byte) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	if err := compiler.AddResource(id, value); err != nil {
		t.Fatalf("%s: %v", id, err)
	}
}

// validResponse validates a response against the schema its method declares.
func validResponse(t testing.TB, s *Session, method string, raw []byte) {
	t.Helper()
	if s.methods.find([]byte(method)) == nil {
		return
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	declared := schemasOf(t, s).success[method]
	if _, failed := value.(map[string]any)["error"]; failed {
		declared = schemasOf(t, s).failure[method]
	}
	if err := declared.Validate(value); err != nil {
		t.Fatalf("%s answers what it does not declare: %v\n%.400s", method, err, raw)
	}
}

func TestDiscoveryHoldsTogether(t *testing.T) {
	for _, granted := range allSelections() {
		s, _ := openSession(t, "calculator", granted)
		d := s.discover()
		if d.faults != nil {
			t.Fatal(d.faults[0])
		}
		for name, payload := range map[string][]byte{"capabilities": d.capabilities, "schemas": d.schemas, "queries": d.queries, "instructions": d.instructions} {
			if len(payload) > MaxDiscoveryBytes {
				t.Errorf("%s has %d bytes", name, len(payload))
			}
		}
		schemasOf(t, s)
		t.Logf("%v: %d methods, schemas %d bytes, unbundled %v", s.granted.Names(), len(s.methods.rows), len(d.schemas), d.bundle.Unbundled())
	}
}

func TestDiscoveryIsDeterministic(t *testing.T) {
	for _, granted := range allSelections() {
		x, _ := openSession(t, "calculator", granted)
		y, _ := openSession(t, "calculator", granted)
		for _, method := range []string{"protocol/capabilities", "protocol/schemas", "protocol/instructions", "query/catalog"} {
			frame := []byte(request("1", method, ""))
			if first, second := string(x.Handle(frame)), string(y.Handle(frame)); first != second {
				t.Errorf("%s differs between sessions", method)
			}
		}
	}
}

// TestEveryMethodRefusesWrongParameters generates, for every method, each missing,
// unknown, duplicate, mistyped and over-bound parameter.
func TestEveryMethodRefusesWrongParameters(t *testing.T) {
	for _, granted := range allSelections() {
		s, _ := openSession(t, "calculator", granted)
		declared := schemasOf(t, s)
		for i := range s.methods.rows {
			r := &s.methods.rows[i].row
			for _, example := range schema.InvalidExamples(r.params) {
				if strings.Contains(example.About, "tolerated") {
					continue
				}
				raw := s.Handle([]byte(request("1", r.name, example.JSON)))
				a := parseAnswer(t, raw)
				if !refusedParameters(a) {
					t.Errorf("%s %s: %s answers %.200s", r.name, example.About, example.JSON, raw)
				}
				value, err := jsonschema.UnmarshalJSON(strings.NewReader(request("1", r.name, example.JSON)))
				if err == nil && declared.request[r.name].Validate(value) == nil && len(example.JSON) < 4000 {
					t.Errorf("%s %s: the request schema admits %.200s", r.name, example.About, example.JSON)
				}
			}
			twice := parseAnswer(t, s.Handle([]byte(request("1", r.name, `{"image_revision":1,"image_revision":1}`))))
			if twice.code() != "-32600" {
				t.Errorf("%s: a duplicate parameter answers %s", r.name, twice.raw)
			}
		}
		if s.registry.counts() != [3]int{} {
			t.Errorf("wrong parameters retain %v", s.registry.counts())
		}
	}
}

// refusedParameters: -32602 with one of the messages of parameters.
func refusedParameters(a answer) bool {
	if a.Error == nil {
		return false
	}
	m := a.Error.Message
	return a.Error.Code == -32602 && (m == "invalid params: params must be an object" || m == "unknown parameter for image protocol method" ||
		strings.HasPrefix(m, "missing parameter ") || strings.HasPrefix(m, "invalid parameter "))
}

// TestToolSchemasAreSelfContained shows what an adapter gets.
func TestToolSchemasAreSelfContained(t *testing.T) {
	for _, granted := range allSelections() {
		s, _ := openSession(t, "calculator", granted)
		var names []string
		err := s.Tools(func(method string, input []byte) error {
			names = append(names, method)
			if bytes.Contains(input, []byte(`"$id"`)) || bytes.Contains(input, []byte(`"urn:`)) {
				t.Errorf("%s: not self-contained: %.300s", method, input)
			}
			compiler := oracle.Compiler()
			addDocument(t, compiler, "mem:"+method, input)
			if _, err := compiler.Compile("mem:" + method); err != nil {
				t.Errorf("%s: %v", method, err)
			}
			return nil
		})
		if err != nil || strings.Join(names, " ") != strings.Join(s.methods.names(everyRow), " ") {
			t.Errorf("tools %v, error %v", names, err)
		}
	}
}
