package intent

import (
	"slices"
	"strings"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// ExpressionCatalogue is `semaprax.project-expression-catalog.v1` or, of contracts
// only, `semaprax.project-contract-expression-catalog.v1`: the expressions of a
// function with their scopes. The caller fills the candidate's digest.
type ExpressionCatalogue struct {
	// Contracts selects the catalogue of contract expressions.
	Contracts                        bool
	CandidateDigest, ProjectRevision canon.Digest
	Target                           string
	Path, Module                     string
	SourceRevision, SourceDigest     canon.Digest
	Effects                          []string
	Expressions                      []ExpressionRow
}

// ExpressionRow is one expression.
type ExpressionRow struct {
	ID, Phase, Kind, Type, Ownership string
	Span                             diag.Span
	Replaceable                      bool
	Reason                           string
	Scope                            []ScopeRow
}

// ScopeRow is one value visible at an expression.
type ScopeRow struct {
	Name, ID, Type, Ownership string
	Mutable                   bool
}

// The reasons of expression rows.
const (
	reasonReadOnly    = "contract_region_is_read_only"
	reasonConstructor = "requires_typed_constructor_and_full_project_revalidation"
)

// ExpressionCatalogue lists the expressions of an explicit monomorphic top-level
// function: all, of which those of the body can be replaced, or with contracts set
// those of clauses only. Any other target is SPX-G225, a function over the bounds
// SPX-G226.
func (b *Base) ExpressionCatalogue(target string, contracts bool) (*ExpressionCatalogue, diag.List) {
	fn, fault := b.anchor(target)
	if fault != nil {
		return nil, fault
	}
	ids := b.program.Identities(fn)
	if fault := checkExpressionBounds(fn, ids); fault != nil {
		return nil, fault
	}
	m := &b.project.Modules()[fn.Module]
	c := &ExpressionCatalogue{
		Contracts: contracts, ProjectRevision: b.project.Revision(), Target: target, Path: m.Path, Module: m.Name,
		SourceRevision: m.Revision, SourceDigest: m.SourceDigest, Effects: slices.Clone(fn.Effects),
	}
	facts := 0
	for _, at := range ids.Expressions {
		inBody := at.Phase == check.PhaseBody
		if contracts && inBody {
			continue
		}
		row := b.expressionRow(fn, ids, at)
		if row.Replaceable = inBody || contracts; !row.Replaceable {
			row.Reason = reasonReadOnly
		}
		if facts += len(row.Scope); facts > MaxScopeFacts {
			return nil, refusal(diag.G226, "the scopes of `%s` have more than %d rows", target, MaxScopeFacts)
		}
		c.Expressions = append(c.Expressions, row)
	}
	return c, nil
}

func (b *Base) expressionRow(fn *check.Function, ids *check.Identities, at check.ExpressionIdentity) ExpressionRow {
	tables := b.tables(fn.Module)
	row := ExpressionRow{
		ID: at.ID, Phase: at.Phase.String(), Kind: b.expressionKind(tables, at.Expr), Reason: reasonConstructor,
		Type: b.program.TypeKey(tables.Type(at.Expr.ID())), Ownership: tables.Mode(at.Expr.ID()).String(), Span: at.Expr.Span(),
	}
	for _, id := range fn.ScopeAt(at.Expr) {
		local := &fn.Locals[id]
		row.Scope = append(row.Scope, ScopeRow{local.Name, ids.Locals[id], b.program.TypeKey(local.Type), local.Mode.String(), local.Mutable})
	}
	if at.Phase == check.PhaseEnsures {
		mode := check.ModeBorrow
		if b.program.IsCopy(fn.Result) {
			mode = check.ModeValue
		}
		row.Scope = append(row.Scope, ScopeRow{resultName, ids.Result, b.program.TypeKey(fn.Result), mode.String(), false})
	}
	slices.SortStableFunc(row.Scope, func(x, y ScopeRow) int { return strings.Compare(x.Name, y.Name) })
	return row
}

// expressionKind is the catalogue's word for an expression.
func (b *Base) expressionKind(tables *check.Tables, e syntax.Expr) string {
	if tables.Place(e.ID()) != nil {
		return "place"
	}
	switch e := e.(type) {
	case *syntax.IntLit:
		return e.Kind.String()
	case *syntax.FloatLit:
		return b.program.TypeString(tables.Type(e.ID()))
	case *syntax.ArrayLit:
		if e.Repeat {
			return "repeat_array_u8"
		}
		return "array_u8"
	case *syntax.CharLit:
		return "char"
	case *syntax.BoolLit:
		return "bool"
	case *syntax.StringLit:
		return "string"
	case *syntax.Call:
		return b.callKind(tables.Call(e.ID()))
	case *syntax.MethodCall, *syntax.SuperCall:
		return "call"
	}
	return compoundKind(e)
}

func compoundKind(e syntax.Expr) string {
	switch e.(type) {
	case *syntax.Unary:
		return "unary"
	case *syntax.Binary:
		return "binary"
	case *syntax.Block:
		return "block"
	case *syntax.If:
		return "if"
	case *syntax.RecordExpr:
		return "record"
	case *syntax.VariantExpr:
		return "variant"
	case *syntax.Match:
		return "match"
	case *syntax.Try:
		return "try"
	case *syntax.Update:
		return "record_update"
	}
	return "project"
}

func (b *Base) callKind(row *check.Call) string {
	switch {
	case row.Kind == check.TargetImport:
		return "native_import_call"
	case row.Kind != check.TargetBuiltin:
		return "call"
	case row.Builtin == check.ByteRange:
		return "byte_range"
	case row.Builtin == check.BytesAsSlice || row.Builtin == check.ArrayAsSlice || row.Builtin == check.StringAsStr:
		return "borrow_place"
	case len(b.builtins[row.Builtin].Effects) > 0:
		return "host_command_call"
	}
	return "call"
}
