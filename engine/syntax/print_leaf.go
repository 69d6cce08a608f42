package syntax

import (
	"strconv"
	"unicode/utf8"
)

// literal writes the expressions without children.
func (p *printer) literal(e Expr) {
	switch e := e.(type) {
	case *IntLit:
		p.intLit(e)
	case *FloatLit:
		p.float(e)
	case *CharLit:
		p.char(e.Value)
	case *BoolLit:
		p.out = strconv.AppendBool(p.out, e.Value)
	case *StringLit:
		p.stringLit(e.Value)
	case *ArrayLit:
		p.array(e)
	}
}

func (p *printer) intLit(l *IntLit) {
	if l.isNegative() {
		p.out = strconv.AppendInt(p.out, int64(l.Bits), 10)
	} else {
		p.out = strconv.AppendUint(p.out, l.Bits, 10)
	}
	if l.Kind != I64 {
		p.str(l.Kind.String())
	}
}

// float writes the shortest decimal that reads back, never an exponent.
func (p *printer) float(l *FloatLit) {
	bits := 64
	if l.Single {
		bits = 32
	}
	start := len(p.out)
	p.out = strconv.AppendFloat(p.out, l.Value, 'f', -1, bits)
	if digits := p.out[start:]; !containsDot(digits) {
		p.str(".0")
	}
	if l.Single {
		p.str("f32")
	}
}

func containsDot(text []byte) bool {
	for _, c := range text {
		if c == '.' {
			return true
		}
	}
	return false
}

func (p *printer) char(r rune) {
	p.str("'")
	switch {
	case r == 0:
		p.str(`\0`)
	case r == '\t':
		p.str(`\t`)
	case r == '\n':
		p.str(`\n`)
	case r == '\r':
		p.str(`\r`)
	case r == '\'' || r == '\\':
		p.out = append(p.out, '\\', byte(r))
	case r >= 0x20 && r <= 0x7e:
		p.out = append(p.out, byte(r))
	default:
		p.codePoint(r)
	}
	p.str("'")
}

// codePoint writes \u{h}.
func (p *printer) codePoint(r rune) {
	p.str(`\u{`)
	p.out = strconv.AppendInt(p.out, int64(r), 16)
	p.str("}")
}

func (p *printer) stringLit(s string) {
	p.str(`"`)
	for _, r := range s {
		switch {
		case r == '\\' || r == '"':
			p.out = append(p.out, '\\', byte(r))
		case r == '\n':
			p.str(`\n`)
		case r == '\r':
			p.str(`\r`)
		case r == '\t':
			p.str(`\t`)
		case r < 0x20 || r == 0x7f:
			p.codePoint(r)
		default:
			p.out = utf8.AppendRune(p.out, r)
		}
	}
	p.str(`"`)
}

func (p *printer) array(l *ArrayLit) {
	p.str("[")
	if l.Repeat {
		p.out = strconv.AppendUint(p.out, uint64(l.Fill), 10)
		p.str("u8; ")
		p.out = strconv.AppendUint(p.out, uint64(l.Length), 10)
	}
	for i, b := range l.Elements {
		if i > 0 {
			p.str(", ")
		}
		p.out = strconv.AppendUint(p.out, uint64(b), 10)
		p.str("u8")
	}
	p.str("]")
}

func (p *printer) typeExpr(t TypeExpr) {
	switch t := t.(type) {
	case *NamedType:
		p.str(t.Name.Text)
		p.typeArgs(t.Args)
	case *ArrayType:
		p.str("[u8; ")
		p.out = strconv.AppendUint(p.out, uint64(t.Length), 10)
		p.str("]")
	}
}

// typeArgs writes `<A, B>`, nothing when there are none.
func (p *printer) typeArgs(types []TypeExpr) {
	if len(types) == 0 {
		return
	}
	p.str("<")
	for i, t := range types {
		if i > 0 {
			p.str(", ")
		}
		p.typeExpr(t)
	}
	p.str(">")
}

func (p *printer) pattern(t Pattern) {
	switch t := t.(type) {
	case *WildcardPattern:
		p.str("_")
	case *BindingPattern:
		p.str(t.Name.Text)
	case *LiteralPattern:
		for i, l := range t.Literals {
			if i > 0 {
				p.str(" | ")
			}
			p.literal(l)
		}
	case *VariantPattern:
		p.str(t.Type.Text)
		p.str("::")
		p.str(t.Case.Text)
		p.fieldPatterns(t.Fields)
	case *RecordPattern:
		p.str(t.Type.Text)
		p.fieldPatterns(t.Fields)
	}
}

func (p *printer) fieldPatterns(fields []*FieldPattern) {
	if len(fields) == 0 {
		p.str(" {}")
		return
	}
	p.str(" { ")
	for i, f := range fields {
		if i > 0 {
			p.str(", ")
		}
		p.str(f.Field.Text)
		if b, ok := f.Pattern.(*BindingPattern); !ok || b.Name.Text != f.Field.Text {
			p.str(": ")
			p.pattern(f.Pattern)
		}
	}
	p.str(" }")
}
