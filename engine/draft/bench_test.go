package draft

import "testing"

// BenchmarkSteps measures one step of each kind on a project of the test data.
func BenchmarkSteps(b *testing.B) {
	p, start := opened(b, loadProject(b, "calculator"))
	d := must(b)(start.OpenBody(p, "h", "calculator.subtract"))
	body := []byte(`{"kind":"binary","op":"-","left":{"kind":"place","name":"left"},"right":{"kind":"place","name":"right"}}`)
	summary, faults := d.Summary(p, "h")
	noFault(b, faults)
	base, faults := p.Base(d.Valid())
	noFault(b, faults)
	capsule, faults := d.Capsule(p)
	noFault(b, faults)
	for name, step := range map[string]func() bool{
		"apply": func() bool { applied(b, p, d.Valid(), string(d.Holes()[0].intention(body))); return true },
		"fill":  func() bool { _, faults := d.Fill(p, "h", body); return faults == nil },
		"open":  func() bool { _, faults := start.OpenBody(p, "h", "calculator.subtract"); return faults == nil },
		"context": func() bool {
			c, _ := d.Context(p, "h")
			_, _, faults := c.Render()
			return faults == nil
		},
		"page": func() bool {
			_, faults := d.Page(p, "h", PageOptions{summary.Facets[1].Reference, 0, 16})
			return faults == nil
		},
		"restore": func() bool { _, faults := Restore(p, base, capsule); return faults == nil },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !step() {
					b.Fatal("refused")
				}
			}
		})
	}
}
