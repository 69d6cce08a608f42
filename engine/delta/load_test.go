package delta

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/internal/fixture"
	"github.com/semaprax/semaprax-go/internal/oracle"
)

const testCompiler = fixture.Compiler

var (
	noFault = fixture.NoFault
	framed  = oracle.Digest[string]
)

// archive reads the shop that intentions are tested on.
func archive(t testing.TB) map[string]string {
	t.Helper()
	return fixture.Archive(t, "../intent/testdata/shop.txtar")
}

// derive builds a project from memory and derives its image.
func derive(t testing.TB, files map[string]string) *image.Image {
	t.Helper()
	i, faults := deriveMaybe(files)
	noFault(t, faults)
	return i
}

func deriveMaybe(files map[string]string) (*image.Image, diag.List) {
	of, faults := fixture.Admit(files)
	if faults != nil {
		return nil, faults
	}
	return image.Derive(of, testCompiler)
}

// opened opens a candidate with a store that pins its image.
func opened(t testing.TB, i *image.Image) (*candidate.Programs, *candidate.Candidate) {
	t.Helper()
	p := candidate.NewPrograms(testCompiler)
	p.Pin(i)
	c, faults := candidate.Open(p, i)
	noFault(t, faults)
	return p, c
}

// changed is the shop with some intentions applied.
func changed(t testing.TB, intentions ...string) (*candidate.Programs, *candidate.Candidate) {
	t.Helper()
	return changedFiles(t, archive(t), intentions...)
}

// changedFiles is a project in memory with some intentions applied.
func changedFiles(t testing.TB, files map[string]string, intentions ...string) (*candidate.Programs, *candidate.Candidate) {
	t.Helper()
	p, c := opened(t, derive(t, files))
	for _, text := range intentions {
		c = applied(t, p, c, text)
	}
	return p, c
}

func applied(t testing.TB, p *candidate.Programs, c *candidate.Candidate, intention string) *candidate.Candidate {
	t.Helper()
	change, faults := candidate.NewChange(c.Now().Revision(), []byte(intention))
	noFault(t, faults)
	next, faults := c.Apply(p, change)
	noFault(t, faults)
	return next
}

func imageFacet(name string) image.Facet { return image.Facet(name) }

func wantCode(t testing.TB, what string, faults diag.List, code diag.Code) {
	t.Helper()
	if len(faults) == 0 {
		t.Errorf("%s: accepted, want %s", what, code)
	} else if faults[0].Code != code {
		t.Errorf("%s: got %s (%s), want %s", what, faults[0].Code, faults[0].Message(), code)
	}
}

// Intentions the tests use.
const (
	renamePrice      = `{"kind":"rename_declaration","target":"shop.price","name":"cost_of"}`
	requireTotal     = `{"kind":"add_contract","target":"shop.total","phase":"requires","predicate":{"kind":"binary","op":">=","left":{"kind":"place","name":"tax"},"right":{"kind":"i64","value":0}}}`
	implementTag     = `{"kind":"implement_interface","target":"shop.tag","protocol":"shop.named","id":"shop.tag.named","members":[{"method":"shop.named.size","implementation":"shop.tag_size"}]}`
	deleteUnused     = `{"kind":"delete_declaration","target":"shop.unused"}`
	addField         = `{"kind":"add_record_field","target":"shop.tag","field":{"id":"shop.tag.name","name":"name","type":"string","default":{"kind":"string","value":"none"}}}`
	bodyPrice        = `{"kind":"replace_function_body","target":"shop.price","body":{"kind":"i64","value":0}}`
	addDeclaredTotal = `{"kind":"add_declaration","target":"shop.total","declaration":{"id":"shop.twice","name":"twice","parameters":[{"name":"a","type":"i64","mode":"value"}],"return_type":"i64","effects":[],"requires":[],"ensures":[],"body":{"kind":"i64","value":2}}}`
	deleteTwice      = `{"kind":"delete_declaration","target":"shop.twice"}`
	moveUnused       = `{"kind":"move_declaration","target":"shop.unused","destination":"shop.width"}`
	appendCombine    = `{"kind":"change_function_signature","target":"shop.combine","append_parameters":[{"name":"extra","type":"i64","argument":{"kind":"i64","value":1}}]}`
)

// nodes are the documents this package declares, and those they refer to.
func nodes() []*schema.Node {
	list := []*schema.Node{
		SemanticShape().Node(), CatalogueShape().Node(), InterfaceShape().Node(), ContractShape().Node(), OwnershipShape().Node(),
		ReviewShape().Node(), FunctionSummaryShape().Node(), FunctionFacetShape().Node(), DependencySummaryShape().Node(),
		DependencyPageShape().Node(), ImpactSummaryShape().Node(), ImpactPageShape().Node(), image.ImpactItemShape().Node(),
		image.DependencyItemShape().Node(), candidate.TestPlanShape().Node(),
	}
	for _, k := range kinds() {
		list = append(list, k.family().receiptShape().Node())
	}
	return list
}

func kinds() []Kind { return []Kind{Semantic, SemanticCatalogue, Interface, Contract, Ownership} }

// validators are the declared schemas of all payloads, compiled once.
var validators = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) { return oracle.Schemas(nodes()) })

// valid demands that a payload fits the schema it names and is canonical, and returns
// it parsed.
func valid(t testing.TB, payload []byte) object {
	t.Helper()
	compiled, err := validators()
	if err != nil {
		t.Fatal(err)
	}
	return oracle.Valid(t, compiled, payload)
}

// object is a parsed JSON object.
type object map[string]any

// at follows members and positions.
func (o object) at(path ...any) any {
	var value any = map[string]any(o)
	for _, step := range path {
		switch step := step.(type) {
		case string:
			value = value.(map[string]any)[step]
		case int:
			value = value.([]any)[step]
		}
	}
	return value
}

// find returns the element of an array of objects whose member has a value.
func (o object) find(array, member, value string) object {
	for _, element := range o[array].([]any) {
		if row := element.(map[string]any); row[member] == value {
			return row
		}
	}
	return nil
}

// naive writes JSON again with the standard encoder, keys sorted, without its LF.
func naive(t testing.TB, value any) string {
	t.Helper()
	return strings.TrimSuffix(string(oracle.Canonical(t, value)), "\n")
}

// neutral is a value without the members that only say where it was read from: the
// naive twin of the projection.
func neutral(value any) any {
	switch value := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, member := range value {
			if !slices.Contains([]string{"provenance", "image_revision", "project_revision", "source_revision", "source_digest",
				"span", "source_span", "expression_id", "initializer_expression_id", "base_expression_id",
				"container_expression_id", "exact_digest"}, key) {
				out[key] = neutral(member)
			}
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i := range value {
			out[i] = neutral(value[i])
		}
		return out
	}
	return value
}

// made makes a report and checks its form.
func made(t testing.TB, k Kind, p *candidate.Programs, c *candidate.Candidate, target string) object {
	t.Helper()
	report, faults := k.Make(p, c, target)
	noFault(t, faults)
	if n := len(report); report[n-1] != '\n' || report[n-2] == '\n' {
		t.Error("a report is one line")
	}
	return valid(t, report)
}
