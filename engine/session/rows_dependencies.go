package session

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

type dependenciesParams struct {
	bound
	Target []byte
	Window window
}

func dependenciesParamsShape() *schema.Kind[dependenciesParams] {
	type d = dependenciesParams
	return schema.Params(toleratedParam,
		bind(func(p *d) *bound { return &p.bound }),
		targeted(func(p *d) *[]byte { return &p.Target }),
		windowed(func(p *d) *window { return &p.Window }, image.MaxDependencyBytes))
}

// dependenciesPayload is semaprax.image-declaration-dependencies-chunk.v1.
type dependenciesPayload struct {
	chunk
	Image  canon.Digest
	Target []byte
}

func dependenciesShape() *schema.Kind[dependenciesPayload] {
	type d = dependenciesPayload
	return schema.Document("semaprax.image-declaration-dependencies-chunk.v1",
		schema.Const[d]("report_schema", image.DependencySchema),
		schema.Required("image_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Image }),
		schema.Required("target", schema.Text(maxTargetBytes), func(p *d) *[]byte { return &p.Target }),
		chunked(func(p *d) *chunk { return &p.chunk }),
		schema.False[d]("source_authority"))
}

func dependenciesOf(v *view, p *dependenciesParams, r *dependenciesPayload) diag.List {
	report, faults := v.image.Dependencies(string(p.Target))
	if faults != nil {
		return faults
	}
	piece, ok := cut(report, p.Window)
	if !ok {
		return fault(image.CodeQuery, "offset is beyond the end of the report or inside a character")
	}
	*r = dependenciesPayload{chunk: piece, Image: v.image.Revision(), Target: p.Target}
	return nil
}

func dependencySummaryOf(v *view, p *targetParams, r *image.DependencySummary) diag.List {
	summary, faults := v.image.DependencySummary(string(p.Target))
	return deliver(r, summary, faults)
}

type dependencyPageParams struct {
	bound
	Target, Handle []byte
	View           image.View
	Page           pageParams
}

func dependencyPageParamsShape() *schema.Kind[dependencyPageParams] {
	type d = dependencyPageParams
	return schema.Params(toleratedParam,
		bind(func(p *d) *bound { return &p.bound }),
		targeted(func(p *d) *[]byte { return &p.Target }),
		schema.Required("view", image.ViewShape(), func(p *d) *image.View { return &p.View }).Doc("Which list of the report."),
		schema.Required("handle", schema.Text(canon.DigestTextLen), func(p *d) *[]byte { return &p.Handle }).
			Doc("The handle of the view in image/dependency-summary."),
		paged(func(p *d) *pageParams { return &p.Page }, image.MaxPageCursorBytes, image.MaxPageBytes))
}

func dependencyPageOf(v *view, p *dependencyPageParams, r *image.DependencyPage) diag.List {
	page, faults := v.image.DependencyPage(image.DependencyOptions{Target: string(p.Target), View: p.View,
		PageOptions: p.Page.options(string(p.Handle))})
	return deliver(r, page, faults)
}
