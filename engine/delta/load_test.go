package delta

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
)

const testCompiler = "0.0.0-test"

// archive reads the files of a testdata archive of intentions.
func archive(t testing.TB) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "intent", "testdata", "shop.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for part := range strings.SplitSeq("\n"+string(text), "\n-- ") {
		if head, body, ok := strings.Cut(part, " --\n"); ok {
			files[head] = strings.TrimSuffix(body, "\n") + "\n"
		}
	}
	return files
}

// derive builds a project from memory and derives its image.
func derive(t testing.TB, files map[string]string) *image.Image {
	t.Helper()
	i, faults := deriveMaybe(t, files)
	noFault(t, faults)
	return i
}

func deriveMaybe(t testing.TB, files map[string]string) (*image.Image, diag.List) {
	t.Helper()
	manifest, faults := project.ParseManifest([]byte(files[project.ManifestName]))
	if faults != nil {
		return nil, faults
	}
	var sources []project.Source
	for path, text := range files {
		if path != project.ManifestName {
			sources = append(sources, project.Source{Path: path, Text: []byte(text)})
		}
	}
	of, faults := project.Build(manifest, sources, nil)
	if faults.HasErrors() {
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

func noFault(t testing.TB, faults diag.List) {
	t.Helper()
	if faults.HasErrors() {
		for _, d := range faults {
			t.Error(d)
		}
		t.FailNow()
	}
}

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

// ecma makes Go read the patterns of our schemas.
func ecma(pattern string) (jsonschema.Regexp, error) {
	re, err := regexp.Compile(regexp.MustCompile(`\\u([0-9a-f]{4})`).ReplaceAllString(pattern, `\x{$1}`))
	return goRegexp{re}, err
}

type goRegexp struct{ *regexp.Regexp }

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
var validators = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	var bundle schema.Bundle
	for _, node := range nodes() {
		bundle.Add(node)
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseRegexpEngine(ecma)
	for _, document := range bundle.Documents() {
		var b canon.Builder
		schema.DescribeDocument(&b, document)
		text, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
		if err != nil {
			return nil, err
		}
		if err := compiler.AddResource(schema.URN(document.Document), text); err != nil {
			return nil, err
		}
	}
	if open := bundle.Unbundled(); len(open) != 0 {
		return nil, fmt.Errorf("unbundled: %q", open)
	}
	compiled := map[string]*jsonschema.Schema{}
	for _, document := range bundle.Documents() {
		c, err := compiler.Compile(schema.URN(document.Document))
		if err != nil {
			return nil, err
		}
		compiled[document.Document] = c
	}
	return compiled, nil
})

// valid demands that a payload fits the schema it names and is canonical, and returns
// it parsed.
func valid(t testing.TB, payload []byte) object {
	t.Helper()
	compiled, err := validators()
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(payload))
	if err != nil {
		t.Fatalf("%v in %.300s", err, payload)
	}
	name, _ := value.(map[string]any)["schema"].(string)
	declared := compiled[name]
	if declared == nil {
		t.Fatalf("no schema %q is declared: %.300s", name, payload)
	}
	if err := declared.Validate(value); err != nil {
		t.Errorf("%v in %.2000s", err, payload)
	}
	if again := naive(t, value); again != string(bytes.TrimSuffix(payload, []byte("\n"))) {
		t.Errorf("not canonical:\n%.500s\nwant\n%.500s", payload, again)
	}
	return value.(map[string]any)
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

// naive writes JSON again with the standard encoder, keys sorted.
func naive(t testing.TB, value any) string {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// framed is the digest of fields in a domain, by the formula of the facts.
func framed(domain string, fields ...string) string {
	h := sha256.New()
	h.Write([]byte(domain + "\x00"))
	for _, field := range fields {
		binary.Write(h, binary.LittleEndian, uint64(len(field)))
		h.Write([]byte(field))
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
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
