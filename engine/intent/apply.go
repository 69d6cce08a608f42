package intent

import "github.com/semaprax/semaprax-go/engine/diag"

// Apply carries the intention out on the syntax of base. Nothing is changed: the
// edit shares what it does not touch. The refusal carries the code documented for
// the kind.
func (in *Intention) Apply(base *Base) (*Edit, diag.List) {
	kind := in.Kind()
	lower, admitted := in.lowering()
	if !admitted {
		code, _ := codesOf(kind)
		return nil, refusal(code, "`%s` is not in this build", kind)
	}
	e := &Edit{Base: base, Files: base.files(), Operation: Operation{Kind: kind, Target: in.Target()}}
	if fault := lower(in, e); fault != nil {
		return nil, fault
	}
	return e, nil
}

// lowering finds the code of the intention's kind.
func (in *Intention) lowering() (lower func(*Intention, *Edit) diag.List, admitted bool) {
	switch in.Kind() {
	case RenameDeclaration:
		return (*Intention).rename, true
	case ReplaceFunctionBody:
		return (*Intention).replaceBody, true
	case ReplaceExpression, ReplaceContractExpression:
		return (*Intention).replaceExpression, true
	case AddContract:
		return (*Intention).addContract, true
	case AddDeclaration:
		return (*Intention).addDeclaration, true
	case DeleteDeclaration:
		return (*Intention).deleteDeclaration, true
	case ExtractFunction:
		return (*Intention).extract, true
	case AddRecordField:
		return (*Intention).addRecordField, true
	case ImplementInterface:
		return (*Intention).implement, true
	case ChangeFunctionSignature:
		return (*Intention).changeSignature, true
	case MoveDeclaration:
		return (*Intention).move, true
	}
	return nil, false
}
