package publish

// The bounds of publications (policy facts 3.5 to 3.7, protocol-v5 facts 10).
const (
	// MaxReceiptBytes bounds a receipt with its LF.
	MaxReceiptBytes = 1 << 20
	// MaxReceiptChunkBytes bounds what one chunk of a receipt asks for;
	// DefaultReceiptChunkBytes is what it holds when the request does not say.
	MaxReceiptChunkBytes     = 32_768
	DefaultReceiptChunkBytes = 16_384
	// MaxIdentityBytes bounds the identity of a repository, MaxManifestBytes the path
	// of a manifest, as approvals carry them.
	MaxIdentityBytes = 4_096
	MaxManifestBytes = 4_096
	// MaxErrorCodes and MaxErrorCodeBytes bound what a host remembers of a failure.
	MaxErrorCodes     = 8
	MaxErrorCodeBytes = 32
)
