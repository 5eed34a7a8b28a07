package activity

import (
	"testing"

	"github.com/llad-ad/llad/activity/pointsto"
)

// In recursion that does not settle a round may know of fewer objects than the one
// before it, whose flows are kept.
func TestKeptFlowsHaveTheirObjects(t *testing.T) {
	now := &pointsto.Summary{Fresh: []int64{8}}
	old := &pointsto.Summary{Fresh: []int64{8, 16, 24}, Ptr: []pointsto.PtrFlow{{From: pointsto.End{Kind: pointsto.EndFresh, Arg: 2}, To: pointsto.End{Kind: pointsto.EndRet}}}}
	now.Keep(old)
	for _, fl := range now.Ptr {
		if fl.From.Arg >= len(now.Fresh) {
			t.Errorf("a flow leads to object %d of %d", fl.From.Arg, len(now.Fresh))
		}
	}
	if len(now.Ptr) != 1 || now.Fresh[0] != 8 || now.Fresh[2] != 0 {
		t.Errorf("kept %d flows, sizes %v", len(now.Ptr), now.Fresh)
	}
}
