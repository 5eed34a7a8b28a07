package pipeline

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/checkpoint"
)

// tried makes attempts that end as result says, and tells with which settings each was made.
func tried(result func(how settings, a *attempt)) (list []string, counts *attempt) {
	s := search{func(how settings) *attempt {
		a := &attempt{how: how}
		result(how, a)
		list = append(list, describe(how))
		return a
	}}
	counts = s.try(variations, settings{})
	return list, counts
}

func describe(how settings) string {
	text := ""
	for _, w := range []struct {
		name string
		is   bool
	}{
		{"more ", how.budget > 0}, {"into ", how.ignoreFeatures}, {"trusting ", how.doublesOnly}, {"named ", how.namedLoops}, {"pools ", how.pools}, {"copies ", how.dataCopying}, {"indirect ", how.keepIndirect}, {"brief ", how.brief},
	} {
		if w.is {
			text += w.name
		}
	}
	if n := len(how.keep); n > 0 {
		text += fmt.Sprint("keep", n)
	}
	return text
}

var errNo = errors.New("refused")

func TestVariationsSayWhatTheyAre(t *testing.T) {
	for _, row := range variations {
		assert.NotEmpty(t, row.name)
		assert.NotEmpty(t, row.differs, row.name)
		assert.NotEmpty(t, row.needs, row.name)
	}
}

// What comes after an attempt that led to too many addresses follows fewer.
func TestBriefAfterTooManyAddresses(t *testing.T) {
	list, _ := tried(func(how settings, a *attempt) {
		a.err, a.found.overBudget, a.found.exhausted = errNo, true, how.budget == budgetParts
	})
	assert.Equal(t, []string{"", "more into brief ", "more into brief "}, list)
	list, _ = tried(func(how settings, a *attempt) { a.found.growingTape, a.found.exhausted = true, true })
	assert.Equal(t, []string{"", "copies "}, list)
}

func TestNothingIsTriedWithoutNeed(t *testing.T) {
	list, a := tried(func(settings, *attempt) {})
	assert.Equal(t, []string{""}, list)
	assert.NoError(t, a.err)
	list, a = tried(func(_ settings, a *attempt) { a.err = errNo })
	assert.Equal(t, []string{""}, list)
	assert.ErrorIs(t, a.err, errNo)
}

// Copies count whatever comes of them; pools do where they are of use.
func TestWhichAttemptCounts(t *testing.T) {
	list, a := tried(func(how settings, a *attempt) {
		a.found.growingTape = true
		if how.dataCopying {
			a.err = errNo
		}
	})
	assert.Equal(t, []string{"", "copies "}, list)
	assert.Error(t, a.err)
	list, a = tried(func(how settings, a *attempt) {
		a.found.pools = true
		if how.pools {
			a.err = errNo
		}
	})
	assert.Equal(t, []string{"", "pools "}, list)
	assert.NoError(t, a.err)
	assert.False(t, a.how.pools)
}

// Loops keep their values one after the other, then all that no choice names by line.
func TestLoopsAreLeftOneByOne(t *testing.T) {
	list, a := tried(func(how settings, a *attempt) {
		if a.err = errNo; how.namedLoops {
			a.err = nil
			return
		}
		a.found.unnamedLoops = true
		if n := len(how.keep); n < 3 {
			failed := map[checkpoint.LoopKey]*ir.Diagnostic{}
			failed[loop(n)] = &ir.Diagnostic{}
			a.found.failed = failed
		}
	})
	assert.Equal(t, []string{"", "keep1", "keep2", "keep3", "named "}, list)
	assert.NoError(t, a.err)
	assert.Equal(t, errNo, a.how.refusal)
}

func TestNotManyLoopsAreLeft(t *testing.T) {
	list, _ := tried(func(how settings, a *attempt) {
		a.err = errNo
		a.found.failed = map[checkpoint.LoopKey]*ir.Diagnostic{}
		for n := range maxKept {
			a.found.failed[loop(n)] = &ir.Diagnostic{}
		}
	})
	assert.Equal(t, []string{""}, list)
}

// Each change of what is inlined goes through the other variations anew, and a refusal is
// that of the first attempts.
func TestInliningIsVariedLast(t *testing.T) {
	n := 0
	list, a := tried(func(how settings, a *attempt) {
		n++
		a.err = fmt.Errorf("refused %d", n)
		a.found = findings{openFloats: !how.doublesOnly, features: !how.ignoreFeatures, overBudget: how.ignoreFeatures && how.budget == 0}
	})
	assert.Equal(t, []string{"", "trusting ", "into ", "into trusting ", "more into ", "more into trusting "}, list)
	assert.EqualError(t, a.err, "refused 1")
}

// What is made in the trust that only doubles are active counts only where that is so.
func TestTrustMustTurnOutRight(t *testing.T) {
	for _, mixed := range []bool{false, true} {
		_, a := tried(func(how settings, a *attempt) {
			if a.found.openFloats = true; how.doublesOnly {
				a.found.otherFloats = mixed
			} else {
				a.err = errNo
			}
		})
		assert.Equal(t, mixed, a.err != nil)
	}
}

func loop(n int) checkpoint.LoopKey { return checkpoint.LoopKey{Func: "f", Header: fmt.Sprint(n)} }

func TestIndirectCallsStayWhereComparedOnesAreRefused(t *testing.T) {
	list, a := tried(func(how settings, a *attempt) {
		if a.found.promoted = !how.keepIndirect; a.found.promoted {
			a.err = errNo
		}
	})
	assert.Equal(t, []string{"", "indirect "}, list)
	assert.NoError(t, a.err)
}
