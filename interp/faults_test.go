package interp

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		fn   string
		kind FaultKind
		text string // in the message
	}{
		{"heap_read_past", OutOfBounds, "load of 4 bytes at byte 16 of heap object of 16 bytes"},
		{"heap_read_before", OutOfBounds, "at byte -4 of heap object"},
		{"heap_write_past", OutOfBounds, "store of 1 bytes at byte 3"},
		{"straddle", OutOfBounds, "load of 4 bytes at byte 4 of heap object of 6 bytes"},
		{"stack_past", OutOfBounds, "byte 12 of stack object of 12 bytes"},
		{"global_past", OutOfBounds, "global @table of 16 bytes"},
		{"global_before", OutOfBounds, "byte -4 of global @table"},
		{"far_away", WildPointer, ""},
		{"null_read", NullPointer, ""},
		{"null_field", NullPointer, "0x8"},
		{"wild", WildPointer, ""},
		{"after_free", UseAfterFree, "freed in @after_free"},
		{"after_realloc", UseAfterFree, ""},
		{"after_return", UseAfterReturn, "stack object of 8 bytes"},
		{"double_free", DoubleFree, "freed already in @double_free"},
		{"free_inside", BadFree, "free of byte 1 of heap object"},
		{"free_stack", BadFree, "stack object"},
		{"free_global", BadFree, "global @table"},
		{"free_wild", BadFree, ""},
		{"misaligned", Misaligned, "no multiple of 4"},
		{"read_only", ReadOnly, "@fixed"},
		{"string_literal", ReadOnly, ""},
		{"overlap", Overlap, ""},
		{"copy_past", OutOfBounds, "store of 9 bytes at byte 0 of heap object of 8"},
		{"set_past", OutOfBounds, "store of 9 bytes"},
		{"undef_branch", Undefined, "branch"},
		{"undef_result", Undefined, "result of @undef_result"},
		{"undef_index", Undefined, "address"},
		{"undef_switch", Undefined, "branch"},
		{"undef_print", Undefined, "argument 1 of printf"},
		{"undef_argument", Undefined, "argument 0 of @take"},
		{"undef_string", Undefined, ""},
		{"undef_padding_read", Undefined, ""},
		{"divide", DivByZero, ""},
		{"remainder_", DivByZero, ""},
		{"divide_overflow", DivByZero, "-2147483648 / -1"},
		{"unreachable", Unreachable, ""},
		{"assumption", Unreachable, "assumption"},
		{"trap", Trap, ""},
		{"aborts", Abort, ""},
		{"asserts", Abort, "z == 1"},
		{"exits", Exit, "exit(4)"},
		{"no_body", NoBody, "@undeclared"},
		{"too_deep", DepthLimit, ""},
		{"forever", StepLimit, ""},
		{"bad_pointer_call", BadCall, ""},
		{"null_call", NullPointer, ""},
		{"wrong_type_call", BadCall, ""},
		{"too_much", MemoryLimit, ""},
		{"format_mismatch", BadCall, "%s"},
		{"format_missing", BadCall, "more arguments"},
	} {
		t.Run(c.fn, func(t *testing.T) {
			m := faultMachine(t, Options{Evaluators: rules.Evaluator, MaxSteps: 2e6, MaxDepth: 500})
			_, err := m.Call(c.fn, I32(0))
			var f *Fault
			require.ErrorAs(t, err, &f)
			require.Equal(t, c.kind, f.Kind, "%v", err)
			require.Contains(t, f.Message, c.text)
			require.NotEmpty(t, f.File)
			if c.kind != DepthLimit && c.kind != Undefined {
				require.Positive(t, f.Line, "%v", err)
				require.NotEmpty(t, f.Text)
			}
		})
	}
}

var faultModule *ir.Module

func faultMachine(t *testing.T, opts Options) *Machine {
	t.Helper()
	if faultModule == nil {
		faultModule = compile(t, "clang-19", "testdata/faults/faults.c", "-O0", "-w", "-g")
	}
	m, err := New(faultModule, opts)
	require.NoError(t, err)
	return m
}

func TestNoFaults(t *testing.T) {
	mods := map[string]*ir.Module{}
	for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
		mods[level] = compile(t, "clang-19", "testdata/faults/faults.c", level, "-w")
	}
	for fn, want := range map[string]int64{"ok_partial_struct": 3, "ok_undef_unused": 3, "ok_undef_masked": 7,
		"ok_one_past": 2, "ok_compare": 1, "ok_zero_bytes": 1, "ok_scope": 9} {
		for level, mod := range mods {
			t.Run(fn+level, func(t *testing.T) {
				m, err := New(mod, Options{Evaluators: rules.Evaluator})
				require.NoError(t, err)
				v, err := m.Call(fn, I32(0))
				require.NoError(t, err)
				require.Equal(t, want, v.I64())
				require.Empty(t, m.Leaks())
			})
		}
	}
}

