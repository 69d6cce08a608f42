package image

import "github.com/semaprax/semaprax-go/engine/diag"

// The codes an image raises itself.
const (
	// CodeQuery: an identity, capability or option that a query does not admit.
	CodeQuery diag.Code = "SPX-G219"
	// CodeCapacity: an image or report over its bound.
	CodeCapacity diag.Code = "SPX-G220"
	// CodeReplay: bytes that are not those of this image.
	CodeReplay diag.Code = "SPX-G221"
	// CodeFacetSubject, CodeFacetBounds and CodeFacetReference: a facet of what is
	// no function; options out of bounds or a page over max_bytes; a handle or
	// cursor of something else.
	CodeFacetSubject   diag.Code = "SPX-G227"
	CodeFacetBounds    diag.Code = "SPX-G228"
	CodeFacetReference diag.Code = "SPX-G229"
	// CodeDependencyTarget and CodeDependencyCapacity: the target of a dependency
	// report; a report over its bound.
	CodeDependencyTarget   diag.Code = "SPX-G320"
	CodeDependencyCapacity diag.Code = "SPX-G321"
	// CodeDependencyOptions, CodeDependencyPage and CodeDependencyReference: page
	// options; a page that cannot be made within its bound; a handle or cursor of
	// something else.
	CodeDependencyOptions   diag.Code = "SPX-G322"
	CodeDependencyPage      diag.Code = "SPX-G323"
	CodeDependencyReference diag.Code = "SPX-G324"
	// CodeReference and CodeReferenceBytes: a function reference that is not one of
	// this image; one over its bound.
	CodeReference      diag.Code = "SPX-G363"
	CodeReferenceBytes diag.Code = "SPX-G364"
)

// fault makes a one-line list of diagnostics without a place.
func fault(code diag.Code, text string) diag.List {
	return diag.List{diag.New(code, "", diag.Span{}, text)}
}
