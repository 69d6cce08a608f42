package check

import (
	"slices"
	"strconv"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// maxViewOrigins bounds the owners of one view, which an `if` or `match` may
// join from several.
const maxViewOrigins = 16

// bindView ties a binding to the places that its view or alias depends on, which
// stay lent until the block around ends.
func (w *flow) bindView(local LocalID, mark int, value syntax.Expr) {
	distinct := w.origins[mark:mark]
	for _, from := range w.origins[mark:] {
		if slices.ContainsFunc(distinct, func(other origin) bool { return other.at == from.at }) {
			continue
		}
		if len(distinct) == maxViewOrigins {
			w.report(diag.P299, value.Span(), "a view of more than "+strconv.Itoa(maxViewOrigins)+" owners is")
			break
		}
		distinct = append(distinct, from)
	}
	w.origins = w.origins[:mark+len(distinct)]
	if len(distinct) == 0 {
		return
	}
	if w.viewed == nil {
		w.viewed = map[LocalID][]origin{}
	}
	opened := len(w.open)
	w.lend(mark, value)
	held := make([]origin, len(distinct))
	for i, loan := range w.open[opened:] {
		held[i] = origin{loan.at, loan.loan}
		w.rec.held(loan.loan, local)
	}
	w.viewed[local] = held
}

// viewOrigin walks the named place that a built-in takes a view of.
func (w *flow) viewOrigin(e syntax.Expr) {
	place := w.tables.Place(e.ID())
	w.rec.seen(e, place, AccessBorrow)
	if place.IsResult() {
		return
	}
	if mode := w.fn.Locals[place.Root].Mode; mode == ModeBorrow || mode == ModeShared {
		w.borrowed(place)
		return
	}
	at := w.place(place)
	if w.available(e, at) {
		w.origins = append(w.origins, origin{at, NoLoan})
	}
}

// checkEscape refuses a view that leaves the block or arm which declares its
// owner: locals from floor on end there.
func (w *flow) checkEscape(e syntax.Expr, mark int, floor LocalID) {
	if !w.typeOf(e).IsView() {
		return
	}
	remaining := w.origins[:mark]
	escapes := false
	for _, from := range w.origins[mark:] {
		if w.nodes[from.at].root < floor {
			remaining = append(remaining, from)
		} else if !escapes {
			escapes = true
			w.report(diag.T264, e.Span(), "the view outlives `"+w.placeName(from.at)+"`, which it views")
		}
	}
	w.origins = remaining
}
