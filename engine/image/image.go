package image

import (
	"sync"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// domainImage is the domain of image revisions.
const domainImage = "semaprax.semantic-workspace-image.digest.v1"

// Image is the checked program of one project with its relations and its revision.
type Image struct {
	of          *project.Project
	compiler    string
	graph       *graph.Graph
	graphDigest canon.Digest
	bytes       []byte
	revision    canon.Digest
	text        string // of revision
	*declarations
}

// Declarations are the shapes images render with, each declared when it is first
// used. Declaring them costs as much as a small project; whoever derives many images
// keeps one. They are safe for concurrent use.
type Declarations struct{ shared *declarations }

type declarations struct {
	document     func() *schema.Kind[document]
	payloads     func() *payloadShapes
	facets       func() *facetShapes
	dependencies func() *dependencyShapes
	walks        func() *walkShapes
}

// NewDeclarations makes declarations that images may share.
func NewDeclarations() *Declarations {
	return &Declarations{&declarations{
		document:     sync.OnceValue(DocumentShape),
		payloads:     sync.OnceValue(newPayloadShapes),
		facets:       sync.OnceValue(newFacetShapes),
		dependencies: sync.OnceValue(newDependencyShapes),
		walks:        sync.OnceValue(newWalkShapes),
	}}
}

// Derive makes the image of an admitted project. compiler is the version that
// takes part in the revision. A document over MaxImageBytes is SPX-G220.
func Derive(of *project.Project, compiler string) (*Image, diag.List) {
	return NewDeclarations().Derive(of, compiler)
}

// Derive is the package's Derive of an image that shares these declarations.
func (d *Declarations) Derive(of *project.Project, compiler string) (*Image, diag.List) {
	i := &Image{of: of, compiler: compiler, graph: graph.New(of.Program()), declarations: d.shared}
	document, fits := i.GraphDocument()
	if !fits {
		return nil, fault(CodeCapacity, "the graph of the project does not fit an image")
	}
	i.graphDigest = graph.Digest(document)
	if i.bytes, fits = i.render(document); !fits {
		return nil, fault(CodeCapacity, "the image of the project exceeds its byte bound")
	}
	i.revision = canon.Sum(domainImage, i.bytes)
	i.text = i.revision.String()
	return i, nil
}

// Project returns the project the image was derived from.
func (i *Image) Project() *project.Project { return i.of }

// Revision returns the image revision: the digest of Bytes.
func (i *Image) Revision() canon.Digest { return i.revision }

// Bytes returns the image document, its LF included. Do not change it.
func (i *Image) Bytes() []byte { return i.bytes }

// Graph returns the relations of the program.
func (i *Image) Graph() *graph.Graph { return i.graph }

// GraphDigest returns the digest of the graph document.
func (i *Image) GraphDigest() canon.Digest { return i.graphDigest }

// GraphDocument renders the graph document, without an LF; ok is false when it
// exceeds MaxImageBytes.
func (i *Image) GraphDocument() (document []byte, ok bool) {
	modules := i.of.Modules()
	revisions := make([]canon.Digest, len(modules))
	for m := range modules {
		revisions[m] = modules[m].Revision
	}
	return i.graph.AppendDocument(nil, graph.ScopeProject, revisions, MaxImageBytes)
}

// Compiler returns the version the image was derived with.
func (i *Image) Compiler() string { return i.compiler }

// payloadShapes are the kinds of the payloads that belong to no family of rows,
// built once.
type payloadShapes struct {
	symbol           *schema.Kind[Symbol]
	summary          *schema.Kind[FunctionSummary]
	reference        *schema.Kind[FunctionReference]
	referenceContent *schema.Kind[FunctionReference]
}

func newPayloadShapes() *payloadShapes {
	return &payloadShapes{SymbolShape(), SummaryShape(), ReferenceShape(), referenceContentShape()}
}

// program is the checked program.
func (i *Image) program() *check.Program { return i.graph.Program() }
