// Package oracle says independently of the engine what its bytes should be: digests
// by their formula, canonical JSON by the standard encoder, and a JSON Schema validator
// of somebody else over the shapes the engine declares. Only tests import it.
package oracle
