package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const loopText = `
define double @f(double %x, i32 %n, ptr %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %t = fadd double %s, %x
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %exit

exit:
  %r = call double @f(double %t, i32 %n, ptr %p)
  store double %r, ptr %p
  ret double %t
}
define void @g(ptr %q) {
  ret void
}
`

// TestVerify breaks a function in every way that Verify is there to find.
func TestVerify(t *testing.T) {
	at := func(f *Function, name string) *Instr {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if i.Name == name {
					return i
				}
			}
		}
		t.Fatalf("no %s", name)
		return nil
	}
	require.NoError(t, verifyAfter(t, func(*Function) {}))
	require.NoError(t, verifyAfter(t, func(f *Function) {
		f.DropBlocks()
		NewBuilder(f.NewBlock("entry")).Ret(f.Params[0])
	}), "a new body in the place of one that used the parameters")
	for name, c := range map[string]struct {
		change  func(f *Function)
		message string
	}{
		"terminator missing": {func(f *Function) { f.Blocks[2].Term().Erase() }, "no terminator"},
		"terminator amidst":  {func(f *Function) { NewBuilder(f.Blocks[0]).Unreachable() }, "in the middle"},
		"empty block":        {func(f *Function) { f.NewBlock("x") }, "no terminator"},
		"phi late": {func(f *Function) {
			b := f.Blocks[1]
			b.Instrs[1], b.Instrs[2] = b.Instrs[2], b.Instrs[1]
		}, "behind other"},
		"phi without entry":   {func(f *Function) { at(f, "i").RemoveIncoming(0) }, "not the predecessors"},
		"phi block":           {func(f *Function) { at(f, "i").Blocks[0] = f.Blocks[2] }, "not the predecessors"},
		"phi uneven":          {func(f *Function) { i := at(f, "i"); i.Blocks = i.Blocks[:1] }, "1 blocks"},
		"phi type":            {func(f *Function) { at(f, "i").SetArg(0, NewInt(I64, 0)) }, "takes a i64"},
		"new predecessor":     {func(f *Function) { f.Blocks[2].Term().Erase(); NewBuilder(f.Blocks[2]).Br(f.Blocks[1]) }, "not the predecessors"},
		"entry with preds":    {func(f *Function) { f.Blocks[2].Term().Erase(); NewBuilder(f.Blocks[2]).Br(f.Blocks[0]) }, "entry block"},
		"parent":              {func(f *Function) { at(f, "t").Parent = f.Blocks[0] }, "parent"},
		"block's parent":      {func(f *Function) { f.Blocks[1].Parent = nil }, "parent"},
		"foreign block":       {func(f *Function) { f.Blocks[0].Term().Blocks[0] = &Block{Name: "y"} }, "not in the function"},
		"block twice":         {func(f *Function) { f.Blocks = append(f.Blocks, f.Blocks[1]) }, "twice"},
		"use before def":      {func(f *Function) { at(f, "t").SetArg(1, at(f, "r")) }, "does not dominate"},
		"use before in block": {func(f *Function) { at(f, "j").SetArg(1, NewInt(I32, 2)); at(f, "t").SetArg(1, at(f, "t")) }, "before its definition"},
		"erased":              {func(f *Function) { at(f, "r").Erase() }, "erased"},
		"void used": {func(f *Function) {
			at(f, "r").SetArg(0, at(f, "t"))
			at(f, "t").SetArg(0, f.Blocks[2].Instrs[1])
		}, "without a value"},
		"foreign parameter": {func(f *Function) { at(f, "r").SetArg(2, f.Module.Func("g").Params[0]) }, "another function"},
		"operand missing":   {func(f *Function) { at(f, "t").SetArg(0, nil) }, "missing"},
		"operand types":     {func(f *Function) { at(f, "t").SetArg(0, NewFloat(Float, 1)) }, "differ"},
		"fadd of integers":  {func(f *Function) { at(f, "j").Op = FAdd }, "fadd of type i32"},
		"condition":         {func(f *Function) { f.Blocks[1].Term().SetArg(0, NewInt(I32, 1)) }, "condition of type i32"},
		"return type":       {func(f *Function) { f.Blocks[2].Term().SetArg(0, NewInt(I32, 1)) }, "returns i32"},
		"argument type":     {func(f *Function) { at(f, "r").SetArg(0, NewInt(I32, 1)) }, "argument 0"},
		"argument number":   {func(f *Function) { r := at(f, "r"); r.SetArgs(r.Args()[1:]...) }, "2 arguments"},
		"store address":     {func(f *Function) { f.Blocks[2].Instrs[1].SetArg(1, NewFloat(Double, 0)) }, "store of double to double"},
		"predicate":         {func(f *Function) { at(f, "c").Pred = OLT }, "icmp olt"},
		"operand count":     {func(f *Function) { at(f, "t").AddArg(f.Params[0]) }, "3 operands"},
		"unlisted use":      {func(f *Function) { u := &at(f, "t").ops[1]; u.Val = f.Params[0]; f.Params[0].first = nil }, "use list"},
		"listed twice":      {func(f *Function) { at(f, "t").ops[1].Val = NewFloat(Double, 1) }, "use list"},
		"cast": {func(f *Function) {
			b := NewBuilder(f.Blocks[2])
			b.Before(f.Blocks[2].Term())
			b.Insert(NewInstr(FPExt, Float, at(f, "t")))
			b.Insert(NewInstr(SExt, Float, f.Params[1]))
		}, "sext from i32 to float"},
		"getelementptr": {func(f *Function) {
			b := NewBuilder(f.Blocks[2])
			b.Before(f.Blocks[2].Term())
			b.GEP(I32, f.Params[2], NewInt(I64, 0), NewInt(I64, 1))
		}, "no members"},
		"extractvalue": {func(f *Function) {
			b := NewBuilder(f.Blocks[2])
			b.Before(f.Blocks[2].Term())
			i := NewInstr(ExtractValue, Double, Undef(f.Module.Struct(I32, Double)))
			i.Indices = []int{2}
			b.Insert(i)
		}, "extractvalue"},
	} {
		t.Run(name, func(t *testing.T) {
			err := verifyAfter(t, c.change)
			require.ErrorContains(t, err, c.message)
			require.ErrorContains(t, err, codeVerify)
		})
	}
}

func verifyAfter(t *testing.T, change func(f *Function)) error {
	f := read(t, loopText).Func("f")
	require.NoError(t, f.Load())
	change(f)
	return Verify(f)
}
