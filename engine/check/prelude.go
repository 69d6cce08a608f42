package check

import (
	"strconv"
	"strings"
	"sync"
)

// The nominals of the prelude.
const (
	OptionNominal NominalID = 0
	ResultNominal NominalID = 1
)

// The cases of the prelude.
const (
	CaseNone CaseID = 0
	CaseSome CaseID = 1
	CaseOk   CaseID = 2
	CaseErr  CaseID = 3
)

// TypeOptionU8 is Option<u8>, which every program interns first because byte_get
// returns it.
const TypeOptionU8 = firstInterned

// PreludeSchema names the prelude's contract.
const PreludeSchema = "semaprax.prelude.v1"

// preludeCase is one row of the prelude's description.
type preludeCase struct {
	owner                     NominalID
	name, id                  string
	fieldName, fieldID, param string
}

func preludeCases() []preludeCase {
	return []preludeCase{
		{OptionNominal, "None", "core.option.none", "", "", ""},
		{OptionNominal, "Some", "core.option.some", "value", "core.option.some.value", "T"},
		{ResultNominal, "Ok", "core.result.ok", "value", "core.result.ok.value", "T"},
		{ResultNominal, "Err", "core.result.err", "error", "core.result.err.error", "E"},
	}
}

// declarePrelude adds Option and Result with their cases, and Option<u8>.
func (c *checker) declarePrelude() {
	p := c.program
	made := p.types.instance(KindVariant, OptionNominal, TypeU8)
	if made != TypeOptionU8 {
		panic("BUG: Option<u8> is not the first interned type")
	}
	c.addPreludeVariant("Option", "core.option", "T")
	c.addPreludeVariant("Result", "core.result", "T", "E")
	for _, row := range preludeCases() {
		c.addPreludeCase(row)
	}
	c.builtin = make(map[string]Builtin, builtinCount)
	for i, row := range c.table {
		if Builtin(i) != NoBuiltin {
			c.builtin[row.Name] = Builtin(i)
			p.identities[row.Identity] = Ref{RefBuiltin, int32(i)}
		}
	}
}

func (c *checker) addPreludeVariant(name, identity string, parameters ...string) {
	p := c.program
	id := NominalID(len(p.Nominals))
	nominal := Nominal{
		ID: id, Kind: NominalVariant, Name: name, Identity: Identity{identity, CompilerOwned},
		Module: NoModule, TypeParameters: parameters, Parent: NoNominal, Lifecycle: Lifecycle{Import: NoImport},
	}
	for i, parameter := range parameters {
		nominal.Parameters = append(nominal.Parameters, p.types.parameter(identity, uint32(i), parameter))
	}
	nominal.Type = p.types.instance(KindVariant, id, nominal.Parameters...)
	p.Nominals = append(p.Nominals, nominal)
	p.identities[identity] = Ref{RefNominal, int32(id)}
}

func (c *checker) addPreludeCase(row preludeCase) {
	p := c.program
	owner := &p.Nominals[row.owner]
	id := CaseID(len(p.Cases))
	made := Case{ID: id, Name: row.name, Identity: Identity{row.id, CompilerOwned}, Owner: row.owner, Index: len(owner.Cases)}
	owner.Cases = append(owner.Cases, id)
	p.identities[row.id] = Ref{RefCase, int32(id)}
	if row.fieldName != "" {
		field := FieldID(len(p.Fields))
		p.Fields = append(p.Fields, Field{
			ID: field, Name: row.fieldName, Identity: Identity{row.fieldID, CompilerOwned},
			Owner: row.owner, Case: id, Type: owner.parameterNamed(row.param),
		})
		made.Fields = append(made.Fields, field)
		p.identities[row.fieldID] = Ref{RefField, int32(field)}
	}
	p.Cases = append(p.Cases, made)
}

// parameterNamed returns the type parameter of a name, or TypeInvalid.
func (n *Nominal) parameterNamed(name string) Type {
	for i, parameter := range n.TypeParameters {
		if parameter == name {
			return n.Parameters[i]
		}
	}
	return TypeInvalid
}

// PreludeContract is the text whose digest revisions carry: the schema's name,
// then a line `variant ID NAME<P,P>` for each variant and `INDEX ID NAME` with
// ` ID:NAME:TYPE` for each field of each case; every line ends in LF.
func PreludeContract() string { return preludeContract() }

// preludeContract makes the text once; every revision of a source covers it.
var preludeContract = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString(PreludeSchema + "\n")
	headers := [...]string{OptionNominal: "variant core.option Option<T>\n", ResultNominal: "variant core.result Result<T,E>\n"}
	index := 0
	for i, row := range preludeCases() {
		if i == 0 || row.owner != preludeCases()[i-1].owner {
			b.WriteString(headers[row.owner])
			index = 0
		}
		b.WriteString(strconv.Itoa(index) + " " + row.id + " " + row.name)
		if row.fieldName != "" {
			b.WriteString(" " + row.fieldID + ":" + row.fieldName + ":" + row.param)
		}
		b.WriteString("\n")
		index++
	}
	return b.String()
})

// reservedTypeNames are the type names the compiler owns: the built-in types
// and those of the profiles outside this build's level.
func isReservedTypeName(name string) bool {
	if _, ok := builtinType(name); ok {
		return true
	}
	return name == "Option" || name == "Result" || name == "Slice" || isLaterType(name)
}

// isLaterType names the types of the language outside this build's level.
func isLaterType(name string) bool {
	switch name {
	case "Vec", "Box", "Iter", "IterStep", "Map", "FnOnce", "u32":
		return true
	}
	return false
}

// isLaterFunction names the functions of the language outside this build's
// level.
func isLaterFunction(name string) bool {
	switch name {
	case "box_new", "box_get", "box_into_inner", "iter_next", "vec_into_iter":
		return true
	case "net_connect", "net_send", "net_recv", "net_stream_stdout", "net_wait", "net_close":
		return true
	}
	return strings.HasPrefix(name, "vec_")
}

// builtinType finds a built-in type by its one-word name.
func builtinType(name string) (Type, bool) {
	switch name {
	case "i64":
		return TypeI64, true
	case "bool":
		return TypeBool, true
	case "usize":
		return TypeUsize, true
	case "u8":
		return TypeU8, true
	case "i32":
		return TypeI32, true
	case "char":
		return TypeChar, true
	case "f32":
		return TypeF32, true
	case "f64":
		return TypeF64, true
	case "string":
		return TypeString, true
	case "str":
		return TypeStr, true
	case "Bytes":
		return TypeBytes, true
	}
	return TypeInvalid, false
}

// isReservedWord holds the sixteen words no declaration may take.
func isReservedWord(name string) bool {
	switch name {
	case "module", "permit", "resource", "fn", "own", "borrow", "shared", "uses",
		"requires", "ensures", "let", "if", "else", "true", "false", "result":
		return true
	}
	return false
}
