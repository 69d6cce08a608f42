package image

import (
	"bytes"
	"fmt"
	"sync"
	"testing"
)

// TestManyReadersOfOneImage asks one image from many goroutines at once, so that the
// race detector sees everything that is built on first use; the answers are those
// of a single reader.
func TestManyReadersOfOneImage(t *testing.T) {
	ask := func(i *Image, target string) []byte {
		var all bytes.Buffer
		w, _ := i.Context(around(target))
		all.Write(ContextShape().AppendCJ(nil, w))
		w, _ = i.Impact(around(target))
		all.Write(ImpactShape().AppendCJ(nil, w))
		for _, facet := range Facets() {
			page, _ := i.Facet(i.firstPage(target, facet))
			all.Write(FacetPageShape().AppendCJ(nil, &page))
		}
		report, _ := i.Dependencies(target)
		all.Write(report)
		page, _ := i.DependencyPage(i.firstDependencyPage(target, ViewCalls))
		all.Write(DependencyPageShape().AppendCJ(nil, &page))
		r, _ := i.ExportReference(target, FacetLoans)
		resolved, _ := i.ResolveReference(ReferenceShape().AppendCJ(nil, &r))
		all.Write(ResolutionShape().AppendCJ(nil, &resolved))
		return all.Bytes()
	}
	shared, alone := loadImage(t, "ledger"), loadImage(t, "ledger")
	targets := []string{"ledger.apply", "ledger.report.line", "ledger.change", "ledger.tests.main"}
	var joined sync.WaitGroup
	wrong := make(chan string, 16)
	for reader := range 16 {
		joined.Add(1)
		go func() {
			defer joined.Done()
			target := targets[reader%len(targets)]
			got := ask(shared, target)
			if len(got) == 0 {
				wrong <- target
			}
			if reader < len(targets) && !bytes.Equal(got, ask(alone, target)) {
				wrong <- fmt.Sprintf("%s differs", target)
			}
		}()
	}
	joined.Wait()
	close(wrong)
	for text := range wrong {
		t.Error(text)
	}
}
