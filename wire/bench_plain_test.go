//go:build !goexperiment.jsonv2

package wire

func experimentContenders() []contender { return nil }
