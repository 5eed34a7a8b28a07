package schedule

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The model must refuse what a program could not do.
func TestCheckRefuses(t *testing.T) {
	snap := Action{Op: Snapshot}
	restore := Action{Op: Restore}
	drop := Action{Op: Discard}
	for _, c := range []struct {
		name    string
		actions []Action
		message string
	}{
		{"nothing", nil, "step 1 is not reversed"},
		{"advance from afar", []Action{{Op: Advance, Step: 1, To: 2}}, "state 1 is not at hand"},
		{"advance backwards", []Action{{Op: Advance, Step: 0, To: 0}}, "no way"},
		{"advance past the end", []Action{{Op: Advance, Step: 0, To: 3}}, "no way"},
		{"snapshot from afar", []Action{{Op: Snapshot, Step: 1}}, "not at hand"},
		{"occupied", []Action{snap, snap}, "still holds 0"},
		{"too many slots", []Action{snap, {Op: Snapshot, Slot: 1}}, "there are 1 slots"},
		{"negative slot", []Action{{Op: Snapshot, Slot: -1}}, "there are 1 slots"},
		{"restore nothing", []Action{restore}, "slot 0 is empty"},
		{"restore another", []Action{snap, {Op: Restore, Step: 1}}, "something else"},
		{"restore a tape", []Action{{Op: Keep}, restore}, "something else"},
		{"reverse from afar", []Action{{Op: Reverse, Step: 1}}, "not at hand"},
		{"reverse past the end", []Action{{Op: Advance, To: 2}, {Op: Reverse, Step: 2}}, "no step 2"},
		{"out of order", []Action{{Op: Reverse, Step: 0}}, "step 1 is the next"},
		{"twice", []Action{{Op: Advance, To: 1}, {Op: Reverse, Step: 1}, {Op: Reverse, Step: 1}}, "not at hand"},
		{"kept nothing", []Action{{Op: ReverseKept, Step: 1}}, "empty"},
		{"kept a state", []Action{snap, {Op: ReverseKept}}, "something else"},
		{"keep past the end", []Action{{Op: Advance, To: 2}, {Op: Keep, Step: 2}}, "no step 2"},
		{"discard nothing", []Action{drop}, "does not hold"},
		{"discard another", []Action{snap, {Op: Discard, Step: 1}}, "does not hold"},
		{"left over", []Action{snap, {Op: Advance, To: 1}, {Op: Reverse, Step: 1}, restore, {Op: Reverse}}, "not emptied"},
		{"unknown", []Action{{Op: 99}}, "unknown operation"},
	} {
		_, err := Check(2, 1, Sizes{}, slices.Values(c.actions))
		assert.ErrorContains(t, err, c.message, c.name)
	}
}

func TestCheckCounts(t *testing.T) {
	c, err := Check(3, 2, Sizes{State: 5, Tape: 3}, slices.Values([]Action{
		{Op: Snapshot, Step: 0, Slot: 0},
		{Op: Advance, Step: 0, To: 2},
		{Op: Reverse, Step: 2},
		{Op: Restore, Step: 0, Slot: 0},
		{Op: Keep, Step: 0, Slot: 1},
		{Op: Reverse, Step: 1},
		{Op: ReverseKept, Step: 0, Slot: 1},
		{Op: Discard, Step: 0, Slot: 0},
		{Op: Discard, Step: 0, Slot: 1},
	}))
	require.NoError(t, err)
	assert.Equal(t, Counts{Advances: 2, Snapshots: 1, Keeps: 1, Restores: 1, Reverses: 3, PeakSlots: 2, MaxRuns: 2, PeakBytes: 11}, c)
}

func TestActionString(t *testing.T) {
	assert.Equal(t, "advance 2 -> 5", Action{Op: Advance, Step: 2, To: 5}.String())
	assert.Equal(t, "reverse 4", Action{Op: Reverse, Step: 4}.String())
	assert.Equal(t, "snapshot 4 slot 1", Action{Op: Snapshot, Step: 4, Slot: 1}.String())
	assert.Equal(t, "op(99)", Op(99).String())
}

func TestParse(t *testing.T) {
	for _, s := range all() {
		got, err := Parse(s.String())
		require.NoError(t, err)
		assert.Equal(t, s, got)
	}
	for _, bad := range []string{"", "auto", "ctz:3", "binomial", "binomial:", "binomial:0", "mixed:-1", "periodic:x", "revolve:3", "ctz/", "ctz/0", "mixed:3/2", "binomial:2/3/4", "x/3"} {
		_, err := Parse(bad)
		assert.Error(t, err, bad)
	}
}
