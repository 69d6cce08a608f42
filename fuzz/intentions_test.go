package fuzz

import (
	"strconv"
	"strings"
)

// intention is an intention that fits its declared shape and that the calculator
// admits in many states, with choices from the tape, so that histories get long
// enough to be worth comparing. The other generator makes the rest of the shapes.
func (g *generator) intention() string {
	target := g.function()
	name := oneOf(g.tape, "plus", "minus", "left", "value", "total", "renamed_"+strconv.Itoa(g.below(8)))
	n := strconv.Itoa(g.below(256))
	fill := strings.NewReplacer("TARGET", quote(target), "NAME", quote(name), "EXPR", g.expression(0), "N", n, "SELECT", quote(g.selector(target)), "OTHER", quote(g.function())).Replace
	switch g.below(12) {
	case 0:
		return fill(`{"kind":"rename_declaration","target":TARGET,"name":NAME}`)
	case 1:
		return fill(`{"kind":"change_function_signature","target":TARGET,"append_parameters":[{"name":NAME,"type":"i64","argument":{"kind":"i64","value":N}}]}`)
	case 2:
		return fill(`{"kind":"change_function_signature","target":TARGET,"parameters":[{"from":` + quote(g.parameter()) + `},{"from":` + quote(g.parameter()) + `,"name":NAME}]}`)
	case 3:
		return fill(`{"kind":"replace_function_body","target":TARGET,"body":EXPR}`)
	case 4:
		return fill(`{"kind":"add_contract","target":TARGET,"phase":"requires","predicate":{"kind":"binary","op":"<=","left":EXPR,"right":EXPR}}`)
	case 5:
		return fill(`{"kind":"add_declaration","target":TARGET,"declaration":{"kind":"function","id":"fresh.new_N","name":"new_N","parameters":[{"name":"left","type":"i64","mode":"value"}],` +
			`"return_type":"i64","effects":[],"requires":[],"ensures":[],"body":EXPR}}`)
	case 6:
		return fill(`{"kind":"delete_declaration","target":"fresh.new_N"}`)
	case 7:
		return fill(`{"kind":"move_declaration","target":TARGET,"destination":OTHER}`)
	case 8:
		return fill(`{"kind":"replace_expression","target":TARGET,"expression_id":SELECT,"replacement":EXPR}`)
	case 9:
		return fill(`{"kind":"extract_function","target":TARGET,"expression_id":SELECT,"new_id":"fresh.part_N","new_name":"part_N"}`)
	case 10:
		return fill(`{"kind":"add_declaration","target":TARGET,"declaration":{"kind":"record","id":"fresh.rec_N","name":"Rec_N","fields":[{"id":"fresh.rec_N.a","name":NAME,"type":"i64"}]}}`)
	}
	return fill(`{"kind":"add_record_field","target":"fresh.rec_N","field":{"id":"fresh.rec_N.b","name":NAME,"type":"i64","default":{"kind":"i64","value":N}}}`)
}

// function is the identity of a function of the project.
func (g *generator) function() string {
	if list := g.seen["function"]; len(list) > 0 {
		return list[g.below(len(list))]
	}
	return oneOf(g.tape, "calculator.add", "calculator.multiply", "calculator.is_even", "calculator.gcd",
		"calculator.answer", "calculator.clamp", "calculator.walk_length", "calculator.subtract", "calculator.power", "calculator.app.main")
}

// selector is the identity of an expression of a function, as the base has it.
func (g *generator) selector(function string) string {
	list := g.seen["expression_id"]
	var own []string
	for _, id := range list {
		if strings.Contains(id, ":"+function+":") {
			own = append(own, id)
		}
	}
	if len(own) == 0 || g.rarely(16) {
		return "declaration:1:x:expression:1:0"
	}
	return own[g.below(len(own))]
}

// parameter is a name that functions of the samples give a parameter.
func (g *generator) parameter() string {
	return oneOf(g.tape, "left", "right", "value", "limit", "low", "a", "b", "count", "seed", "item")
}

// expression is a small expression over the parameters of the calculator.
func (g *generator) expression(depth int) string {
	if depth > 2 {
		return `{"kind":"i64","value":7}`
	}
	switch g.below(6) {
	case 0:
		return `{"kind":"i64","value":` + strconv.Itoa(g.below(256)) + `}`
	case 1:
		return `{"kind":"place","name":` + quote(g.parameter()) + `}`
	case 2:
		return `{"kind":"binary","op":` + quote(oneOf(g.tape, "+", "-", "*", "/", "%", "==")) + `,"left":` + g.expression(depth+1) + `,"right":` + g.expression(depth+1) + `}`
	case 3:
		return `{"kind":"call","target":` + quote(g.function()) + `,"arguments":[` + g.expression(depth+1) + `,` + g.expression(depth+1) + `]}`
	case 4:
		return `{"kind":"let","name":"fresh","value":` + g.expression(depth+1) + `,"body":` + g.expression(depth+1) + `}`
	}
	return `{"kind":"bool","value":true}`
}
