package policy

import "strconv"

// Explanation says for a person what a policy does. Which methods it selects
// follows from its grants and is the session's to say.
type Explanation struct {
	Schema   string
	Granted  []Note // rights a session has
	Withheld []Note // rights it lacks
	Selected []Note // fields that ask for something
}

// Note is one line of an explanation.
type Note struct {
	Name string
	Says string
	// Built is false for a selected field whose feature is not in this build; such
	// a policy is refused at start-up.
	Built bool
}

// Explain says what p grants, withholds and selects, given the features built.
func Explain(p *Policy, built Features) Explanation {
	e := Explanation{Schema: schemaPrefix + strconv.Itoa(p.Version)}
	for g := range grantCount {
		note := Note{Name: g.String(), Says: g.row().says, Built: true}
		if g.row().held(p) {
			e.Granted = append(e.Granted, note)
		} else {
			e.Withheld = append(e.Withheld, note)
		}
	}
	for _, f := range fields() {
		if f.set(p) {
			e.Selected = append(e.Selected, Note{f.name, f.says, built.Has(f.feature)})
		}
	}
	return e
}
