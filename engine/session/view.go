package session

import (
	"github.com/semaprax/semaprax-go/engine/image"
)

// view is what the work of a row may see: immutable subjects and what discovery
// prepared. It holds no session, registry, live source, provider or policy.
type view struct {
	image     *image.Image
	discovery *discovery

	candidate, other, draft, attempt subject
}
