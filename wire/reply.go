package wire

import (
	"bytes"
	"strconv"
)

// The fixed parts of a reply.
const (
	replyHead   = `{"jsonrpc":"2.0","id":`
	resultHead  = `,"result":`
	errorHead   = `,"error":{"code":`
	messageHead = `,"message":`
	dataHead    = `,"data":`
	nullID      = `null`

	// OverflowMessage is the message of the overflow reply.
	OverflowMessage = "response exceeds configured byte limit"
	overflowTail    = `,"error":` + `{"code":-32001,"message":"` + OverflowMessage + `"}}`
	// OverflowLiteral stands in for a response that does not fit, when not
	// even its id does.
	OverflowLiteral = replyHead + nullID + overflowTail
)

// ResultBytes is the size of a success reply with its LF.
func ResultBytes(idBytes, resultBytes int) int {
	return len(replyHead) + idBytes + len(resultHead) + resultBytes + len("}\n")
}

// ErrorBytes is the size of an error reply with its LF; dataBytes 0 means no
// data member.
func ErrorBytes(idBytes, code int, message string, dataBytes int) int {
	n := len(replyHead) + idBytes + len(errorHead) + decimalLen(code) + len(messageHead) + QuotedLen(message) + len("}}\n")
	if dataBytes > 0 {
		n += len(dataHead) + dataBytes
	}
	return n
}

// OverflowBytes is the size of the overflow reply with its LF.
func OverflowBytes(idBytes int) int { return len(replyHead) + idBytes + len(overflowTail) + 1 }

// AppendResult appends {"jsonrpc":"2.0","id":ID,"result":RESULT} without LF. A
// nil id is null; result is one JSON value.
func AppendResult(dst, id, result []byte) []byte {
	dst = append(appendHead(dst, id), resultHead...)
	return append(append(dst, result...), '}')
}

// AppendError appends an error reply without LF. A nil id is null; data is one
// JSON value or empty for none. The message is escaped as by AppendQuoted.
func AppendError(dst, id []byte, code int, message string, data []byte) []byte {
	dst = append(appendHead(dst, id), errorHead...)
	dst = append(strconv.AppendInt(dst, int64(code), 10), messageHead...)
	dst = AppendQuoted(dst, message)
	if len(data) > 0 {
		dst = append(append(dst, dataHead...), data...)
	}
	return append(dst, "}}"...)
}

// AppendRefusal appends the error reply of a refused frame.
func AppendRefusal(dst, id []byte, refused *Error) []byte {
	return AppendError(dst, id, refused.RPCCode(), refused.Message(), nil)
}

// AppendOverflow appends the overflow reply under the id, or OverflowLiteral when
// that would not fit maxBytes with its LF.
func AppendOverflow(dst, id []byte, maxBytes int) []byte {
	if len(id) == 0 || OverflowBytes(len(id)) > maxBytes {
		return append(dst, OverflowLiteral...)
	}
	return append(appendHead(dst, id), overflowTail...)
}

// FitResult appends the success reply when it fits maxBytes with its LF, else
// the overflow reply; fits says which.
func FitResult(dst, id, result []byte, maxBytes int) (out []byte, fits bool) {
	if ResultBytes(idLen(id), len(result)) > maxBytes {
		return AppendOverflow(dst, id, maxBytes), false
	}
	return AppendResult(dst, id, result), true
}

// FitError appends the error reply when it fits maxBytes with its LF, else the
// overflow reply; data is never dropped alone.
func FitError(dst, id []byte, code int, message string, data []byte, maxBytes int) (out []byte, fits bool) {
	if ErrorBytes(idLen(id), code, message, len(data)) > maxBytes {
		return AppendOverflow(dst, id, maxBytes), false
	}
	return AppendError(dst, id, code, message, data), true
}

// IsOverflow reports whether a response is one of ours that did not fit.
func IsOverflow(response []byte) bool {
	return bytes.Contains(response, []byte(`"code":-32001,"message":"`+OverflowMessage+`"`))
}

func appendHead(dst, id []byte) []byte {
	dst = append(dst, replyHead...)
	if len(id) == 0 {
		return append(dst, nullID...)
	}
	return append(dst, id...)
}

func idLen(id []byte) int {
	if len(id) == 0 {
		return len(nullID)
	}
	return len(id)
}

func decimalLen(n int) int {
	var buf [20]byte
	return len(strconv.AppendInt(buf[:0], int64(n), 10))
}
