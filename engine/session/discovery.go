package session

import (
	"slices"
	"strings"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// Payload documents of discovery.
const (
	capabilitiesSchema = "semaprax.image-agent-capabilities.v5"
	schemasSchema      = "semaprax.image-agent-schemas.v5"
	instructionsSchema = "semaprax.image-agent-instructions.v5"
	queriesSchema      = "semaprax.image-agent-query-catalog.v5"
)

// discovery is everything the selected rows say about themselves, rendered once
// per session: the payloads of the discovery methods and the document bundle.
type discovery struct {
	bundle       schema.Bundle
	capabilities []byte
	schemas      []byte
	queries      []byte
	instructions []byte
	faults       diag.List // why discovery cannot be served
}

// discover returns the session's discovery, rendering it on first use.
func (s *Session) discover() *discovery {
	if s.found == nil {
		s.found = newDiscovery(s.methods, s.capabilityFacts())
	}
	return s.found
}

// discoveryFor is the discovery a row answers from; rows that need none get none, so
// that the first answer of a session does not wait for it.
func (s *Session) discoveryFor(r *row) *discovery {
	if !r.discovers {
		return nil
	}
	return s.discover()
}

// newDiscovery derives discovery from the selected rows.
func newDiscovery(methods *table, facts capabilityFacts) *discovery {
	d := &discovery{}
	d.capabilities = renderCapabilities(methods, facts)
	for i := range methods.rows {
		r := &methods.rows[i].row
		d.bundle.Add(r.params)
		for _, document := range slices.Concat(r.requests, r.payload) {
			d.bundle.Add(document)
		}
		d.bundle.Mention(r.carries...)
	}
	d.bundle.Add(errorDataShape().Node())
	d.bundle.Add(&schema.Node{Kind: schema.NodeConst, Document: capabilitiesSchema, Const: string(d.capabilities)})
	if d.faults = requestsResolve(methods, &d.bundle); d.faults != nil {
		return d
	}
	d.queries = renderQueries(methods)
	d.instructions = renderInstructions(methods, facts)
	d.schemas = renderSchemas(methods, &d.bundle, facts.granted.Has(policy.GrantParallelRead))
	for _, payload := range [][]byte{d.capabilities, d.queries, d.instructions, d.schemas} {
		if len(payload) > MaxDiscoveryBytes {
			d.faults = fault(codeDiscoveryBytes, "a discovery payload exceeds its byte bound")
		}
	}
	return d
}

// requestsResolve refuses a request schema that refers to a document which is not
// in the bundle: a client could not know what to send.
func requestsResolve(methods *table, bundle *schema.Bundle) diag.List {
	for i := range methods.rows {
		if _, unresolved := bundle.Reach(methods.rows[i].params); len(unresolved) > 0 {
			return fault(codeDiscovery, "the request schema of "+methods.rows[i].name+" refers to "+unresolved[0]+", which is not bundled")
		}
	}
	return nil
}

// capabilityFacts is what capabilities and instructions say of the host.
type capabilityFacts struct {
	granted   policy.Grants
	committed bool               // a commit host is attached
	tests     *policy.TestPolicy // nil without the grant
}

func (s *Session) capabilityFacts() capabilityFacts {
	return capabilityFacts{granted: s.granted, committed: s.git != nil, tests: s.config.Policy.TestPolicy}
}

func (t *table) names(which func(*row) bool) []string {
	names := []string{}
	for i := range t.rows {
		if which(&t.rows[i].row) {
			names = append(names, t.rows[i].name)
		}
	}
	return names
}

func everyRow(*row) bool { return true }

func renderCapabilities(methods *table, facts capabilityFacts) []byte {
	var b canon.Builder
	b.BeginObject()
	b.Key("schema").String(capabilitiesSchema)
	b.Key("protocol").String(Protocol)
	b.Key("capabilities").Strings(facts.granted.Names())
	b.Key("methods").Strings(methods.names(everyRow))
	b.Key("workflows").BeginArray().EndArray()
	b.Key("max_request_bytes").Uint(MaxRequestBytes)
	b.Key("max_response_bytes").Uint(MaxResponseBytes)
	b.Key("source_authority").Bool(facts.committed)
	b.Key("test_execution").Bool(facts.tests != nil)
	b.Key("target_execution").Bool(false)
	b.Key("artifact_projection").Bool(false)
	b.Key("request_capability_changes").Bool(false)
	b.Key("test_policy")
	renderTestPolicy(&b, facts)
	b.EndObject()
	return b.Bytes()
}

func renderTestPolicy(b *canon.Builder, facts capabilityFacts) {
	if facts.tests == nil {
		b.Null()
		return
	}
	b.BeginObject()
	b.Key("max_steps").Uint(facts.tests.MaxSteps)
	b.Key("max_execution_bytes").Uint(facts.tests.MaxExecutionBytes)
	b.Key("max_report_bytes").Uint(facts.tests.MaxReportBytes)
	b.Key("engine").String("project_interpreter")
	b.Key("request_overrides").Bool(false)
	b.EndObject()
}

func renderQueries(methods *table) []byte {
	var b canon.Builder
	b.BeginObject()
	b.Key("schema").String(queriesSchema)
	b.Key("protocol").String(Protocol)
	b.Key("queries").BeginArray()
	for i := range methods.rows {
		if methods.rows[i].query {
			describeMethod(&b, &methods.rows[i].row)
		}
	}
	b.EndArray().EndObject()
	return b.Bytes()
}

func renderSchemas(methods *table, bundle *schema.Bundle, batch bool) []byte {
	var b canon.Builder
	b.BeginObject()
	b.Key("schema").String(schemasSchema)
	b.Key("protocol").String(Protocol)
	b.Key("methods").BeginArray()
	for i := range methods.rows {
		describeMethod(&b, &methods.rows[i].row)
	}
	b.EndArray()
	b.Key("documents").BeginArray()
	renderDocuments(&b, methods, bundle)
	b.EndArray()
	unbundled := bundle.Unbundled()
	if unbundled == nil {
		unbundled = []string{}
	}
	for i, name := range unbundled {
		unbundled[i] = schema.URN(name)
	}
	b.Key("unbundled_payload_schemas").Strings(unbundled)
	b.Key("request_schemas_complete").Bool(true)
	b.Key("payload_completeness").String("Every payload schema of a selected method is bundled or listed in unbundled_payload_schemas.")
	b.Key("wire_rules")
	renderWireRules(&b, batch)
	b.EndObject()
	return b.Bytes()
}

// renderDocuments writes every bundled document and the envelope documents of every
// method, sorted by $id.
func renderDocuments(b *canon.Builder, methods *table, bundle *schema.Bundle) {
	type entry struct {
		id    string
		write func()
	}
	var entries []entry
	for _, document := range bundle.Documents() {
		entries = append(entries, entry{schema.URN(document.Document), func() { schema.DescribeDocument(b, document) }})
	}
	for i := range methods.rows {
		r := &methods.rows[i].row
		for _, e := range envelopes() {
			id := "urn:semaprax.image-v5." + e.kind + ":" + strings.ReplaceAll(r.name, "/", ".")
			entries = append(entries, entry{id, func() { e.write(b, r, id) }})
		}
	}
	slices.SortFunc(entries, func(x, y entry) int { return strings.Compare(x.id, y.id) })
	for _, e := range entries {
		e.write()
	}
}

func renderWireRules(b *canon.Builder, batch bool) {
	text := "Strings are valid UTF-8; bounds count UTF-8 bytes; control characters are refused unless the schema allows them."
	if batch {
		text += " Strings in batch.frames may be empty and may hold LF."
	}
	b.BeginObject()
	b.Key("unknown_parameters").String("refused; image_revision is tolerated everywhere and then compared with the current image")
	b.Key("optional_parameters").String("omit them; null never means omitted")
	b.Key("strings").String(text)
	b.Key("request_ids").String("unsigned 64-bit integers or strings of 1 to 128 UTF-8 bytes without control characters")
	b.Key("integer_bounds").String("integers are plain decimal tokens of at most 64 bits; 1.0 and 1e0 are refused")
	b.Key("max_request_bytes").Uint(MaxRequestBytes)
	b.Key("max_response_bytes").Uint(MaxResponseBytes)
	b.EndObject()
}
