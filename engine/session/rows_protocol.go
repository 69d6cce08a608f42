package session

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// protocolRows declares the discovery methods. What they answer is fixed by the
// host's selection and prepared before any batch worker runs.
func protocolRows() []row {
	return []row{
		prepared("protocol/capabilities", "What the host selected: capabilities, methods, bounds.",
			capabilitiesSchema, func(d *discovery) []byte { return d.capabilities }),
		prepared("protocol/schemas", "The JSON Schemas of every selected method.",
			schemasSchema, func(d *discovery) []byte { return d.schemas }).offering(schemasShape().Node()),
		prepared("protocol/instructions", "How to work with the selected methods.",
			instructionsSchema, func(d *discovery) []byte { return d.instructions }).offering(instructionsShape().Node()),
		prepared("query/catalog", "The descriptors of the selected queries.",
			queriesSchema, func(d *discovery) []byte { return d.queries }).offering(queriesShape().Node()),
	}
}

// prepared declares a method whose payload discovery has rendered.
func prepared(name, doc, document string, payload func(d *discovery) []byte) row {
	return read(name, doc, noParamsShape(), schema.Opaque(document),
		func(v *view, _ *noParams, r *[]byte) diag.List {
			if v.discovery.faults != nil {
				return v.discovery.faults
			}
			*r = payload(v.discovery)
			return nil
		}).plain().inBatch().discovering().coded(codeDiscovery, codeDiscoveryBytes)
}

// schemasPayload is the shape of the payload of protocol/schemas. It is rendered by
// discovery; the shape describes it.
type schemasPayload struct {
	Methods, Documents [][]byte
	Unbundled          []string
	Completeness       string
	Rules              [6]string
}

func schemasShape() *schema.Kind[schemasPayload] {
	rule := func(i int) func(*schemasPayload) *string {
		return func(p *schemasPayload) *string { return &p.Rules[i] }
	}
	return schema.Document(schemasSchema,
		schema.Const[schemasPayload]("protocol", Protocol),
		schema.Required("methods", schema.Array(schema.Any(), 0, schema.Unbounded), func(p *schemasPayload) *[][]byte { return &p.Methods }),
		schema.Required("documents", schema.Array(schema.Any(), 0, schema.Unbounded), func(p *schemasPayload) *[][]byte { return &p.Documents }),
		schema.Required("unbundled_payload_schemas", schema.Array(schema.String(), 0, schema.Unbounded),
			func(p *schemasPayload) *[]string { return &p.Unbundled }),
		schema.ConstBool[schemasPayload]("request_schemas_complete", true),
		schema.Required("payload_completeness", schema.String(), func(p *schemasPayload) *string { return &p.Completeness }),
		schema.Required("wire_rules", schema.Object(
			schema.Required("unknown_parameters", schema.String(), rule(0)),
			schema.Required("optional_parameters", schema.String(), rule(1)),
			schema.Required("strings", schema.String(), rule(2)),
			schema.Required("request_ids", schema.String(), rule(3)),
			schema.Required("integer_bounds", schema.String(), rule(4)),
			schema.ConstUint[schemasPayload]("max_request_bytes", MaxRequestBytes),
			schema.ConstUint[schemasPayload]("max_response_bytes", MaxResponseBytes),
		), func(p *schemasPayload) *schemasPayload { return p }),
	)
}

type instructionsPayload struct{ Text string }

func instructionsShape() *schema.Kind[instructionsPayload] {
	return schema.Document(instructionsSchema,
		schema.Const[instructionsPayload]("protocol", Protocol),
		schema.Required("instructions", schema.String(), func(p *instructionsPayload) *string { return &p.Text }))
}

type queriesPayload struct{ Queries [][]byte }

func queriesShape() *schema.Kind[queriesPayload] {
	return schema.Document(queriesSchema,
		schema.Const[queriesPayload]("protocol", Protocol),
		schema.Required("queries", schema.Array(schema.Any(), 0, schema.Unbounded), func(p *queriesPayload) *[][]byte { return &p.Queries }))
}

// errorData is the shape of the data of an application error. diag renders it; the
// shape describes it.
type errorData struct{ Diagnostics []errorDiagnostic }

type errorDiagnostic struct {
	Code, Severity, Message, Path, Help string
	Location                            *errorLocation
}

type errorLocation struct{ Line, Column, Start, End uint64 }

// errorDiagnosticOf is the declared form of a diagnostic.
func errorDiagnosticOf(d *diag.Diagnostic) errorDiagnostic {
	e := errorDiagnostic{Code: string(d.Code), Severity: d.Severity.String(), Message: d.Message(), Path: d.Path, Help: d.Help}
	if !d.Span.IsZero() {
		e.Location = &errorLocation{uint64(d.Span.Line), uint64(d.Span.Column), uint64(d.Span.Start), uint64(d.Span.End)}
	}
	return e
}

func errorDiagnosticShape() *schema.Kind[errorDiagnostic] {
	location := schema.Object(
		schema.Required("line", schema.Uint(), func(l *errorLocation) *uint64 { return &l.Line }),
		schema.Required("column", schema.Uint(), func(l *errorLocation) *uint64 { return &l.Column }),
		schema.Required("start", schema.Uint(), func(l *errorLocation) *uint64 { return &l.Start }),
		schema.Required("end", schema.Uint(), func(l *errorLocation) *uint64 { return &l.End }),
	)
	return schema.Object(
		schema.Required("code", schema.String(), func(d *errorDiagnostic) *string { return &d.Code }),
		schema.Required("severity", schema.Choice("error", "warning"), func(d *errorDiagnostic) *string { return &d.Severity }),
		schema.Required("message", schema.String(), func(d *errorDiagnostic) *string { return &d.Message }),
		schema.Required("path", schema.NullWhenZero(schema.String()), func(d *errorDiagnostic) *string { return &d.Path }),
		schema.Required("location", schema.NullWhenZero(schema.Pointer(location)), func(d *errorDiagnostic) **errorLocation { return &d.Location }),
		schema.Required("help", schema.NullWhenZero(schema.String()), func(d *errorDiagnostic) *string { return &d.Help }),
	)
}

func errorDataShape() *schema.Kind[errorData] {
	return schema.Document(ErrorDataSchema,
		schema.Required("diagnostics", schema.Array(errorDiagnosticShape(), 1, schema.Unbounded), func(e *errorData) *[]errorDiagnostic { return &e.Diagnostics }))
}
