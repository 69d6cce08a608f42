package project

import "github.com/semaprax/semaprax-go/engine/check"

// direction says which way a value crosses an export.
type direction uint8

const (
	input direction = iota
	output
)

// carries reports whether the manifest's form admits a value of type t, held as
// mode says, in that direction.
func (c *formChecker) carries(t check.Type, mode check.Mode, way direction) bool {
	rule := c.manifest.form.exports
	if rule == exportCommand {
		return false
	}
	if t.IsScalar() {
		return mode == check.ModeValue && c.carriesScalar(rule, t, way)
	}
	if mode == check.ModeBorrow {
		view := rule == exportText && t == check.TypeStr || rule >= exportData && t == check.TypeSlice
		return view && way == input
	}
	if mode == check.ModeShared || rule < exportOwned {
		return false
	}
	return c.carriesOwned(rule, t)
}

// carriesScalar: the data forms give back i64, bool and usize only.
func (c *formChecker) carriesScalar(rule exportRule, t check.Type, way direction) bool {
	if way == input || rule < exportData {
		return true
	}
	return t == check.TypeI64 || t == check.TypeBool || t == check.TypeUsize
}

// carriesOwned: owned text and bytes, Option<Bytes>, Result<Bytes, i64> and, in
// the last form, records.
func (c *formChecker) carriesOwned(rule exportRule, t check.Type) bool {
	p := c.program
	switch p.Kind(t) {
	case check.KindString, check.KindBytes:
		return true
	case check.KindVariant:
		args := p.TypeArguments(t)
		switch p.NominalOf(t) {
		case check.OptionNominal:
			return args[0] == check.TypeBytes
		case check.ResultNominal:
			return args[0] == check.TypeBytes && args[1] == check.TypeI64
		}
		return false
	case check.KindRecord:
		nominal := p.Nominals[p.NominalOf(t)]
		return rule == exportRecords && !nominal.IsGeneric() && !p.Facts(t).ContainsResource
	}
	return false
}
