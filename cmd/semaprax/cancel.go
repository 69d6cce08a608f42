package main

import (
	"context"
	"sync/atomic"
)

// cancelFlag turns the end of ctx into a flag that an execution polls; stop releases
// what watches it.
func cancelFlag(ctx context.Context) (flag *atomic.Bool, stop func() bool) {
	flag = new(atomic.Bool)
	return flag, context.AfterFunc(ctx, func() { flag.Store(true) })
}
