package check

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// newLoan adds a loan that starts here.
func (r *recorder) newLoan(loan Loan) LoanID {
	plan := &r.out.Loans
	id := LoanID(len(plan.Loans))
	plan.Loans = append(plan.Loans, loan)
	r.endpoint(id, true)
	return id
}

func (r *recorder) endpoint(loan LoanID, start bool) {
	r.out.Loans.Endpoints = append(r.out.Loans.Endpoints, LoanEndpoint{
		Loan: loan, Start: start, Block: r.block, Step: len(r.out.Cleanup.Blocks[r.block].Steps),
	})
}

// lend notes that the value of e borrows a place, through another loan unless
// that is NoLoan.
func (r *recorder) lend(w *flow, from origin, e syntax.Expr) LoanID {
	if r == nil {
		return NoLoan
	}
	kind := LoanBorrow
	if w.typeOf(e).IsView() {
		kind = LoanView
	}
	id := r.newLoan(Loan{
		Kind: kind, Place: r.lentPlace(w, from.at), Holder: NoLocal, Expr: e, Expression: r.expressions[e.ID()],
	})
	if from.via != NoLoan {
		r.out.Loans.Edges = append(r.out.Loans.Edges, LoanEdge{from.via, id})
	}
	return id
}

// lentPlace finds the storage of a place of the flow.
func (r *recorder) lentPlace(w *flow, at placeID) StoragePlace {
	var path []FieldID
	for id := at; w.nodes[id].parent != noPlace; id = w.nodes[id].parent {
		path = append(path, w.nodes[id].field)
	}
	slices.Reverse(path)
	return StoragePlace{r.slots[w.nodes[at].root], path}
}

// held notes which local holds a loan.
func (r *recorder) held(loan LoanID, local LocalID) {
	if r != nil {
		r.out.Loans.Loans[loan].Holder = local
	}
}

// endLoan ends a loan here.
func (r *recorder) endLoan(loan LoanID) {
	if r != nil {
		r.endpoint(loan, false)
	}
}

// parameterLoan is the loan of a borrowing parameter.
func (r *recorder) parameterLoan(id LocalID) LoanID {
	if r == nil {
		return NoLoan
	}
	return r.parameterLoans[id]
}
