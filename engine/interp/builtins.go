package interp

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/check"
)

// Input is what a program can read from its host.
type Input struct {
	// Args are the command's arguments, any bytes.
	Args [][]byte
	// Stdin is the whole standard input.
	Stdin []byte
}

// builtin runs the built-in k of an instruction: its result goes to slot a, its
// arguments are in slots b and c. It reports false when the run ended.
func (m *machine) builtin(in *instr, w []uint64, r [][]byte) bool {
	switch check.Builtin(in.k) {
	case check.StringLen, check.StrLenBytes:
		w[in.a] = uint64(len(r[in.b]))
	case check.StringIsEmpty, check.StrIsEmpty:
		w[in.a] = bit(len(r[in.b]) == 0)
	case check.StringLenChars:
		if !m.spend(len(r[in.b])) {
			return false
		}
		w[in.a] = uint64(utf8.RuneCount(r[in.b]))
	case check.StringStartsWith, check.StrStartsWith:
		if !m.spend(min(len(r[in.b]), len(r[in.c]))) {
			return false
		}
		w[in.a] = bit(bytes.HasPrefix(r[in.b], r[in.c]))
	case check.StringContains, check.StrContains:
		if !m.spend(len(r[in.b]) + len(r[in.c])) {
			return false
		}
		w[in.a] = bit(bytes.Contains(r[in.b], r[in.c]))
	case check.StringConcat:
		return m.concat(&r[in.a], r[in.b], r[in.c])
	case check.StringFromChar:
		return m.keep(&r[in.a], utf8.AppendRune(nil, rune(w[in.b])))
	case check.StringFromI64:
		return m.keep(&r[in.a], strconv.AppendInt(nil, int64(w[in.b]), 10))
	case check.StringFromUsize:
		return m.keep(&r[in.a], strconv.AppendUint(nil, w[in.b], 10))
	case check.BytesCopy:
		return m.concat(&r[in.a], r[in.b], nil)
	case check.BytesZeroed:
		return m.zeroed(&r[in.a], w[in.b])
	default:
		return m.host(in, w, r)
	}
	return true
}

// host runs the built-ins that stand for the host: they read the input and write
// the transcript.
func (m *machine) host(in *instr, w []uint64, r [][]byte) bool {
	switch check.Builtin(in.k) {
	case check.StdoutWrite, check.StdoutAppend:
		return m.write(&m.stdout, r[in.b], &w[in.a])
	case check.StderrWrite, check.StderrAppend:
		return m.write(&m.stderr, r[in.b], &w[in.a])
	case check.ArgsLen:
		w[in.a] = uint64(len(m.input.Args))
		return true
	case check.ArgUTF8:
		return m.argument(&r[in.a], w[in.b])
	case check.StdinRead:
		return m.readStdin(&r[in.a])
	}
	panic("BUG: interp: built-in without an implementation")
}

// concat makes fresh bytes of two parts.
func (m *machine) concat(to *[]byte, left, right []byte) bool {
	n := len(left) + len(right)
	if !m.spend(n) {
		return false
	}
	*to = append(append(make([]byte, 0, n), left...), right...)
	return true
}

// keep stores bytes a built-in made, at most a few dozen.
func (m *machine) keep(to *[]byte, made []byte) bool {
	*to = made
	return m.spend(len(made))
}

func (m *machine) zeroed(to *[]byte, n uint64) bool {
	if n > uint64(m.work) {
		m.work = 0
		m.kind = FuelExhausted
		return false
	}
	if !m.spend(int(n)) {
		return false
	}
	*to = make([]byte, n)
	return true
}

// write appends to one stream of the transcript; written receives the count.
func (m *machine) write(stream *[]byte, view []byte, written *uint64) bool {
	if len(view) > m.limits.MaxOutputBytes-len(m.stdout)-len(m.stderr) {
		m.kind = OutputExceeded
		return false
	}
	if !m.spend(len(view)) {
		return false
	}
	*stream = append(*stream, view...)
	*written = uint64(len(view))
	return true
}

func (m *machine) argument(to *[]byte, at uint64) bool {
	if at >= uint64(len(m.input.Args)) {
		return m.fail(ArgumentIndex)
	}
	argument := m.input.Args[at]
	if len(argument) > MaxInputBytes {
		return m.fail(InputCapacity)
	}
	if !m.spend(len(argument)) {
		return false
	}
	if !utf8.Valid(argument) {
		return m.fail(ArgumentNotUTF8)
	}
	*to = argument
	return true
}

func (m *machine) readStdin(to *[]byte) bool {
	if m.stdinRead {
		return m.fail(StdinConsumed)
	}
	m.stdinRead = true
	if len(m.input.Stdin) > MaxInputBytes {
		return m.fail(InputCapacity)
	}
	return m.concat(to, m.input.Stdin, nil)
}

// equalText compares two texts.
func (m *machine) equalText(a, b []byte) (equal, ok bool) {
	if len(a) != len(b) {
		return false, true
	}
	if !m.spend(len(a)) {
		return false, false
	}
	return bytes.Equal(a, b), true
}
