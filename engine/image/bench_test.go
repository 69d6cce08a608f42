package image

import (
	"fmt"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/graph"
)

var benchSizes = []int{10, 100, 1000}

// BenchmarkDerive makes images of checked projects: relations, documents, digests.
func BenchmarkDerive(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("functions=%d", n), func(b *testing.B) {
			of := generatedProject(b, n)
			size := len(derive(b, of).Bytes())
			b.ReportAllocs()
			b.SetBytes(int64(size))
			for b.Loop() {
				Derive(of, testCompiler)
			}
		})
	}
}

// BenchmarkContext answers and renders a context of about 4 KiB.
func BenchmarkContext(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("functions=%d", n), func(b *testing.B) {
			i := derive(b, generatedProject(b, n))
			o := around(fmt.Sprintf("gen.m0.f%d", n/4))
			o.Depth, o.MaxBytes = 8, 4096
			var builder canon.Builder
			var room []byte
			b.ReportAllocs()
			for b.Loop() {
				w, faults := i.Context(o)
				if faults != nil {
					b.Fatal(faults)
				}
				builder.Reset(room[:0], canon.CJ)
				i.walks().context.Encode(&builder, w)
				room = builder.Bytes()
			}
			b.ReportMetric(float64(len(room)), "bytes/answer")
		})
	}
}

// BenchmarkImpact walks back from a record that every function uses, with the
// ordinary bounds.
func BenchmarkImpact(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("functions=%d", n), func(b *testing.B) {
			i := derive(b, generatedProject(b, n))
			o := around("gen.point")
			o.Direction, o.Depth = graph.Reverse, DefaultImpactDepth
			b.ReportAllocs()
			for b.Loop() {
				if _, faults := i.Impact(o); faults != nil {
					b.Fatal(faults)
				}
			}
		})
	}
}

// BenchmarkFacet answers and renders the first page of each facet.
func BenchmarkFacet(b *testing.B) {
	for _, n := range benchSizes {
		i := derive(b, generatedProject(b, n))
		target := fmt.Sprintf("gen.m0.f%d", n/4)
		for _, facet := range Facets() {
			b.Run(fmt.Sprintf("functions=%d/%s", n, facet), func(b *testing.B) {
				o := i.firstPage(target, facet)
				var builder canon.Builder
				var room []byte
				b.ReportAllocs()
				for b.Loop() {
					page, faults := i.Facet(o)
					if faults != nil {
						b.Fatal(faults)
					}
					builder.Reset(room[:0], canon.CJ)
					i.facets().page.Encode(&builder, &page)
					room = builder.Bytes()
				}
				b.ReportMetric(float64(len(room)), "bytes/answer")
			})
		}
	}
}

// BenchmarkDependencies renders the whole report of a field.
func BenchmarkDependencies(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("functions=%d", n), func(b *testing.B) {
			i := derive(b, generatedProject(b, n))
			b.ReportAllocs()
			var size int
			for b.Loop() {
				report, faults := i.Dependencies("gen.point.y")
				if faults != nil {
					b.Fatal(faults)
				}
				size = len(report)
			}
			b.ReportMetric(float64(size), "bytes/answer")
		})
	}
}

// BenchmarkDependencyPage answers the first page of the places that use a field.
func BenchmarkDependencyPage(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("functions=%d", n), func(b *testing.B) {
			i := derive(b, generatedProject(b, n))
			o := i.firstDependencyPage("gen.point.y", ViewSites)
			b.ReportAllocs()
			for b.Loop() {
				if _, faults := i.DependencyPage(o); faults != nil {
					b.Fatal(faults)
				}
			}
		})
	}
}
