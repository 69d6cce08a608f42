package syntax

const indentStep = 4

// decl writes a declaration with its comments.
func (p *printer) decl(d Decl) {
	p.noted(d, func() {
		p.identity(d.DeclIdentity())
		switch d := d.(type) {
		case *Resource:
			p.resource(d)
		case *Record:
			p.head("record ", d.Name, d.TypeParams)
			p.str(" {\n")
			p.fields(d.Fields)
			p.end(d)
		case *Variant:
			p.variant(d)
		case *Class:
			p.class(d)
		case *Interface:
			p.interfaceDecl(d)
		case *Protocol:
			p.protocol(d)
		case *Impl:
			p.impl(d)
		case *Function:
			p.function(d, 0)
		}
	})
}

// head writes the keyword, the name and the type parameters.
func (p *printer) head(word string, name Name, params []Name) {
	p.str(word)
	p.str(name.Text)
	p.typeParams(params)
}

func (p *printer) typeParams(params []Name) {
	if len(params) > 0 {
		p.str("<")
		p.joined(params)
		p.str(">")
	}
}

// end writes the closing comments and brace of a declaration.
func (p *printer) end(n Noted) {
	p.indent += indentStep
	p.lines(p.commentsOf(n).Closing)
	p.indent -= indentStep
	p.line()
	p.str("}\n")
}

func (p *printer) resource(d *Resource) {
	p.head("resource ", d.Name, d.TypeParams)
	if len(d.Lifecycles) == 0 {
		p.str(";\n")
		return
	}
	p.str(" {\n")
	p.indent += indentStep
	for _, l := range d.Lifecycles {
		p.noted(l, func() { p.lifecycle(l) })
	}
	p.indent -= indentStep
	p.end(d)
}

func (p *printer) lifecycle(l *Lifecycle) {
	p.identity(l.Identity)
	p.line()
	if l.Import == nil {
		p.str("drop trivial;\n")
		return
	}
	p.str("drop import ")
	p.quoted(l.Import.Value)
	p.str(";\n")
}

// fields writes fields one step deeper than the current indent.
func (p *printer) fields(fields []*Field) {
	p.indent += indentStep
	for _, f := range fields {
		p.noted(f, func() {
			p.identity(f.Identity)
			p.line()
			p.str(f.Name.Text)
			p.str(": ")
			p.typeExpr(f.Type)
			p.str(",\n")
		})
	}
	p.indent -= indentStep
}

func (p *printer) variant(d *Variant) {
	p.head("variant ", d.Name, d.TypeParams)
	p.str(" {\n")
	p.indent += indentStep
	for _, c := range d.Cases {
		p.noted(c, func() { p.variantCase(c) })
	}
	p.indent -= indentStep
	p.end(d)
}

func (p *printer) variantCase(c *Case) {
	p.identity(c.Identity)
	p.line()
	p.str(c.Name.Text)
	if len(c.Fields) > 0 {
		p.str(" {\n")
		p.fields(c.Fields)
		p.indent += indentStep
		p.lines(p.commentsOf(c).Closing)
		p.indent -= indentStep
		p.line()
		p.str("}")
	}
	p.str(",\n")
}

func (p *printer) class(d *Class) {
	p.head("class ", d.Name, d.TypeParams)
	if d.Parent != nil {
		p.str(" : ")
		p.typeExpr(d.Parent)
	}
	if len(d.Fields)+len(d.Methods)+len(p.commentsOf(d).Closing) == 0 {
		p.str(" { }\n")
		return
	}
	p.str(" {\n")
	p.fields(d.Fields)
	p.indent += indentStep
	for _, m := range d.Methods {
		p.str("\n")
		p.noted(m, func() {
			p.identity(m.Identity)
			p.function(m, indentStep)
		})
	}
	p.indent -= indentStep
	p.end(d)
}

