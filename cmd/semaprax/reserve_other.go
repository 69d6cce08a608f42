//go:build !unix

package main

import "github.com/semaprax/semaprax-go/wire"

// mapReserve takes the response room of the MCP adapter from the heap.
func mapReserve(capacityBytes int) ([]byte, error) { return wire.HeapAllocator(capacityBytes) }
