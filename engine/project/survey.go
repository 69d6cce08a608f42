package project

import (
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// survey is what one walk over a file counts.
type survey struct {
	declarations int // everything that has an identity
	functions    int // free functions and methods
	calls        int
	// edges to other modules: use lines, calls of imported functions, mentions of
	// imported types.
	edges int
	// graph is the highest version of the graph document whose feature the file
	// uses, as far as the syntax tells; tries are the `?` that may raise it.
	graph int
	tries []syntax.NodeID
}

// The versions of the graph document by feature; the highest wins.
const (
	graphBase          = 10
	graphOptionTry     = 11
	graphGenericRecord = 12
	graphRecordPattern = 13
	graphGenericCall   = 14
	graphLoop          = 15
	graphScalarMatch   = 16
	graphBytes         = 17
	graphCommandIO     = 19
	graphByteRange     = 20
)

// surveyor is the state of one walk.
type surveyor struct {
	survey
	called map[string]bool // aliases of imported functions
	types  map[string]bool // aliases of imported types
}

func surveyFile(file *syntax.File) survey {
	s := surveyor{called: map[string]bool{}, types: map[string]bool{}}
	s.graph, s.edges = graphBase, len(file.Uses)
	for _, use := range file.Uses {
		if use.Kind == syntax.UseFunction {
			s.called[use.Alias.Text] = true
		} else {
			s.types[use.Alias.Text] = true
		}
	}
	syntax.Walk(file, s.visit)
	return s.survey
}

func (s *surveyor) raise(version int) { s.graph = max(s.graph, version) }

func (s *surveyor) visit(node syntax.Node) bool {
	switch n := node.(type) {
	case *syntax.Call:
		s.call(n.Callee.Text)
	case *syntax.MethodCall, *syntax.SuperCall:
		s.calls++
	case *syntax.NamedType:
		s.mention(n.Name.Text)
	case *syntax.RecordExpr:
		s.mention(n.Type.Text)
	case *syntax.VariantExpr:
		s.mention(n.Type.Text)
	case *syntax.VariantPattern:
		s.mention(n.Type.Text)
	case *syntax.RecordPattern:
		s.mention(n.Type.Text)
		s.raise(graphRecordPattern)
	case *syntax.Try:
		s.tries = append(s.tries, n.ID())
	case *syntax.While:
		s.raise(graphLoop)
	case *syntax.LiteralPattern:
		s.raise(graphScalarMatch)
	case *syntax.ArrayType, *syntax.ArrayLit:
		s.raise(graphBytes)
	default:
		s.declare(node)
	}
	return true
}

// declare counts what has an identity.
func (s *surveyor) declare(node syntax.Node) {
	switch n := node.(type) {
	case *syntax.Function:
		s.functions++
		if len(n.TypeParams) > 0 {
			s.raise(graphGenericCall)
		}
	case *syntax.Record:
		if len(n.TypeParams) > 0 {
			s.raise(graphGenericRecord)
		}
	case *syntax.Resource, *syntax.Variant, *syntax.Class, *syntax.Interface, *syntax.Protocol, *syntax.Impl,
		*syntax.Field, *syntax.Case, *syntax.Lifecycle, *syntax.Import, *syntax.Signature:
	default:
		return
	}
	s.declarations++
}

func (s *surveyor) call(name string) {
	s.calls++
	if s.called[name] {
		s.edges++
	}
	switch name {
	case "byte_range":
		s.raise(graphByteRange)
	case "stdout_write", "stderr_write", "stdout_append", "stderr_append", "args_len", "arg_utf8", "stdin_read":
		s.raise(graphCommandIO)
	case "array_as_slice", "str_as_bytes":
		s.raise(graphBytes)
	default:
		if strings.HasPrefix(name, "byte_") || strings.HasPrefix(name, "bytes_") {
			s.raise(graphBytes)
		}
	}
}

// mention notes a type's name where it is written.
func (s *surveyor) mention(name string) {
	if s.types[name] {
		s.edges++
	}
	if name == "Bytes" || name == "Slice" {
		s.raise(graphBytes)
	}
}

// graphSchema names the graph document of a checked file.
func (s survey) graphSchema(tables *check.Tables) string {
	version := s.graph
	for _, node := range s.tries {
		if try := tables.Try(node); version < graphOptionTry && try != nil && !try.IsResult {
			version = graphOptionTry
		}
	}
	return "semaprax.graph.v" + strconv.Itoa(version)
}