// function writes a function, or a method at its indent. The body's `{` stands
// at column 0 in both.
func (p *printer) function(f *Function, indent int) {
	p.indent = indent
	p.line()
	p.head("fn ", f.Name, f.TypeParams)
	p.params(f.Params)
	p.typeExpr(f.Result)
	p.str("\n")
	p.indent += indentStep
	if len(f.Uses) > 0 {
		p.line()
		p.str("uses ")
		p.effects(f.Uses)
		p.str("\n")
	}
	p.clauses("requires ", f.Requires)
	p.clauses("ensures ", f.Ensures)
	p.str("{\n")
	p.body(f.Body)
	p.indent = indent
	p.line()
	p.str("}\n")
}

func (p *printer) clauses(word string, clauses []*Clause) {
	for _, c := range clauses {
		p.line()
		p.str(word)
		p.cond(c.Cond)
		p.str("\n")
	}
}

// params writes a parameter list and the arrow.
func (p *printer) params(params []*Param) {
	p.str("(")
	for i, q := range params {
		if i > 0 {
			p.str(", ")
		}
		p.str(q.Name.Text)
		p.str(": ")
		if q.Mode != ModeValue {
			p.str(q.Mode.String())
			p.str(" ")
		}
		p.typeExpr(q.Type)
	}
	p.str(") -> ")
}

func (p *printer) interfaceDecl(d *Interface) {
	p.head("interface ", d.Name, nil)
	p.str("\n    permits ")
	p.effects(d.Permits)
	p.str("\n{\n")
	p.indent += indentStep
	for _, i := range d.Imports {
		p.importDecl(i)
	}
	p.indent -= indentStep
	p.str("}\n")
}

func (p *printer) importDecl(d *Import) {
	p.identity(d.Identity)
	p.str("    import ")
	if d.Rust {
		p.str("rust ")
	}
	p.head("fn ", d.Name, nil)
	p.params(d.Params)
	p.str(d.Result.Text)
	p.str("\n        effects ")
	p.effects(d.Effects)
	p.str("\n        failure ")
	if d.Status == nil {
		p.str("infallible")
	} else {
		p.str("status ")
		p.quoted(d.Status.Value)
	}
	if !d.Rust {
		p.str("\n        consumes ")
		p.str(d.Consumes.Text)
		p.str(" always")
	}
	p.str(";\n")
}

func (p *printer) protocol(d *Protocol) {
	p.head("protocol ", d.Name, nil)
	p.str(" {\n")
	p.indent += indentStep
	for _, s := range d.Methods {
		p.identity(s.Identity)
		p.line()
		p.head("fn ", s.Name, nil)
		p.params(s.Params)
		p.typeExpr(s.Result)
		p.str(";\n")
	}
	p.indent -= indentStep
	p.str("}\n")
}

func (p *printer) impl(d *Impl) {
	p.str("impl ")
	p.quoted(d.Protocol.Value)
	p.str(" for ")
	p.quoted(d.Target.Value)
	p.str(" {\n")
	for _, b := range d.Bindings {
		p.str("    ")
		p.quoted(b.Method.Value)
		p.str(" = ")
		p.quoted(b.Function.Value)
		p.str(";\n")
	}
	p.str("}\n")
}

// body writes a block's inside, one statement a line, at the current indent.
func (p *printer) body(b *Block) {
	for _, item := range b.Items {
		p.noted(item, func() { p.itemLine(item) })
	}
	c := p.commentsOf(b)
	p.lines(c.Leading)
	p.line()
	p.tail(b.Tail)
	p.str("\n")
	p.lines(c.Trailing)
	p.lines(c.Closing)
}

// itemLine writes a statement of a body on its own line or lines.
func (p *printer) itemLine(item Item) {
	p.line()
	switch item := item.(type) {
	case *While:
		p.whileHead(item)
		p.nested(item.Body)
	case *Unsafe:
		p.unsafeHead(item)
		p.nested(item.Body)
	default:
		p.item(item)
		p.str("\n")
	}
}

// nested writes a statement's block over several lines.
func (p *printer) nested(b *Block) {
	p.str("{\n")
	p.indent += indentStep
	p.body(b)
	p.indent -= indentStep
	p.line()
	p.str("}\n")
}
