package activity

import "testing"

// In recursion that does not settle a round may know of fewer objects than the one
// before it, whose flows are kept.
func TestKeptFlowsHaveTheirObjects(t *testing.T) {
	now := &summary{fresh: []int64{8}}
	old := &summary{fresh: []int64{8, 16, 24}, ptr: []ptrFlow{{from: end{kind: endFresh, arg: 2}, to: end{kind: endRet}}}}
	now.keep(old)
	for _, fl := range now.ptr {
		if fl.from.arg >= len(now.fresh) {
			t.Errorf("a flow leads to object %d of %d", fl.from.arg, len(now.fresh))
		}
	}
	if len(now.ptr) != 1 || now.fresh[0] != 8 || now.fresh[2] != 0 {
		t.Errorf("kept %d flows, sizes %v", len(now.ptr), now.fresh)
	}
}
