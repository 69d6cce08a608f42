// Package image holds the immutable semantic image of an admitted project.
package image

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/project"
)

// Image is the checked program of one project with its revision.
type Image struct {
	of    *project.Project
	bytes []byte
	rev   canon.Digest
}

// Derive makes the image of an admitted project.
func Derive(of *project.Project, compiler string) (*Image, diag.List) {
	var b canon.Builder
	b.BeginObject().Key("compiler").String(compiler).Key("project_revision").Digest(of.Revision()).EndObject()
	im := &Image{of: of, bytes: b.Line()}
	im.rev = canon.Sum("semaprax.semantic-workspace-image.digest.v1", im.bytes)
	return im, nil
}

// Project returns the project the image was derived from.
func (i *Image) Project() *project.Project { return i.of }

// Revision returns the image revision.
func (i *Image) Revision() canon.Digest { return i.rev }

// Bytes returns the canonical bytes; do not change them.
func (i *Image) Bytes() []byte { return i.bytes }
