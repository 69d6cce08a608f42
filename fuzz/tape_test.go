package fuzz

import "encoding/json"

// tape reads a fuzzer's input as choices. Behind its end every choice is zero, so
// any input is a whole run and a shorter one is a simpler one.
type tape struct{ left []byte }

func (t *tape) done() bool { return len(t.left) == 0 }

func (t *tape) next() byte {
	if len(t.left) == 0 {
		return 0
	}
	b := t.left[0]
	t.left = t.left[1:]
	return b
}

// below chooses a number under n.
func (t *tape) below(n int) int {
	if n <= 1 {
		return 0
	}
	choice := int(t.next())
	if n > 256 {
		choice = choice<<8 | int(t.next())
	}
	return choice % n
}

// rarely is true once in n; an empty tape never is.
func (t *tape) rarely(n int) bool { return t.below(n) == n-1 }

// word is a number of up to eight bytes, small ones first.
func (t *tape) word() uint64 {
	var n uint64
	for range t.below(9) {
		n = n<<8 | uint64(t.next())
	}
	return n
}

// oneOf chooses from a list that is not empty.
func oneOf[T any](t *tape, list ...T) T { return list[t.below(len(list))] }

// quote spells a text as a JSON string.
func quote(text string) string {
	spelled, err := json.Marshal(text)
	if err != nil {
		panic("BUG: a string has no JSON: " + err.Error())
	}
	return string(spelled)
}
