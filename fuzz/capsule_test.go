package fuzz

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
)

// capsuleDomain is the domain of the capsule digest, written again.
const capsuleDomain = "semaprax.project-candidate-recovery.payload.v1"

// FuzzCapsule restores capsules: a real one, cut and joined by the tape, sealed again
// or not, and raw bytes.
//
// Oracle: what is restored exports to the very bytes it came from and replays; nothing
// but the canonical form with its own digest is restored; everything else is refused
// with a code of capsules, changes or the compiler.
func FuzzCapsule(f *testing.F) {
	on := grounds(f)[0]
	shapes := calculator(f).discovery(f, everything())
	var real [][]byte
	for seed := range 4 {
		h := &history{t: f, on: on, generator: generator{tape: &tape{noise(seed*7+1, 200)}, discovered: shapes, seen: on.seen}}
		h.begin()
		for range 4 {
			h.apply([]byte(h.intention()))
		}
		capsule, faults := h.c.Capsule(on.programs)
		noFaults(f, faults)
		real = append(real, capsule)
	}
	f.Add([]byte("\x00"), false)                                                // the capsule as it is
	f.Add([]byte("\x01\x02\x05\x01\x00\x10"), true)                             // one byte changed, sealed again
	f.Add([]byte("\x02\x01\x20\x04\x40"), true)                                 // a piece left out
	f.Add([]byte("\x03\x03\x00\x01\x02"), true)                                 // changes in another order
	f.Add([]byte("\x02\x04\x07\x04"), false)                                    // raw
	f.Add([]byte(`x{"schema":"semaprax.project-candidate-recovery.v1"}`), true) // almost nothing
	f.Fuzz(func(t *testing.T, data []byte, seal bool) {
		choices := &tape{data}
		text := mangle(choices, real[choices.below(len(real))])
		if seal {
			text = sealed(text)
		}
		judgeCapsule(t, on, text, slices.ContainsFunc(real, func(r []byte) bool { return bytes.Equal(r, text) }))
	})
}

// mangle changes a capsule as the tape says.
func mangle(choices *tape, capsule []byte) []byte {
	text := bytes.Clone(capsule)
	for range choices.below(4) {
		at := choices.below(len(text))
		switch choices.below(5) {
		case 0:
			text[at] ^= choices.next() | 1
		case 1:
			text = slices.Delete(text, at, min(len(text), at+1+choices.below(32)))
		case 2:
			text = slices.Insert(text, at, choices.next(), choices.next())
		case 3:
			text = exchange(choices, text)
		case 4:
			return choices.left
		}
		if len(text) == 0 {
			return text
		}
	}
	return text
}

// exchange puts the changes into another order, or leaves some out or doubles them.
func exchange(choices *tape, text []byte) []byte {
	var members map[string]json.RawMessage
	var changes []json.RawMessage
	if json.Unmarshal(text, &members) != nil || json.Unmarshal(members["changes"], &changes) != nil || len(changes) == 0 {
		return text
	}
	again := []json.RawMessage{}
	for range choices.below(len(changes) + 2) {
		again = append(again, changes[choices.below(len(changes))])
	}
	members["changes"] = plain(again)
	return append(plain(members), '\n')
}

// plain is JSON with sorted keys and without the escapes of HTML.
func plain(value any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic("BUG: a value read from JSON cannot be written: " + err.Error())
	}
	return rawSeparators(bytes.TrimSuffix(out.Bytes(), []byte("\n")))
}

// rawSeparators undoes the two escapes the standard encoder writes beyond need.
func rawSeparators(text []byte) (out []byte) {
	for i := 0; i < len(text); i++ {
		switch rest := text[i:]; {
		case bytes.HasPrefix(rest, []byte(`\u2028`)), bytes.HasPrefix(rest, []byte(`\u2029`)):
			out = append(out, "\u2028"[:2]...)
			out = append(out, 0xa8+rest[5]-'8')
			i += 5
		case rest[0] == '\\':
			out = append(out, rest[0], rest[1])
			i++
		default:
			out = append(out, rest[0])
		}
	}
	return out
}

// sealed gives a capsule the digest of its content, where it has one.
func sealed(text []byte) []byte {
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil || members["capsule_digest"] == nil {
		return text
	}
	old := string(members["capsule_digest"])
	delete(members, "capsule_digest")
	digest := canon.Sum(capsuleDomain, append(plain(members), '\n'))
	return []byte(strings.Replace(string(text), old, quote(digest.String()), 1))
}

func judgeCapsule(t *testing.T, on *ground, text []byte, isReal bool) {
	t.Helper()
	programs := candidate.NewPrograms(compiler)
	programs.Pin(on.image)
	c, faults := candidate.Restore(programs, on.image, text)
	if faults != nil {
		if isReal || c != nil {
			t.Fatalf("a real capsule is refused: %v", faults[0])
		}
		coded(t, text[:min(len(text), 200)], faults)
		return
	}
	again, faults := c.Capsule(programs)
	noFaults(t, faults)
	if !bytes.Equal(again, text) {
		t.Fatalf("restored from %.300q\nand exported as %.300q", text, again)
	}
	if !bytes.Equal(sealed(text), text) {
		t.Fatalf("a capsule without its own digest is restored: %.300q", text)
	}
	if faults := c.Validate(programs); faults != nil {
		t.Fatalf("a restored candidate does not replay: %v", faults[0])
	}
}
