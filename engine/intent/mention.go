package intent

// NewNames calls visit with every source name the intention introduces outside its
// expressions.
func (in *Intention) NewNames(visit func(name string)) {
	f := &in.fields
	for _, name := range []string{f.Name, f.NewName, f.Declaration.Name, f.Field.Name, f.Case.Name, f.Case.FieldName} {
		if name != "" {
			visit(name)
		}
	}
	for i := range f.Appended {
		visit(f.Appended[i].Name)
	}
	for i := range f.Parameters {
		if f.Parameters[i].Name != "" {
			visit(f.Parameters[i].Name)
		}
	}
	for i := range f.Declaration.Parameters {
		visit(f.Declaration.Parameters[i].Name)
	}
	for i := range f.Declaration.Fields {
		visit(f.Declaration.Fields[i].Name)
	}
	for i := range f.Declaration.Cases {
		visit(f.Declaration.Cases[i].Name)
		for j := range f.Declaration.Cases[i].Fields {
			visit(f.Declaration.Cases[i].Fields[j].Name)
		}
	}
}

// NewIdentities calls visit with every stable identity the intention introduces, in
// the order they are declared.
func (in *Intention) NewIdentities(visit func(identity string)) {
	f := &in.fields
	for _, id := range []string{f.ID, f.NewID, f.Declaration.ID, f.Field.ID, f.Case.ID, f.Case.FieldID} {
		if id != "" {
			visit(id)
		}
	}
	for i := range f.Declaration.Fields {
		visit(f.Declaration.Fields[i].ID)
	}
	for i := range f.Declaration.Cases {
		visit(f.Declaration.Cases[i].ID)
		for j := range f.Declaration.Cases[i].Fields {
			visit(f.Declaration.Cases[i].Fields[j].ID)
		}
	}
}

// Mention is one identity an intention refers to.
type Mention struct {
	// Role is the kind of expression that refers to it ("call", "record", …),
	// "arm" and "field" for the parts of constructors and matches, "type" for a
	// type selector, or "selector" for a member of the intention itself.
	Role     string
	Identity string
}

// Mentions calls visit with every identity the intention refers to beside its
// target, those of its expressions included.
func (in *Intention) Mentions(visit func(Mention)) {
	f := &in.fields
	for _, id := range []string{f.Protocol, f.Wrap.Record, f.Wrap.Field} {
		if id != "" {
			visit(Mention{"selector", id})
		}
	}
	if in.Kind() == MoveDeclaration {
		visit(Mention{"selector", f.Destination})
	}
	for _, m := range f.Members {
		visit(Mention{"selector", m.Method})
		visit(Mention{"selector", m.Implementation})
	}
	in.types(func(t *TypeSelector) {
		if t.IsNominal() {
			visit(Mention{"type", t.Target})
		}
	})
	in.Expressions(func(e *Expression) { e.Walk(func(e *Expression) { e.mentions(visit) }) })
}

// types calls visit with every type selector of the intention.
func (in *Intention) types(visit func(*TypeSelector)) {
	d := &in.fields.Declaration
	for i := range in.fields.Parameters {
		if form := in.fields.Parameters[i].Form; form == ItemLiteral || form == ItemComputed {
			visit(&in.fields.Parameters[i].Type)
		}
	}
	for i := range d.Parameters {
		visit(&d.Parameters[i].Type)
	}
	if d.Kind == NewFunction {
		visit(&d.Result)
	}
	for i := range d.Fields {
		visit(&d.Fields[i].Type)
	}
	for i := range d.Cases {
		for j := range d.Cases[i].Fields {
			visit(&d.Cases[i].Fields[j].Type)
		}
	}
}

func (e *Expression) mentions(visit func(Mention)) {
	if e.Target != "" {
		visit(Mention{string(e.Kind), e.Target})
	}
	for i := range e.Fields {
		visit(Mention{"field", e.Fields[i].Target})
	}
	for i := range e.Arms {
		visit(Mention{"arm", e.Arms[i].Target})
		for _, field := range e.Arms[i].Fields {
			visit(Mention{"field", field.Target})
		}
	}
}

// Builtins calls visit with the identity of every built-in the intention selects.
func (in *Intention) Builtins(visit func(identity string)) {
	in.Expressions(func(e *Expression) {
		e.Walk(func(e *Expression) {
			if e.Kind == ExprBuiltinCall {
				visit(e.Target)
			}
		})
	})
}
