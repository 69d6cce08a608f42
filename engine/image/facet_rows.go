package image

import (
	"cmp"
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/graph"
)

// facetRows lists the items of a facet; ok is false for a facet that does not exist.
func (i *Image) facetRows(f *check.Function, facet Facet) (list items, ok bool) {
	shapes := i.facets()
	switch facet {
	case FacetSignature:
		return i.signatureRows(shapes, f), true
	case FacetContracts:
		return itemsOf(shapes.clause, i.clauseRows(f)), true
	case FacetCallers:
		return itemsOf(shapes.caller, i.callerRows(f)), true
	case FacetOwnership:
		return i.ownershipRows(shapes, f), true
	case FacetLoans:
		return i.planProjection(shapes.plans, f).loanRows(), true
	case FacetCleanup:
		return i.planProjection(shapes.plans, f).cleanupRows(), true
	case FacetRelationships:
		return i.relationshipRows(shapes.relations, f), true
	case FacetDataAccess:
		return itemsOf(shapes.data, i.dataRows(f)), true
	case FacetUnsafeBoundaries:
		// Admitted projects have no unsafe code and no native imports in the graph.
		return items{}, true
	}
	return items{}, false
}

func (i *Image) signatureRows(shapes *facetShapes, f *check.Function) items {
	p := i.program()
	params := make([]parameterRow, len(f.Params))
	for index := range f.Params {
		param := &f.Params[index]
		params[index] = parameterRow{
			Index: index, ID: parameterIdentity(f, index), Name: param.Name, Type: p.TypeKey(param.Type),
			Own: param.Mode.String(), Span: spanOf(param.Decl.Span()),
		}
	}
	result := []resultRow{{resultIdentity(f), p.TypeKey(f.Result)}}
	return joined(itemsOf(shapes.parameter, params), itemsOf(shapes.result, result),
		itemsOf(shapes.effect, f.Effects), itemsOf(shapes.permit, p.Modules[f.Module].Permits))
}

func (i *Image) clauseRows(f *check.Function) []clauseRow {
	names := i.program().Identities(f)
	source := i.module(f.Module).Source
	var rows []clauseRow
	for at := 0; at < len(names.Expressions); {
		root := &names.Expressions[at]
		tree, next := i.expressionTree(f, names, at)
		at = next
		if root.Phase != check.PhaseBody {
			rows = append(rows, clauseRow{
				Phase: root.Phase.String(), Index: root.Clause, ID: root.ID, Type: tree.Type, Span: tree.Span,
				Tree: ClauseExpression{Text: sourceText(source, root.Expr.Span()), Root: tree},
			})
		}
	}
	return rows
}

// callerRows lists direct callers by identity, then phase.
func (i *Image) callerRows(f *check.Function) []callerRow {
	edges := i.graph.Edges()
	var rows []callerRow
	for _, index := range i.graph.In(i.graph.Function(f.ID)) {
		e := edges[index]
		if e.Kind != graph.Calls {
			continue
		}
		caller := i.graph.Node(e.From)
		m := i.module(caller.Module)
		rows = append(rows, callerRow{
			Caller: caller.Identity, Path: m.Path, Module: m.Name, Phase: e.Site.String(),
			Sites: int(e.Count), Cross: caller.Module != f.Module,
		})
	}
	slices.SortStableFunc(rows, func(x, y callerRow) int {
		return cmp.Or(cmp.Compare(x.Caller, y.Caller), cmp.Compare(x.Phase, y.Phase))
	})
	return rows
}

func (i *Image) relationshipRows(shapes *relationshipShapes, f *check.Function) items {
	of, p := i.of, i.program()
	manifest := of.Manifest()
	admission := []admissionRow{{manifest.Schema(), manifest.Profile()}}
	entry := []roleRow{{p.Modules[of.Entry().Root].Name, of.Entry().Root == f.Module, of.Entry().Contains(f.Module)}}
	test := []roleRow{{}}
	if tests := of.Tests(); tests != nil {
		test[0] = roleRow{p.Modules[tests.Root].Name, tests.Root == f.Module, tests.Contains(f.Module)}
	}
	export := []bool{slices.Contains(manifest.WebExports(), f.Identity.Text)}
	return joined(itemsOf(shapes.admission, admission), itemsOf(shapes.entry, entry),
		itemsOf(shapes.test, test), itemsOf(shapes.export, export))
}

// dataReason says why a data fact is one.
func dataReason(kind graph.FactKind) string {
	switch kind {
	case graph.PlaceRead:
		return "variable_path_read_by_value_or_compared"
	case graph.PlaceMove:
		return "variable_path_of_a_type_that_is_not_copy_is_taken"
	case graph.PlaceBorrow:
		return "variable_path_viewed_by_its_holder_or_context"
	case graph.BindingInitialize:
		return "let_or_pattern_binding_declared"
	case graph.BindingWrite:
		return "assignment_to_a_mutable_binding"
	case graph.FieldProjection:
		return "field_of_a_value_that_is_no_place"
	}
	return "constructor_or_update_initialiser"
}

// dataRows lists what a function does to bindings and values, in source preorder.
func (i *Image) dataRows(f *check.Function) []dataRow {
	p, names := i.program(), i.program().Identities(f)
	binding := i.binding(f.Module)
	var rows []dataRow
	i.graph.Facts(f.ID, func(fact *graph.Fact) {
		if !fact.Kind.IsData() {
			return
		}
		row := dataRow{
			Image: i.revision, Project: i.of.Revision(), Source: binding, Function: f.Identity.Text,
			Expression: names.Of(fact.Expr), Span: spanOf(fact.Span), Phase: fact.Phase.String(),
			Edge: fact.Kind.String(), Reason: dataReason(fact.Kind), Use: fact.Context.String(),
			Type: p.TypeKey(fact.Type), Fields: i.fieldIdentities(fact.Fields),
		}
		if fact.Kind != graph.FieldProjection && fact.Kind != graph.FieldInitialize {
			row.Value = localIdentity(names, fact.Local)
		}
		rows = append(rows, row)
	})
	return rows
}

func (i *Image) fieldIdentities(fields []check.FieldID) []string {
	if len(fields) == 0 {
		return nil
	}
	list := make([]string, len(fields))
	for at, field := range fields {
		list[at] = i.program().Fields[field].Identity.Text
	}
	return list
}
