package canon

// DigestVerdict is what CheckDigest says of a digest argument. The area that owns
// the argument gives each verdict its code: the candidate area answers SPX-G222
// for a malformed or too long one and SPX-G224 for one that differs; the image
// area SPX-G220 for too long, SPX-G219 for otherwise malformed, SPX-G221 for one
// that differs.
type DigestVerdict uint8

const (
	// DigestMatches says the argument is the expected digest.
	DigestMatches DigestVerdict = iota + 1
	// DigestTooLong says the argument has more than DigestTextLen bytes.
	DigestTooLong
	// DigestMalformed says the argument is not the text of a digest.
	DigestMalformed
	// DigestDiffers says the argument is a digest, but another one.
	DigestDiffers
)
