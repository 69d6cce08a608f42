package candidate

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/wire"
)

// ConstructorSchemas are the JSON Schemas of what clients construct: expression,
// intention, change, capsule, each complete in itself.
type ConstructorSchemas struct{ Documents [][]byte }

// ConstructorSchemasShape declares semaprax.candidate-constructor-schemas.v1.
func ConstructorSchemasShape() *schema.Kind[ConstructorSchemas] {
	type c = ConstructorSchemas
	return schema.Document("semaprax.candidate-constructor-schemas.v1",
		schema.Required("documents", schema.Array(schema.Any(), 4, 4), func(p *c) *[][]byte { return &p.Documents }),
		schema.Const[c]("admission", "closed_structural_grammar_only"),
		schema.ConstBool[c]("requires_compiler_admission", true),
		schema.ConstJSON[c]("limits", `{"max_change_bytes":1048576,"max_expression_depth":64,"max_expression_nodes":4096,"max_json_value_depth":64,"max_json_value_nodes":8192}`),
		schema.ConstStrings[c]("nonclaims", "not_type_scope_effect_ownership_or_target_admission",
			"not_canonical_json_or_duplicate_key_validation", "not_complete_semantic_response_schemas", "no_source_or_commit_authority"))
}

// Constructors returns the schemas, rendered once for the store. Do not change them.
// More than intent.MaxCatalogueBytes is SPX-G223.
func (p *Programs) Constructors() (*ConstructorSchemas, diag.List) { return p.constructors() }

func describeConstructors() (*ConstructorSchemas, diag.List) {
	nodes := []*schema.Node{intent.ExpressionShape().Node(), intent.IntentionShape().Node(), ChangeShape().Node(), CapsuleShape().Node()}
	var bundle schema.Bundle
	for _, node := range nodes {
		bundle.Add(node)
	}
	out := &ConstructorSchemas{}
	for _, node := range nodes {
		out.Documents = append(out.Documents, complete(&bundle, node))
	}
	return out, within(ConstructorSchemasShape(), out, intent.MaxCatalogueBytes, diag.G223)
}

// complete is the schema of one document with everything it reaches inside.
func complete(bundle *schema.Bundle, node *schema.Node) []byte {
	var inner, b canon.Builder
	if unresolved, ok := bundle.DescribeInput(&inner, node); !ok {
		panic("BUG: candidate: a constructor refers to " + unresolved[0])
	}
	text := inner.Bytes()
	b.BeginObject()
	b.Key("$id").String(schema.URN(node.Document))
	for it := wire.Members(text, wire.Whole(text)); it.Next(); {
		b.Key(string(it.AppendKey(nil))).Raw(it.Value())
	}
	b.EndObject()
	return b.Bytes()
}
