//go:build linux || darwin

package gitpub

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
)

// packIndex looks names up in a version 2 index without loading it: go-git's
// own index reads and hashes the whole file first, which cost 0.8 of 4 ms of a
// publication into a pack of 10,000 objects. Its checksum is not needed, every
// object read is hashed anyway.
//
//	"\377tOc" ‖ u32 2 ‖ 256 × u32 counts ‖ n names ‖ n × u32 CRC ‖ n × u32 offset ‖
//	m × u64 offset ‖ pack checksum ‖ own checksum
type packIndex struct {
	idxfile.Index // nil: what the pack reader never asks for
	file          *file
	fanout        [256]uint32
	offsets       []byte                  // the table, once a base is looked for
	lookups       int                     // of bases
	names         map[int64]plumbing.Hash // by offset, after scanned lookups
}

const (
	indexNames   = 8 + 256*4 // where the names begin
	indexTrailer = 2 * idBytes
	indexEach    = idBytes + 4 + 4
	scanned      = 16 // lookups of bases before they get a map
)

// openIndex checks the object count against the size of the file.
func openIndex(f *file) (*packIndex, error) {
	head := make([]byte, indexNames)
	if f.size < indexNames+indexTrailer {
		return nil, idxfile.ErrMalformedIdxFile
	}
	if _, err := f.ReadAt(head, 0); err != nil {
		return nil, err
	}
	if string(head[:8]) != "\xfftOc\x00\x00\x00\x02" {
		return nil, idxfile.ErrUnsupportedVersion
	}
	x := &packIndex{file: f}
	for i := range x.fanout {
		x.fanout[i] = binary.BigEndian.Uint32(head[8+4*i:])
	}
	if !slices.IsSorted(x.fanout[:]) || indexNames+indexTrailer+x.count()*indexEach > f.size {
		return nil, idxfile.ErrMalformedIdxFile
	}
	return x, nil
}

func (x *packIndex) count() int64 { return int64(x.fanout[255]) }

// FindOffset is where the object of a name begins in the pack.
func (x *packIndex) FindOffset(name plumbing.Hash) (int64, error) {
	low, high := int64(0), int64(x.fanout[name[0]])
	if name[0] > 0 {
		low = int64(x.fanout[name[0]-1])
	}
	var probe [idBytes]byte
	for low < high {
		middle := (low + high) / 2
		if _, err := x.file.ReadAt(probe[:], indexNames+middle*idBytes); err != nil {
			return 0, err
		}
		switch order := bytes.Compare(name[:], probe[:]); {
		case order == 0:
			return x.offset(middle)
		case order < 0:
			high = middle
		default:
			low = middle + 1
		}
	}
	return 0, plumbing.ErrObjectNotFound
}

// offset is the offset of the object at a position of the sorted names.
func (x *packIndex) offset(at int64) (int64, error) {
	table := indexNames + x.count()*(idBytes+4)
	var word [8]byte
	if _, err := x.file.ReadAt(word[:4], table+4*at); err != nil {
		return 0, err
	}
	small := binary.BigEndian.Uint32(word[:4])
	if small>>31 == 0 {
		return int64(small), nil
	}
	place := table + 4*x.count() + 8*int64(small&^(1<<31))
	if place+8+indexTrailer > x.file.size {
		return 0, idxfile.ErrMalformedIdxFile
	}
	if _, err := x.file.ReadAt(word[:], place); err != nil {
		return 0, err
	}
	large := binary.BigEndian.Uint64(word[:])
	if large>>63 != 0 {
		return 0, idxfile.ErrMalformedIdxFile
	}
	return int64(large), nil
}

// FindHash is the name of the object that begins at an offset: the base of a
// delta. A few are looked for by scanning, many through a map.
func (x *packIndex) FindHash(offset int64) (plumbing.Hash, error) {
	if x.offsets == nil {
		x.offsets = make([]byte, 4*x.count())
		if _, err := x.file.ReadAt(x.offsets, indexNames+x.count()*(idBytes+4)); err != nil {
			return plumbing.ZeroHash, err
		}
	}
	if x.lookups++; x.lookups > scanned || offset>>31 != 0 {
		return x.mapped(offset)
	}
	for at := range x.count() {
		if int64(binary.BigEndian.Uint32(x.offsets[4*at:])) == offset {
			return x.name(at)
		}
	}
	return plumbing.ZeroHash, plumbing.ErrObjectNotFound
}

func (x *packIndex) name(at int64) (name plumbing.Hash, err error) {
	_, err = x.file.ReadAt(name[:], indexNames+at*idBytes)
	return name, err
}

func (x *packIndex) mapped(offset int64) (plumbing.Hash, error) {
	if x.names == nil {
		all := make([]byte, idBytes*x.count())
		if _, err := x.file.ReadAt(all, indexNames); err != nil {
			return plumbing.ZeroHash, err
		}
		names := make(map[int64]plumbing.Hash, x.count())
		for at := range x.count() {
			where := int64(binary.BigEndian.Uint32(x.offsets[4*at:]))
			if where>>31 != 0 {
				var err error
				if where, err = x.offset(at); err != nil {
					return plumbing.ZeroHash, err
				}
			}
			names[where] = plumbing.Hash(all[at*idBytes : (at+1)*idBytes])
		}
		x.names = names
	}
	name, found := x.names[offset]
	if !found {
		return plumbing.ZeroHash, plumbing.ErrObjectNotFound
	}
	return name, nil
}
