package check

// TypeFacts says how values of a type behave in memory.
type TypeFacts struct {
	// Copy: reading a value leaves it usable.
	Copy bool
	// ContainsResource: the type is a resource or holds one by value.
	ContainsResource bool
	// NeedsDrop: ending the life of a value does something (a resource's
	// lifecycle, or giving back owned text or bytes).
	NeedsDrop bool
	// HoldsText: the type is string or holds one by value.
	HoldsText bool
	// Sized: false only for str and Slice<u8>, which exist behind a borrow.
	Sized bool
}

func builtinFacts(t Type) TypeFacts {
	switch {
	case t.IsScalar() || t == TypeUnit || t == TypeInvalid:
		return TypeFacts{Copy: true, Sized: true}
	case t == TypeString || t == TypeBytes:
		return TypeFacts{NeedsDrop: true, Sized: true, HoldsText: t == TypeString}
	}
	return TypeFacts{Copy: true}
}

// Facts returns the facts of t.
func (p *Program) Facts(t Type) TypeFacts {
	entry := &p.types.entries[t]
	if !entry.known {
		return p.nominalFacts(t)
	}
	return entry.facts
}

// nominalFacts works out and keeps the facts of a nominal type. A layout that
// contains itself was refused before; here it counts as Copy so that the walk
// ends.
func (p *Program) nominalFacts(t Type) TypeFacts {
	entry := &p.types.entries[t]
	entry.known = true
	entry.facts = TypeFacts{Copy: true, Sized: true}
	if len(entry.args) > 0 && entry.nominal > ResultNominal {
		return entry.facts // i64 and bool throughout
	}
	facts := TypeFacts{Copy: true, Sized: true}
	nominal, args := &p.Nominals[entry.nominal], entry.args
	if nominal.Kind == NominalResource {
		facts = TypeFacts{ContainsResource: true, NeedsDrop: true, Sized: true}
	}
	for _, field := range nominal.Effective {
		facts = facts.with(p.memberFacts(p.Fields[field].Type, args))
	}
	for _, id := range nominal.Cases {
		for _, field := range p.Cases[id].Fields {
			facts = facts.with(p.memberFacts(p.Fields[field].Type, args))
		}
	}
	p.types.entries[t].facts = facts
	return facts
}

// memberFacts returns the facts of a member type under the arguments of its
// owner's instance.
func (p *Program) memberFacts(member Type, args []Type) TypeFacts {
	return p.Facts(p.Substitute(member, args))
}

func (f TypeFacts) with(member TypeFacts) TypeFacts {
	f.Copy = f.Copy && member.Copy
	f.ContainsResource = f.ContainsResource || member.ContainsResource
	f.NeedsDrop = f.NeedsDrop || member.NeedsDrop
	f.HoldsText = f.HoldsText || member.HoldsText
	return f
}

// IsCopy says whether reading a value of type t leaves it usable.
func (p *Program) IsCopy(t Type) bool { return p.Facts(t).Copy }
