package project

import (
	"context"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// Open reads, holds and admits the project of the manifest at path: [Hold], then
// [Build], then one Recheck. reuse, which may be nil, is passed to Build.
//
// On success the caller owns the Held and must Close it. On refusal nothing stays
// open.
func Open(ctx context.Context, root *Root, path string, reuse *Project) (*Project, *Held, diag.List) {
	manifest, sources, held, fault := Hold(ctx, root, path)
	if fault != nil {
		return nil, nil, fault
	}
	p, fault := Build(manifest, sources, reuse)
	if fault == nil {
		fault = held.Recheck()
	}
	if fault != nil {
		held.Close()
		return nil, nil, fault
	}
	return p, held, nil
}

// Hold reads and holds the manifest at path and the sources it declares, in path
// order, without looking into the sources.
//
// path is a clean absolute path below root to a file named semaprax.toml. Every
// component under root is opened without following links; every input is a
// regular file with one hard link and is read once. A refusal is SPX-I001 for an
// input that cannot be read (or a cancelled ctx), SPX-J102 for one that cannot be
// authenticated, SPX-J101 for one over its bound, or what ParseManifest answers;
// nothing then stays open. On success the caller owns the Held and must Close it.
func Hold(ctx context.Context, root *Root, path string) (*Manifest, []Source, *Held, diag.List) {
	held, fault := holdManifest(ctx, root, path)
	if fault != nil {
		return nil, nil, nil, fault
	}
	manifest, fault := ParseManifest(held.files[0].content)
	if fault == nil {
		fault = held.holdSources(ctx, manifest.sources)
	}
	if fault != nil {
		held.Close()
		return nil, nil, nil, fault
	}
	sources := make([]Source, 0, len(manifest.sources))
	for _, f := range held.files[1:] {
		sources = append(sources, Source{Path: f.path, Text: f.content})
	}
	return manifest, sources, held, nil
}
