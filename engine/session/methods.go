package session

import (
	"github.com/semaprax/semaprax-go/policy"
)

// Method is what people are told of one method.
type Method struct {
	Name, Doc string
	// Grant is what selects the method.
	Grant policy.Grant
	// Query: the method changes nothing. Batch: it may stand in a read batch.
	Query, Batch bool
	// Codes are what it may answer beyond the codes every method has.
	Codes []string
}

// Methods lists the methods that a set of grants selects, by name. It is what a
// session with these grants serves.
func Methods(granted policy.Grants) []Method {
	selected := newTable(granted, families(granted)...)
	list := make([]Method, len(selected.rows))
	for i := range selected.rows {
		r := &selected.rows[i].row
		list[i] = Method{Name: r.name, Doc: r.doc, Grant: r.capability, Query: r.query, Batch: r.batch}
		for _, code := range r.codes {
			list[i].Codes = append(list[i].Codes, string(code))
		}
	}
	return list
}
