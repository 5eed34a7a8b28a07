package typeanalysis_test

import (
	"slices"
	"testing"

	"github.com/llad-ad/llad/activity/typeanalysis"
	"github.com/llad-ad/llad/ir"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asking is a derivative that asks the shadows of some values and copies, by name or by called name.
type asking struct {
	taken
	words   []string
	passive bool
}

func (a asking) Word(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && slices.Contains(a.words, i.Name)
}

func (a asking) Active(v ir.Value) bool { return !a.passive }

func (a asking) Carried(i *ir.Instr) typeanalysis.Carried {
	return asked{a.taken, i.IsCall() && slices.Contains(a.words, "copy")}
}

type asked struct {
	taken
	words bool
}

func (a asked) Words() bool { return a.words }

// Words that are doubles at some times and addresses at others are settled where the shadow of
// each is asked that is moved.
func TestWordsThatAreAsked(t *testing.T) {
	// a cell holds a double or an address, as a tag says, and is copied to another as an integer, as a double and in a block
	const text = `
define double @f(ptr %x, i64 %n) {
entry:
  %a = alloca { i64, i64 }, align 8
  %b = alloca { i64, i64 }, align 8
  %c = alloca { i64, i64 }, align 8
  %d = alloca { i64, i64 }, align 8
  %at = getelementptr i8, ptr %a, i64 8
  %bt = getelementptr i8, ptr %b, i64 8
  %ct = getelementptr i8, ptr %c, i64 8
  %dt = getelementptr i8, ptr %d, i64 8
  %tag = icmp ugt i64 %n, 3
  br i1 %tag, label %number, label %address
number:
  %v = load double, ptr %x, align 8
  %v2 = fmul double %v, %v
  store double %v2, ptr %at, align 8
  br label %move
address:
  store ptr %x, ptr %at, align 8
  br label %move
move:
  %w = load i64, ptr %at, align 8
  store i64 %w, ptr %bt, align 8
  %u = load double, ptr %bt, align 8
  store double %u, ptr %ct, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %c, i64 16, i1 false)
  br i1 %tag, label %one, label %other
one:
  %r = load double, ptr %dt, align 8
  %r2 = fmul double %r, %r
  ret double %r2
other:
  %p = load ptr, ptr %dt, align 8
  %q = load double, ptr %p, align 8
  ret double %q
}`
	none := decide(t, text, asking{taken: true})
	require.Len(t, none.Conflicts, 4)
	assert.Len(t, none.Ask, 3, "the integer, the double, the copy")
	for _, s := range none.Ask {
		assert.Equal(t, "f", s.Of.Name)
	}
	assert.False(t, none.Rest)
	some := decide(t, text, asking{taken: true, words: []string{"w", "copy"}})
	assert.Len(t, some.Conflicts, 4)
	assert.Len(t, some.Ask, 1)
	all := decide(t, text, asking{taken: true, words: []string{"w", "u", "copy"}})
	assert.Empty(t, all.Conflicts)
	assert.Empty(t, all.Ask)
	assert.False(t, all.Passive)
	assert.NotEmpty(t, decide(t, text, asking{taken: true, words: []string{"w", "u", "copy"}, passive: true}).Conflicts)
}

// A double of which an address takes the second half is no word that could be asked.
func TestWordsThatOverlap(t *testing.T) {
	v := decide(t, `
define double @f(ptr %x, i64 %n) {
entry:
  %a = alloca [2 x i64], align 8
  %half = getelementptr i8, ptr %a, i64 4
  %c = icmp ugt i64 %n, 3
  br i1 %c, label %number, label %address
number:
  %v = load double, ptr %x, align 8
  store double %v, ptr %a, align 8
  %r = load double, ptr %a, align 8
  ret double %r
address:
  store ptr %x, ptr %half, align 4
  %p = load ptr, ptr %half, align 4
  %q = load double, ptr %p, align 8
  ret double %q
}`, asking{taken: true})
	require.NotEmpty(t, v.Conflicts)
	assert.Empty(t, v.Ask)
}

// A word that may have bits of an exponent without being a double is none that tells.
func TestWordsWithOtherBits(t *testing.T) {
	for name, third := range map[string]string{
		"constant":     "%k = add i64 %n, 0\n  store i64 -7, ptr %at, align 8",
		"set bytes":    "call void @llvm.memset.p0.i64(ptr %a, i8 -1, i64 16, i1 false)",
		"complemented": "%k = ptrtoint ptr %x to i64\n  %z = xor i64 %k, -1\n  store i64 %z, ptr %at, align 8",
		"converted":    "%k = load i64, ptr %at, align 8\n  %z = sitofp i64 %k to double\n  store double %z, ptr %bt, align 8",
	} {
		v := decide(t, `
define double @f(ptr %x, i64 %n) {
entry:
  %a = alloca { i64, i64 }, align 8
  %b = alloca { i64, i64 }, align 8
  %at = getelementptr i8, ptr %a, i64 8
  %bt = getelementptr i8, ptr %b, i64 8
  %tag = icmp ugt i64 %n, 3
  br i1 %tag, label %number, label %address
number:
  %v = load double, ptr %x, align 8
  %v2 = fmul double %v, %v
  store double %v2, ptr %at, align 8
  br label %move
address:
  store ptr %x, ptr %at, align 8
  br label %move
move:
  %w = load i64, ptr %at, align 8
  store i64 %w, ptr %bt, align 8
  `+third+`
  br i1 %tag, label %one, label %other
one:
  %r = load double, ptr %bt, align 8
  %r2 = fmul double %r, %r
  ret double %r2
other:
  %p = load ptr, ptr %bt, align 8
  %q = load double, ptr %p, align 8
  ret double %q
}`, asking{taken: true, words: []string{"w"}})
		assert.True(t, v.Rest, name)
		assert.NotEmpty(t, v.Conflicts, name)
	}
}
