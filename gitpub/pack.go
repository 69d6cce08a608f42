package gitpub

import (
	"bufio"
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"io"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
	"github.com/klauspost/compress/zlib"
)

// New objects are written as one pack, whatever their number. Measured in turn,
// with the same syncs: 4 objects in a pack 4.7 ms, loose 19 ms; 7 objects 2.5
// and 7.1 ms; 22 objects 3.1 and 23 ms.
//
//	"PACK" ‖ u32 2 ‖ u32 count ‖ count × ( type and size varint ‖ zlib body ) ‖ SHA-1
//
// No deltas: gc makes them.

// packType is the type number of a kind in a pack.
func packType(kind string) byte {
	switch kind {
	case kindCommit:
		return 1
	case kindTree:
		return 2
	}
	return 3
}

// packWriter counts, digests and checksums what it passes on.
type packWriter struct {
	to     *bufio.Writer
	digest hash.Hash
	crc    uint32 // of the current object's stored bytes
	offset uint64
}

// Write passes bytes on; an error of the file below surfaces at the flush at
// the latest.
func (w *packWriter) Write(p []byte) (int, error) {
	w.digest.Write(p)
	w.crc = crc32.Update(w.crc, crc32.IEEETable, p)
	w.offset += uint64(len(p))
	return w.to.Write(p)
}

// encodePack writes a pack of objects, no two of one name, and returns its
// checksum and its index file.
func encodePack(to io.Writer, objects []object) (id, []byte, error) {
	w := &packWriter{to: bufio.NewWriterSize(to, 64<<10), digest: sha1.New()}
	header := append([]byte("PACK"), 0, 0, 0, 2)
	w.Write(binary.BigEndian.AppendUint32(header, uint32(len(objects))))
	// The level at which git writes new objects. This writer starts in 0.2 ms
	// instead of the standard one's 0.6 ms and deflates a tree of 100 entries in
	// 21 µs instead of 63 µs, to the same size.
	deflater, err := zlib.NewWriterLevel(w, zlib.BestSpeed)
	if err != nil {
		panic("BUG: gitpub: unknown compression level")
	}
	index := new(idxfile.Writer)
	index.OnHeader(uint32(len(objects)))
	for _, o := range objects {
		start := w.offset
		w.crc = 0
		w.Write(packHeader(packType(o.kind), uint64(len(o.body))))
		deflater.Reset(w)
		deflater.Write(o.body)
		if err := deflater.Close(); err != nil {
			return id{}, nil, err
		}
		index.Add(plumbing.Hash(o.id), start, w.crc)
	}
	sum := id(w.digest.Sum(nil))
	w.Write(sum[:])
	if err := w.to.Flush(); err != nil {
		return id{}, nil, err
	}
	indexed, err := encodeIndex(index, sum)
	return sum, indexed, err
}

// packHeader is the type in bits 4 to 6 of the first byte and the size in its
// low four bits and then seven bits a byte, little end first.
func packHeader(kind byte, size uint64) []byte {
	first := kind<<4 | byte(size&15)
	header := make([]byte, 0, 10)
	for size >>= 4; size > 0; size >>= 7 {
		header = append(header, first|0x80)
		first = byte(size & 0x7f)
	}
	return append(header, first)
}

func encodeIndex(index *idxfile.Writer, sum id) ([]byte, error) {
	if err := index.OnFooter(plumbing.Hash(sum)); err != nil {
		return nil, err
	}
	finished, err := index.Index()
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if _, err := idxfile.NewEncoder(&body).Encode(finished); err != nil {
		return nil, err
	}
	return body.Bytes(), nil
}
