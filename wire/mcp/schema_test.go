package mcp

import (
	"strings"
	"testing"
)

// nested is a schema whose deepest container is at the given nesting.
func nested(containers int) string {
	levels := containers - 3 // the root, properties and the innermost object
	return `{"additionalProperties":false,"properties":{"x":` +
		strings.Repeat(`{"items":`, levels) + `{}` + strings.Repeat(`}`, levels) + `},"type":"object"}`
}

func TestSchemasAreVerified(t *testing.T) {
	closed := func(rest string) string {
		return `{"additionalProperties":false,"properties":{` + rest + `},"type":"object"}`
	}
	withDefs := func(defs, properties string) string {
		return `{"$defs":{` + defs + `},"additionalProperties":false,"properties":{` + properties + `},"type":"object"}`
	}
	for _, row := range []struct {
		name, schema string
		want         Code
	}{
		{"the smallest", `{"additionalProperties":false,"type":"object"}`, ""},
		{"nothing", ``, CodeCatalogue},
		{"not JSON", `{"additionalProperties":false,"type":"object"`, CodeCatalogue},
		{"duplicate key", `{"additionalProperties":false,"type":"object","type":"object"}`, CodeCatalogue},
		{"true", `true`, CodeCatalogue},
		{"array", `[]`, CodeCatalogue},
		{"open", `{"type":"object"}`, CodeCatalogue},
		{"open by true", `{"additionalProperties":true,"type":"object"}`, CodeCatalogue},
		{"open by a schema", `{"additionalProperties":{},"type":"object"}`, CodeCatalogue},
		{"no type", `{"additionalProperties":false}`, CodeCatalogue},
		{"other type", `{"additionalProperties":false,"type":"array"}`, CodeCatalogue},
		{"white space", `{"additionalProperties": false,"type":"object"}`, CodeCatalogue},
		{"trailing line feed", `{"additionalProperties":false,"type":"object"}` + "\n", CodeCatalogue},
		{"white space in a string", closed(`"x":{"pattern":"^[ \\\" ]$"}`), ""},
		{"keys out of order", `{"type":"object","additionalProperties":false}`, CodeCatalogue},
		{"keys out of order inside const", closed(`"x":{"const":{"b":1,"a":2}}`), CodeCatalogue},
		{"keys out of order inside an array", closed(`"x":{"enum":[1,{"b":1,"a":2}]}`), CodeCatalogue},
		{"boolean property", closed(`"x":true`), CodeCatalogue},
		{"boolean alternative", closed(`"x":{"anyOf":[true]}`), CodeCatalogue},
		{"boolean items", closed(`"x":{"items":true}`), CodeCatalogue},
		{"closed items", closed(`"x":{"items":false,"prefixItems":[{"type":"string"}]}`), ""},
		{"named schemas that are none", closed(`"x":{"properties":[]}`), CodeCatalogue},
		{"alternatives that are none", closed(`"x":{"oneOf":{}}`), CodeCatalogue},
		{"$id", `{"$id":"urn:x","additionalProperties":false,"type":"object"}`, CodeCatalogue},
		{"nested $id", closed(`"x":{"not":{"$id":"urn:x"}}`), CodeCatalogue},
		{"$id as data", closed(`"x":{"const":{"$id":"urn:x","$ref":"urn:y"}}`), ""},
		{"a property named $id", closed(`"$id":{"type":"string"}`), ""},
		{"a property named $ref", closed(`"$ref":{"type":"string"}`), ""},
		{"$anchor", closed(`"x":{"$anchor":"a"}`), CodeCatalogue},
		{"$dynamicRef", closed(`"x":{"$dynamicRef":"#a"}`), CodeCatalogue},
		{"$recursiveAnchor", closed(`"x":{"$recursiveAnchor":true}`), CodeCatalogue},
		{"local reference", withDefs(`"d0":{"type":"string"}`, `"x":{"$ref":"#/$defs/d0"}`), ""},
		{"reference inside a definition", withDefs(`"d0":{"properties":{"a/b~c":{"type":"string"}}}`, `"x":{"$ref":"#/$defs/d0/properties/a~1b~0c"}`), ""},
		{"reference into an array", withDefs(`"d0":{"oneOf":[{"type":"string"},{"type":"null"}]}`, `"x":{"$ref":"#/$defs/d0/oneOf/1"}`), ""},
		{"recursive reference", withDefs(`"d0":{"properties":{"next":{"$ref":"#/$defs/d0"}}}`, `"x":{"$ref":"#/$defs/d0"}`), ""},
		{"reference to the root", closed(`"x":{"$ref":"#"}`), ""},
		{"escaped reference", withDefs(`"d0":{"type":"string"}`, `"x":{"$ref":"#/\u0024defs/d0"}`), ""},
		{"unresolved reference", withDefs(`"d0":{"type":"string"}`, `"x":{"$ref":"#/$defs/d1"}`), CodeCatalogue},
		{"unresolved index", withDefs(`"d0":{"oneOf":[{}]}`, `"x":{"$ref":"#/$defs/d0/oneOf/1"}`), CodeCatalogue},
		{"unresolved reference in a definition", withDefs(`"d0":{"$ref":"#/$defs/d9"}`, ``), CodeCatalogue},
		{"reference to no schema", closed(`"x":{"$ref":"#/type"}`), CodeCatalogue},
		{"external reference", closed(`"x":{"$ref":"urn:semaprax.image-agent-workspace.v1"}`), CodeCatalogue},
		{"relative reference", closed(`"x":{"$ref":"other.json#/x"}`), CodeCatalogue},
		{"anchor reference", closed(`"x":{"$ref":"#x"}`), CodeCatalogue},
		{"percent reference", withDefs(`"d0":{}`, `"x":{"$ref":"#/%24defs/d0"}`), CodeCatalogue},
		{"numeric reference", closed(`"x":{"$ref":1}`), CodeCatalogue},
		{"127 containers", nested(127), ""},
		{"128 containers", nested(128), CodeCapacity},
		{"very deep", nested(10_000), CodeCapacity},
	} {
		h := newFakeHost()
		h.tools = []fakeTool{{"workspace/open", openSchema}, {"a/b", row.schema}}
		wantNew(t, row.name, h, row.want)
	}
}
