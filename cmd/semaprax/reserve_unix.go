//go:build unix

package main

import "golang.org/x/sys/unix"

// mapReserve takes the response room of the MCP adapter from the system and
// not from the heap: a refusal is an error and not the end of the process, pages
// nobody writes stay untouched, and the collector does not wait for the heap to
// grow by as much again.
func mapReserve(capacityBytes int) ([]byte, error) {
	room, err := unix.Mmap(-1, 0, capacityBytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	return room[:0:capacityBytes], nil
}
