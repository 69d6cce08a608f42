package check

import "strconv"

// appendCounted appends LEN:TEXT, the length in bytes.
func appendCounted(dst []byte, text string) []byte {
	dst = strconv.AppendInt(dst, int64(len(text)), 10)
	dst = append(dst, ':')
	return append(dst, text...)
}

// TypeKey is the stable identity of a type: a built-in's name,
// `parameter:LEN:OWNER:INDEX`, or `nominal:LEN:ID:COUNT:` followed by LEN:KEY
// for each argument. Arrays are `array:u8:N`, Slice<u8> is `slice:u8`.
func (p *Program) TypeKey(t Type) string { return string(p.appendTypeKey(nil, t)) }

func (p *Program) appendTypeKey(dst []byte, t Type) []byte {
	if t == TypeSlice {
		return append(dst, "slice:u8"...)
	}
	if t < firstInterned {
		return append(dst, builtinNames[t]...)
	}
	entry := &p.types.entries[t]
	switch entry.kind {
	case KindArray:
		return strconv.AppendUint(append(dst, "array:u8:"...), uint64(entry.length), 10)
	case KindParameter:
		dst = appendCounted(append(dst, "parameter:"...), entry.owner)
		return strconv.AppendUint(append(dst, ':'), uint64(entry.index), 10)
	}
	dst = appendCounted(append(dst, "nominal:"...), p.Nominals[entry.nominal].Identity.Text)
	dst = append(dst, ':')
	dst = strconv.AppendInt(dst, int64(len(entry.args)), 10)
	dst = append(dst, ':')
	return p.appendTypeKeys(dst, entry.args)
}

func (p *Program) appendTypeKeys(dst []byte, args []Type) []byte {
	for _, arg := range args {
		dst = appendCounted(dst, p.TypeKey(arg))
	}
	return dst
}

// MaxLayoutKeyBytes bounds a layout key.
const MaxLayoutKeyBytes = 65536

// LayoutKey describes how a value of t is laid out: `scalar:NAME`,
// `resource:TYPEKEY`, `record:LEN:ID:COUNT:` followed by
// LEN:FIELDID:LEN:FIELDLAYOUT for each field, and for variants
// `variant:LEN:ID:COUNT:` with LEN:CASEID:COUNT: and the fields of each case.
// Types without members of their own use their type key after `scalar:`. Keys
// repeat what they contain, so they can double with each level of nesting: ok is
// false when this one would pass MaxLayoutKeyBytes.
func (p *Program) LayoutKey(t Type) (key string, ok bool) {
	if p.layoutSize(t, map[Type]int{}) > MaxLayoutKeyBytes {
		return "", false
	}
	return string(p.appendLayoutKey(nil, t)), true
}

// layoutSize is at least the length of a layout key, or something above the
// bound.
func (p *Program) layoutSize(t Type, known map[Type]int) int {
	if size, ok := known[t]; ok {
		return size
	}
	size := 32 + len(p.TypeKey(t))
	add := func(field FieldID) {
		member := p.Substitute(p.Fields[field].Type, p.TypeArguments(t))
		size = min(size+32+len(p.Fields[field].Identity.Text)+p.layoutSize(member, known), 2*MaxLayoutKeyBytes)
	}
	if nominal := p.NominalOf(t); nominal != NoNominal {
		for _, field := range p.Nominals[nominal].Effective {
			add(field)
		}
		for _, id := range p.Nominals[nominal].Cases {
			size = min(size+32+len(p.Cases[id].Identity.Text), 2*MaxLayoutKeyBytes)
			for _, field := range p.Cases[id].Fields {
				add(field)
			}
		}
	}
	known[t] = size
	return size
}

func (p *Program) appendLayoutKey(dst []byte, t Type) []byte {
	switch p.Kind(t) {
	case KindResource:
		return p.appendTypeKey(append(dst, "resource:"...), t)
	case KindRecord, KindClass:
		nominal := &p.Nominals[p.NominalOf(t)]
		dst = appendCounted(append(dst, "record:"...), nominal.Identity.Text)
		return p.appendLayoutFields(dst, t, nominal.Effective)
	case KindVariant:
		nominal := &p.Nominals[p.NominalOf(t)]
		dst = appendCounted(append(dst, "variant:"...), nominal.Identity.Text)
		dst = append(dst, ':')
		dst = strconv.AppendInt(dst, int64(len(nominal.Cases)), 10)
		dst = append(dst, ':')
		for _, id := range nominal.Cases {
			dst = appendCounted(dst, p.Cases[id].Identity.Text)
			dst = p.appendLayoutFields(dst, t, p.Cases[id].Fields)
		}
		return dst
	}
	return p.appendTypeKey(append(dst, "scalar:"...), t)
}

func (p *Program) appendLayoutFields(dst []byte, t Type, fields []FieldID) []byte {
	dst = append(dst, ':')
	dst = strconv.AppendInt(dst, int64(len(fields)), 10)
	dst = append(dst, ':')
	for _, id := range fields {
		field := &p.Fields[id]
		dst = append(appendCounted(dst, field.Identity.Text), ':')
		dst = appendCounted(dst, string(p.appendLayoutKey(nil, p.Substitute(field.Type, p.TypeArguments(t)))))
	}
	return dst
}

// InstanceKey is the identity of a template under arguments:
// `semaprax.function-instance.v1:LEN:TEMPLATE:COUNT:` followed by LEN:KEY for
// each argument.
func (p *Program) InstanceKey(fn FunctionID, args []Type) string {
	dst := appendCounted([]byte("semaprax.function-instance.v1:"), p.Functions[fn].Identity.Text)
	dst = append(dst, ':')
	dst = strconv.AppendInt(dst, int64(len(args)), 10)
	dst = append(dst, ':')
	return string(p.appendTypeKeys(dst, args))
}

// ExecutionKey names an instance where bodies are told apart:
// `semaprax.function-execution.v1:generic:LEN:INSTANCE`.
func ExecutionKey(instance string) string {
	return string(appendCounted([]byte(executionPrefix+"generic:"), instance))
}