func TestZeroUndefined(t *testing.T) {
	m := faultMachine(t, Options{Evaluators: rules.Evaluator, ZeroUndefined: true})
	v, err := m.Call("undef_result", I32(0))
	require.NoError(t, err)
	require.Equal(t, int64(1), v.I64())
}

func TestFaultStack(t *testing.T) {
	m := faultMachine(t, Options{Evaluators: rules.Evaluator, MaxDepth: 40})
	_, err := m.Call("too_deep", I32(0))
	var f *Fault
	require.ErrorAs(t, err, &f)
	require.Equal(t, "deep", f.Func)
	require.Len(t, f.Stack, maxStack)
	require.Equal(t, 40-1-maxStack, f.Deeper)
	require.Contains(t, err.Error(), "called from @deep")
	require.Contains(t, err.Error(), "and 27 callers more")

	// The machine goes on after a fault, with its stack unwound.
	v, err := m.Call("ok_compare", I32(0))
	require.NoError(t, err)
	require.Equal(t, int64(1), v.I64())
}

func TestUndefinedOrigin(t *testing.T) {
	m := faultMachine(t, Options{Evaluators: rules.Evaluator})
	_, err := m.Call("undef_branch", I32(0))
	var f *Fault
	require.ErrorAs(t, err, &f)
	require.NotNil(t, f.Origin)
	require.Contains(t, f.Origin.Text, "load i32")
	require.Contains(t, f.Memory, "heap object of 8 bytes, made in @undef_branch")
	require.ErrorContains(t, err, "undefined bits came last from: ")
}

func TestLeaks(t *testing.T) {
	m := faultMachine(t, Options{Evaluators: rules.Evaluator})
	_, err := m.Call("leak", I32(0))
	require.NoError(t, err)
	l := m.Leaks()
	require.Len(t, l, 1)
	require.Equal(t, uint64(12), l[0].Size)
	require.Equal(t, "leak", l[0].Func)
	require.Contains(t, l[0].String(), "12 bytes from malloc in @leak")

	for roots, n := range map[Roots]int{NoRoots: 3, ThreadLocalRoots: 1, GlobalRoots: 0} {
		m := faultMachine(t, Options{Evaluators: rules.Evaluator, Roots: roots})
		_, err := m.Call("leak_global", I32(0))
		require.NoError(t, err)
		require.Len(t, m.Leaks(), n)
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := faultMachine(t, Options{Evaluators: rules.Evaluator, Context: ctx})
	_, err := m.Call("forever", I32(0))
	require.Equal(t, Canceled, KindOf(err))
	require.True(t, errors.Is(err, context.Canceled))
}

func TestExtern(t *testing.T) {
	m := faultMachine(t, Options{Evaluators: rules.Evaluator, Extern: map[string]Extern{
		"undeclared": func(m *Machine, args []Value) (Value, error) { return I32(int32(args[0].I64()) + 41), nil },
	}})
	v, err := m.Call("no_body", I32(1))
	require.NoError(t, err)
	require.Equal(t, int64(42), v.I64())

	broken := errors.New("broken")
	m = faultMachine(t, Options{Evaluators: rules.Evaluator, Extern: map[string]Extern{
		"undeclared": func(*Machine, []Value) (Value, error) { return Value{}, broken },
	}})
	_, err = m.Call("no_body", I32(1))
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "in @no_body")
}

func TestBadArguments(t *testing.T) {
	m := faultMachine(t, Options{Evaluators: rules.Evaluator})
	for _, args := range [][]Value{nil, {I64(1)}, {I32(1), I32(2)}, {{}}} {
		_, err := m.Call("divide", args...)
		require.Equal(t, BadArgument, KindOf(err))
	}
	_, err := m.Call("absent")
	require.Equal(t, BadArgument, KindOf(err))
}

func TestCounts(t *testing.T) {
	m := faultMachine(t, Options{Evaluators: rules.Evaluator, CountCalls: []string{"take", "malloc"}})
	_, err := m.Call("ok_one_past", I32(0))
	require.NoError(t, err)
	c := m.Counts()
	require.Equal(t, uint64(3), c.Calls) // itself, malloc, free
	require.Equal(t, map[string]uint64{"malloc": 1}, c.Named)
	require.Equal(t, uint64(8), c.HeapBytes)
	require.Equal(t, uint64(8), c.HeapPeak)
	require.Zero(t, c.HeapLive)
	require.Equal(t, [2]uint64{1, 1}, [2]uint64{c.Allocs, c.Frees})
	f := m.Functions()
	require.Equal(t, "ok_one_past", f[0].Name)
	require.Equal(t, c.Steps, f[0].Steps)
	require.Positive(t, c.Loads)
	require.Positive(t, c.Stores)
	m.ResetCounts()
	require.Zero(t, m.Counts().Steps)
}
