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

// keyRange is the segment of the innermost open object.
type keyRange struct {
	base   int    // index of its first key
	filter uint64 // bit hash>>26 of each of the first smallObject keys
	keep   bool   // cleared once the bounds are broken: no more keys are noted
}

// keySet finds duplicate keys.
type keySet struct {
	keys        []key
	table       []uint64 // hash<<32 | index+1, 0 when free; all zero between uses
	scratch     []byte
	suspended   [MaxContainers + 1]keyRange // of the objects around the innermost
	factors     [2]uint64                   // odd; random like seed, so that nobody can
	seed        uint64                      // prepare keys that collide
	duplicateAt int                         // least offset of a second key's quote, or -1
	hashMask    uint32                      // all ones; tests clear it to make every hash collide
	comparisons int                         // of key bytes since the scanner was made; tests bound it
}

// smallObject is the number of keys settled without the table.
const smallObject = 16

func newKeySet() keySet {
	seed := maphash.MakeSeed()
	return keySet{
		factors:  [2]uint64{maphash.String(seed, "low") | 1, maphash.String(seed, "high") | 1},
		seed:     maphash.String(seed, "seed"),
		hashMask: ^uint32(0),
	}
}

func (k *keySet) reset() {
	k.keys = k.keys[:0]
	k.duplicateAt = -1
}

// open begins the segment of an object; the one around it was suspended.
func (k *keySet) open(r *keyRange) { r.base, r.filter = len(k.keys), 0 }

// suspend puts the segment of an object aside while a container in it is open.
func (k *keySet) suspend(r *keyRange, depth int) { k.suspended[depth&MaxContainers] = *r }

// resume takes the segment of the object at a depth up again.
func (k *keySet) resume(r *keyRange, depth int) {
	around := &k.suspended[depth&MaxContainers]
	r.base, r.filter = around.base, around.filter
}

// scan scans a key from the byte after its opening quote like scanText, and hashes it.
func (k *keySet) scan(b []byte, start int) (end int, hash uint32, escaped, ok bool) {
	end, escaped, ok = scanText(b, start)
	switch {
	case !ok:
	case escaped:
		k.scratch = appendUnescaped(k.scratch[:0], b[start:end-1])
		hash = k.hash(k.scratch)
	default:
		hash = k.hash(b[start : end-1])
	}
	return end, hash, escaped, ok
}

// add appends a key of the innermost object. It is suspect when an earlier key may have
// the same hash.
func (k *keySet) add(r *keyRange, start, end int, hash uint32, escaped bool) (suspect bool) {
	hash &= k.hashMask
	k.keys = append(k.keys, key{uint32(start), uint32(end), hash, escaped})
	bit := uint64(1) << (hash >> 26)
	suspect = r.filter&bit != 0
	r.filter |= bit
	return suspect
}

// compareAll compares the last key of a small object with those before it; closeLarge
// sees to the others.
func (k *keySet) compareAll(b []byte, r *keyRange) {
	segment := k.keys[r.base:]
	if len(segment) > smallObject {
		return
	}
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

// close settles and drops the segment of the innermost object.
func (k *keySet) close(b []byte, r *keyRange) {
	if len(k.keys) > r.base+smallObject {
		k.closeLarge(b, r)
	}
	k.keys = k.keys[:r.base]
}

func (k *keySet) closeLarge(b []byte, r *keyRange) {
	if segment := k.keys[r.base:]; r.keep && !k.settle(b, segment) {
		k.sort(b, segment)
	}
}

// settle looks every key up in the hash table in order; false means that it gave up
// because probing got too long.
func (k *keySet) settle(b []byte, segment []key) bool {
	log := bits.Len(uint(2 * len(segment)))
	size := 1 << log
	if size > len(k.table) {
		k.table = make([]uint64, size)
	}
	table, mask := k.table[:size], uint32(size-1)
	defer clear(table)
	probes, mismatches := 8*len(segment), 32+len(segment)/1024
	for i, new := range segment {
		slot := spread(new.hash) >> (32 - log)
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

// spread scatters hashes over the table. Similar keys have hashes at regular distances, which
// linear probing does not bear.
func spread(hash uint32) uint32 {
	hash = (hash ^ hash>>16) * 0x7FEB352D
	return (hash ^ hash>>15) * 0x846CA68B
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

// hash hashes the unescaped bytes of a key: up to 15 with their closing quote as the scan
// loop does, more folded through 128-bit products.
func (k *keySet) hash(b []byte) uint32 {
	if len(b) < 16 {
		var padded [16]byte
		padded[copy(padded[:], b)] = '"'
		return k.mix(binary.LittleEndian.Uint64(padded[:]), binary.LittleEndian.Uint64(padded[8:]))
	}
	h := k.seed ^ uint64(len(b))
	last := binary.LittleEndian.Uint64(b[len(b)-8:])
	for ; len(b) > 8; b = b[8:] {
		h = fold(binary.LittleEndian.Uint64(b)^k.factors[0], h)
	}
	return uint32(fold(last^k.factors[1], h) >> 32)
}

// mix hashes two words by random odd factors; its high bits depend on every byte.
func (k *keySet) mix(low, high uint64) uint32 {
	return uint32((low*k.factors[0] + high*k.factors[1]) >> 32)
}

// fold multiplies to 128 bits and xors the halves.
func fold(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	return high ^ low
}
