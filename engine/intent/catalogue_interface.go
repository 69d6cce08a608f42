package intent

import (
	"slices"
	"strings"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// InterfaceCatalogue is `semaprax.project-interface-change-catalog.v1`: the protocols
// a record may implement and the functions that fit their methods. The caller fills
// the candidate's digest.
type InterfaceCatalogue struct {
	CandidateDigest, ProjectRevision canon.Digest
	Target                           string
	Protocols                        []ProtocolRow
}

// ProtocolRow is one protocol of the record's module.
type ProtocolRow struct {
	Protocol, Name string
	Members        []MethodRow
	// Existing is the identity of the implementation there is, or empty.
	Existing string
	// Complete says that distinct functions fit all methods and none implements the
	// protocol yet.
	Complete bool
}

// MethodRow is one method with the functions that fit it, sorted.
type MethodRow struct {
	Method, Name string
	Parameters   []ParameterRow
	Result       string
	Eligible     []string
}

// InterfaceCatalogue lists what implement_interface admits for a record. A target
// that is no explicit monomorphic record is SPX-G272, more than MaxInterfaceItems
// rows are SPX-G273.
func (b *Base) InterfaceCatalogue(target string) (*InterfaceCatalogue, diag.List) {
	n, fault := b.implementer(target)
	if fault != nil {
		return nil, fault
	}
	c := &InterfaceCatalogue{ProjectRevision: b.project.Revision(), Target: target}
	items := 0
	for i := range b.program.Protocols {
		protocol := &b.program.Protocols[i]
		if protocol.Module != n.Module {
			continue
		}
		row := b.protocolRow(b.conformance(n, protocol))
		for _, member := range row.Members {
			items += 1 + len(member.Eligible)
		}
		if items > MaxInterfaceItems {
			return nil, refusal(diag.G273, "the interface catalogue has more than %d items", MaxInterfaceItems)
		}
		c.Protocols = append(c.Protocols, row)
	}
	slices.SortFunc(c.Protocols, func(x, y ProtocolRow) int { return strings.Compare(x.Protocol, y.Protocol) })
	return c, nil
}

func (b *Base) protocolRow(c *conformance) ProtocolRow {
	row := ProtocolRow{Protocol: c.protocol.Identity.Text, Name: c.protocol.Name, Existing: c.existing}
	for i := range c.protocol.Methods {
		row.Members = append(row.Members, b.methodRow(c, &c.protocol.Methods[i]))
	}
	slices.SortFunc(row.Members, func(x, y MethodRow) int { return strings.Compare(x.Method, y.Method) })
	row.Complete = c.existing == "" && 0 < len(row.Members) && len(row.Members) <= MaxInterfaceMembers && hasMapping(row.Members)
	return row
}

func (b *Base) methodRow(c *conformance, method *check.ProtocolMethod) MethodRow {
	name := func(t check.Type) string {
		if t == check.TypeInvalid {
			return "Self"
		}
		return b.program.TypeString(t)
	}
	row := MethodRow{Method: method.Identity.Text, Name: method.Name, Result: name(method.Result)}
	for i := range method.Params {
		p := &method.Params[i]
		row.Parameters = append(row.Parameters, ParameterRow{Name: p.Name, Type: name(p.Type), Mode: p.Mode.String()})
	}
	for _, fn := range b.program.Functions {
		if found, ok := b.topFunction(fn.Identity.Text); ok && found == fn && b.implements(c, method, fn) {
			row.Eligible = append(row.Eligible, fn.Identity.Text)
		}
	}
	slices.Sort(row.Eligible)
	return row
}

// hasMapping reports whether every method can have a function of its own.
func hasMapping(members []MethodRow) bool {
	owner := map[string]int{} // function to method
	var assign func(method int, seen map[string]bool) bool
	assign = func(method int, seen map[string]bool) bool {
		for _, fn := range members[method].Eligible {
			if seen[fn] {
				continue
			}
			seen[fn] = true
			if other, taken := owner[fn]; !taken || assign(other, seen) {
				owner[fn] = method
				return true
			}
		}
		return false
	}
	for method := range members {
		if !assign(method, map[string]bool{}) {
			return false
		}
	}
	return true
}
