package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// loanTable holds the loans that are open and the places that the value at hand
// depends on.
type loanTable struct {
	// origins is a stack: an expression that yields a view or a borrowed value
	// leaves the places it depends on above the mark its user set.
	origins []origin
	// open are the loans alive, innermost last.
	open []openLoan
	// viewed lists, for a binding that holds a view or an alias, what it depends
	// on.
	viewed map[LocalID][]origin
}

// origin is a place that a borrowed value depends on, and the loan through which
// it does, or NoLoan.
type origin struct {
	at  placeID
	via LoanID
}

// openLoan is one loan that is alive.
type openLoan struct {
	at   placeID
	view bool
	loan LoanID
}

// lend opens loans of all origins above mark, for the value of e.
func (w *flow) lend(mark int, e syntax.Expr) {
	view := w.typeOf(e).IsView()
	for _, from := range w.origins[mark:] {
		w.open = append(w.open, openLoan{from.at, view, w.rec.lend(w, from, e)})
		w.count(from.at, view, 1)
	}
}

// closeLoans ends the loans opened after mark.
func (w *flow) closeLoans(mark int) {
	for i := len(w.open) - 1; i >= mark; i-- {
		w.count(w.open[i].at, w.open[i].view, -1)
		w.rec.endLoan(w.open[i].loan)
	}
	w.open = w.open[:mark]
}

func (w *flow) count(at placeID, view bool, change int32) {
	node := &w.nodes[at]
	if view {
		node.views += change
	} else {
		node.reads += change
	}
	for id := node.parent; id != noPlace; id = w.nodes[id].parent {
		if view {
			w.nodes[id].viewsBelow += change
		} else {
			w.nodes[id].readsBelow += change
		}
	}
}

// borrowed leaves what a borrowed or viewing place depends on: a parameter's
// own place, or what its binding was made from.
func (w *flow) borrowed(place *Place) {
	if w.fn.Locals[place.Root].Kind == LocalParameter {
		w.origins = append(w.origins, origin{w.place(place), w.rec.parameterLoan(place.Root)})
		return
	}
	w.origins = append(w.origins, w.viewed[place.Root]...)
}

// lent says which loans overlap a place.
func (w *flow) lent(at placeID) (views, reads bool) {
	views, reads = w.nodes[at].viewsBelow > 0, w.nodes[at].readsBelow > 0
	for id := at; id != noPlace; id = w.nodes[id].parent {
		views = views || w.nodes[id].views > 0
		reads = reads || w.nodes[id].reads > 0
	}
	return views, reads
}

// takeReason says for what a value is taken; it decides the code when the value
// is only borrowed.
type takeReason uint8

const (
	takeValue  takeReason = iota // an argument, a member, a scrutinee
	takeBase                     // the base of an update
	takeBound                    // a let: from a borrowed value it is an alias
	takeResult                   // the body's result, judged by checkResultOwnership
)

// take walks an expression whose value is handed over. A Copy value or view is
// only read.
func (w *flow) take(e syntax.Expr, reason takeReason) SlotID {
	if w.copies(w.typeOf(e)) {
		return w.walk(e, reading())
	}
	if w.modeOf(e) != ModeOwn {
		w.refuseTake(e, reason)
		return w.walk(e, reading())
	}
	return w.walk(e, want{take: true, floor: noFloor})
}

// refuseTake reports that a borrowed or shared value cannot be handed over.
func (w *flow) refuseTake(e syntax.Expr, reason takeReason) {
	_, isPart := e.(*syntax.Project)
	place := w.tables.Place(e.ID())
	switch {
	case reason == takeBound || reason == takeResult:
	case place != nil && place.IsResult():
		w.report(diag.O105, e.Span(), "a contract does not move the result")
	case reason == takeBase:
		w.report(diag.O108, e.Span(), "a borrowed value is not updated")
	case isPart:
		w.report(diag.O108, e.Span(), "a part of a borrowed value does not move")
	default:
		w.report(diag.O102, e.Span(), "a borrowed value is passed on as owned")
	}
}

// refuseUnshared reports a value that is passed to `shared` and is not shared.
func (w *flow) refuseUnshared(e syntax.Expr) {
	if w.modeOf(e) != ModeShared {
		w.report(diag.O103, e.Span(), "the value is not shared")
	}
}
