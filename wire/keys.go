package wire

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"slices"
)

// Duplicate keys are found per object. The keys of the open objects form a
// stack; an object's keys are its top segment when it closes. Small objects are
// settled as keys arrive: a 64-bit filter of their hashes says "new" at once, a hit is
// compared with the earlier keys. Larger ones go through a hash table when they
// close; should the hashes collide more than chance allows, the segment is
// sorted instead, so the worst case is n log n comparisons that each stop at the shorter
// key's end.

// key is one key of an open object.
type key struct {
	start, end uint32 // inside the quotes
	hash       uint32 // of the unescaped bytes
	escaped    bool
}

// keyRange is the segment of one object.
type keyRange struct {
	base   int    // index of its first key
	filter uint64 // bit hash%64 of each of the first smallObject keys
}

// keySet finds duplicate keys.
type keySet struct {
	keys        []key
	table       []uint64 // hash<<32 | index+1, 0 when free; all zero between uses
	scratch     []byte
	seed        uint64 // seed and secret are random, so that nobody can
	secret      uint64 // prepare keys that collide
	duplicateAt int    // least offset of a second key's quote, or -1
	hashMask    uint32 // all ones; tests clear it to make every hash collide
	comparisons int    // of key bytes since the scanner was made; tests bound it
}

// smallObject is the number of keys settled without the table.
const smallObject = 16

func newKeySet() keySet {
	seed := maphash.MakeSeed()
	return keySet{
		seed: maphash.String(seed, "seed"), secret: maphash.String(seed, "secret"),
		hashMask: ^uint32(0),
	}
}

func (k *keySet) reset() {
	k.keys = k.keys[:0]
	k.duplicateAt = -1
}

func (k *keySet) open() keyRange { return keyRange{base: len(k.keys)} }

// add appends a key of the innermost open object.
func (k *keySet) add(b []byte, r *keyRange, start, end int, escaped bool) {
	var h uint32
	if escaped {
		k.scratch = appendUnescaped(k.scratch[:0], b[start:end])
		h = k.hash(k.scratch)
	} else {
		h = k.hash(b[start:end])
	}
	h &= k.hashMask
	k.keys = append(k.keys, key{uint32(start), uint32(end), h, escaped})
	segment := k.keys[r.base:]
	if len(segment) > smallObject {
		return
	}
	bit := uint64(1) << (h & 63)
	if r.filter&bit != 0 {
		k.compareAll(b, segment)
	}
	r.filter |= bit
}

// compareAll compares the last key of a small segment with those before it.
func (k *keySet) compareAll(b []byte, segment []key) {
	last := segment[len(segment)-1]
	for _, earlier := range segment[:len(segment)-1] {
		if earlier.hash == last.hash && k.compare(b, earlier, last) == 0 {
			k.found(last)
			return
		}
	}
}

func (k *keySet) found(second key) {
	if at := int(second.start) - 1; k.duplicateAt < 0 || at < k.duplicateAt {
		k.duplicateAt = at
	}
}

// close settles and drops the segment of an object that closed.
func (k *keySet) close(b []byte, r keyRange) {
	if segment := k.keys[r.base:]; len(segment) > smallObject {
		if !k.settle(b, segment) {
			k.sort(b, segment)
		}
	}
	k.keys = k.keys[:r.base]
}

// settle looks every key up in the hash table in order; false means that it gave up
// because probing got too long.
func (k *keySet) settle(b []byte, segment []key) bool {
	size := 1 << bits.Len(uint(2*len(segment)))
	if size > len(k.table) {
		k.table = make([]uint64, size)
	}
	table, mask := k.table[:size], uint32(size-1)
	defer clear(table)
	probes, mismatches := 8*len(segment), 32+len(segment)/1024
	for i, new := range segment {
		slot := new.hash & mask
		for ; table[slot] != 0; slot = (slot + 1) & mask {
			if probes--; probes < 0 || mismatches < 0 {
				return false
			}
			if uint32(table[slot]>>32) != new.hash {
				continue
			}
			if k.compare(b, segment[uint32(table[slot])-1], new) == 0 {
				k.found(new)
				return true
			}
			mismatches--
		}
		table[slot] = uint64(new.hash)<<32 | uint64(i+1)
	}
	return true
}

// sort finds the duplicates of a segment whose hashes collide.
func (k *keySet) sort(b []byte, segment []key) {
	slices.SortFunc(segment, func(x, y key) int {
		if order := k.compare(b, x, y); order != 0 {
			return order
		}
		return int(x.start) - int(y.start)
	})
	for i := 1; i < len(segment); i++ {
		if k.compare(b, segment[i-1], segment[i]) == 0 {
			k.found(segment[i])
		}
	}
}

// compare orders two keys by their unescaped bytes.
func (k *keySet) compare(b []byte, x, y key) int {
	k.comparisons++
	kx, ky := b[x.start:x.end], b[y.start:y.end]
	if !x.escaped && !y.escaped {
		return bytes.Compare(kx, ky)
	}
	return compareEscaped(kx, ky)
}

// hash mixes the bytes of a key with the set's secret.
func (k *keySet) hash(b []byte) uint32 {
	h := k.seed ^ uint64(len(b))
	for ; len(b) > 8; b = b[8:] {
		h = fold(binary.LittleEndian.Uint64(b)^k.secret, h)
	}
	var tail uint64
	for i, c := range b {
		tail |= uint64(c) << (8 * i)
	}
	h = fold(tail^k.secret, h)
	return uint32(h ^ h>>32)
}

// fold multiplies to 128 bits and xors the halves.
func fold(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	return high ^ low
}
