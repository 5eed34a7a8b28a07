package markers

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// markerKind is what the call of a marker function asks for.
type markerKind uint8

const (
	noMarker markerKind = iota
	markReverse
	markForward
	markAugment     // the augmented primal of the split form
	markSweep       // its reverse sweep
	markReplay      // tangents from its tape
	markTapeSize    // bytes of the caller's memory for its tape
	markTable       // the shadow of a function or virtual table
	markBatch       // the function itself, on several arguments
	markInactive    // a call without a derivative
	markFirst       // a number of iterations; see iterations
	markContext     // a set of shadows of variables
	markShadow      // the shadow of a variable in it
	markZero        // zeroes it
	markLoop        // a loop over a step, so many times
	markWhile       // a loop over a step, until it says no
	markFixed       // the same, to a fixed point
	markScheme      // inside of a loop: how it is to be reversed
	markExtent      // how many bytes there are behind an address
	markNothing     // a hint that can go
	markUnsupported // anything else with such a name
)

// markerNames maps what a callee's name contains to what it asks for; the
// first that matches counts.
var markerNames = []struct {
	part string
	kind markerKind
}{
	{"__enzyme_autodiff", markReverse},
	{"__enzyme_fwddiff", markForward},
	{"__enzyme_augmentfwd", markAugment},
	{"__enzyme_augmentsize", markTapeSize},
	{"__enzyme_reverse", markSweep},
	{"__enzyme_fwdsplit", markReplay},
	{"__enzyme_virtualreverse", markTable},
	{"__enzyme_batch", markBatch},
	{"__enzyme_call_inactive", markInactive},
	{"__llad_reverse", markReverse},
	{"__llad_forward", markForward},
	{"__llad_augment", markAugment},
	{"__llad_tape_size", markTapeSize},
	{"__llad_sweep", markSweep},
	{"__llad_replay", markReplay},
	{"__llad_table", markTable},
	{"__llad_batch", markBatch},
	{"__llad_call_inactive", markInactive},
	{"__llad_context", markContext},
	{"__llad_shadow", markShadow},
	{"__llad_zero_shadows", markZero},
	{"__enzyme_context", markContext},
	{"__enzyme_shadow", markShadow},
	{"__enzyme_zero_shadows", markZero},
	{"__enzyme_checkpoint_for", markLoop},
	{"__enzyme_checkpoint_while", markWhile},
	{"__enzyme_fixed_point", markFixed},
	{"__enzyme_set_fixed_point", markScheme},
	{"__enzyme_set_checkpointing", markScheme},
	{"__enzyme_set_mincut", markScheme},
	{"__enzyme_ptr_size_hint", markExtent},
	{"__enzyme_iter", markFirst},
	{"__enzyme_float", markNothing},
	{"__enzyme_double", markNothing},
	{"__enzyme_integer", markNothing},
	{"__enzyme_pointer", markNothing},
	{"__llad_checkpoint", noMarker}, // of the differentiated function: package reverse obeys them
	{"__llad_state", noMarker},
	{"__enzyme_", markUnsupported},
	{"__llad_", markUnsupported},
}

// markerOf tells what a call of f asks for. A function with a body is none,
// whatever its name.
func markerOf(f *ir.Function) markerKind {
	if f == nil || !f.IsDecl {
		return noMarker
	}
	for _, n := range markerNames {
		if strings.Contains(f.Name, n.part) {
			return n.kind
		}
	}
	return noMarker
}
