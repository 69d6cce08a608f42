package interp

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// Code is the executable form of some functions of a checked program and all
// they call. It is immutable; any number of goroutines may run it.
type Code struct {
	program     *check.Program
	instrs      []instr
	payments    []payment // parallel to instrs
	constants   [][]byte
	functions   []function
	comparisons []comparison
	entries     map[check.FunctionID]int32
}

// key names what one piece of code was lowered from.
type key struct {
	function check.FunctionID
	instance check.InstanceID // NoInstance for a function without type parameters
}

// compiler lowers functions as they are met.
type compiler struct {
	code    *Code
	layouts layouts
	index   map[key]int32
	queue   []key
	// texts, lists and fills keep constants that many literals share.
	texts   map[string]int32
	fills   map[fill]int32
	filling map[byte][]byte
	refused diag.List
}

// fill names a byte array of equal elements.
type fill struct {
	element byte
	length  uint32
}

// Compile lowers the entries and every function they can reach. The program
// must have no errors. Entries take and return scalars, text or bytes.
//
// It refuses with SPX-B104 when a module in the entries' closure declares a
// resource, and with SPX-F102 and the reason when a function reached is outside
// the executable profile; the code is then nil. All refusals of the first
// function refused are listed.
func Compile(program *check.Program, entries ...check.FunctionID) (*Code, diag.List) {
	if refused := refuseResources(program, entries); refused != nil {
		return nil, refused
	}
	c := &compiler{
		code:    &Code{program: program, entries: map[check.FunctionID]int32{}},
		layouts: layouts{program: program, known: map[check.Type]*layout{}},
		index:   map[key]int32{},
		texts:   map[string]int32{},
		fills:   map[fill]int32{},
		filling: map[byte][]byte{},
	}
	for _, entry := range entries {
		if refused := refuseEntry(program, entry); refused != nil {
			return nil, diag.List{refused}
		}
		c.code.entries[entry] = c.function(key{entry, check.NoInstance})
	}
	for len(c.queue) > 0 {
		next := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		c.lower(next)
		if len(c.refused) > 0 {
			return nil, c.refused
		}
	}
	return c.code, nil
}

// function returns the position of a function's code, which may be lowered later.
func (c *compiler) function(k key) int32 {
	if at, ok := c.index[k]; ok {
		return at
	}
	at := int32(len(c.code.functions))
	c.index[k] = at
	c.code.functions = append(c.code.functions, function{source: k})
	c.queue = append(c.queue, k)
	return at
}

// text returns the constant that holds the bytes of s.
func (c *compiler) text(s string) int32 {
	if at, ok := c.texts[s]; ok {
		return at
	}
	at := c.constant([]byte(s))
	c.texts[s] = at
	return at
}

// repeated returns the constant of length equal bytes. All constants of one
// element share their memory.
func (c *compiler) repeated(f fill) int32 {
	if at, ok := c.fills[f]; ok {
		return at
	}
	shared := c.filling[f.element]
	for len(shared) < int(f.length) {
		shared = append(shared, f.element)
	}
	c.filling[f.element] = shared
	at := c.constant(shared[:f.length:f.length])
	c.fills[f] = at
	return at
}

func (c *compiler) constant(content []byte) int32 {
	c.code.constants = append(c.code.constants, content)
	return int32(len(c.code.constants) - 1)
}
