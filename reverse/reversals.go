package reverse

import "github.com/llad-ad/llad/ir"

// reversals knows what the reverse sweep has to do for an instruction.
type reversals struct {
	fn *primal
	sh *shadows
	at *adjointTypes

	active   map[ir.Value]bool                            // overrides info.Active for inserted values
	calls    map[*ir.Instr]*augCall                       // the augmented call in p, by the frame that it gives
	augments map[*ir.Instr]bool                           // the augmented calls themselves
	members  map[*ir.Instr]bool                           // members of an augmented call's result: reversed with the call
	actions  map[*ir.Instr]func(r *reverser, i *ir.Instr) // special reversals of inserted instructions
	outVals  map[*ir.Instr]map[int]ir.Value               // what a call stored through its pointers, as values of p
	sweeps   map[*ir.Instr][]ir.Value                     // forward sweeps of checkpointed loops: the memory that the loop writes
	swaps    *swaps                                       // see findSwaps
}

func newReversals(fn *primal, sh *shadows, at *adjointTypes) *reversals {
	return &reversals{
		fn: fn, sh: sh, at: at,
		members:  map[*ir.Instr]bool{},
		calls:    map[*ir.Instr]*augCall{},
		augments: map[*ir.Instr]bool{},
		actions:  map[*ir.Instr]func(*reverser, *ir.Instr){},
		active:   map[ir.Value]bool{},
		outVals:  map[*ir.Instr]map[int]ir.Value{},
		swaps:    &swaps{},
		sweeps:   map[*ir.Instr][]ir.Value{},
	}
}
