package analysis

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// Addresses that are loaded from local objects lead to what the function stored there.
func TestLoadedAddresses(t *testing.T) {
	f := loaded(t, `
declare noalias ptr @malloc(i64)
declare noalias ptr @made(i64)
@g = global double 0.0
declare void @fill(ptr nocapture)
declare void @keep(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %x, ptr %y, i64 %i, i64 %j, i64 %n, double %d) {
entry:
  %rows = call ptr @malloc(i64 %n)
  %others = call ptr @malloc(i64 %n)
  %filled = call ptr @malloc(i64 %n)
  %copied = call ptr @malloc(i64 %n)
  %mixed = call ptr @malloc(i64 %n)
  %kept = call ptr @malloc(i64 %n)
  %made = call ptr @made(i64 %n)
  %two = call ptr @malloc(i64 %n)
  %number = call ptr @malloc(i64 %n)
  %a = call ptr @malloc(i64 %n)
  %b = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %rows, i8 0, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %copied, ptr %x, i64 %n, i1 false)
  call void @fill(ptr %filled)
  call void @keep(ptr %kept)
  %p = getelementptr inbounds { ptr, i64, ptr }, ptr %rows, i64 %i
  store ptr %a, ptr %p
  %p.size = getelementptr inbounds { ptr, i64, ptr }, ptr %rows, i64 %i, i32 1
  store i64 %n, ptr %p.size
  %p.end = getelementptr inbounds { ptr, i64, ptr }, ptr %rows, i64 %i, i32 2
  store ptr %y, ptr %p.end
  store ptr %b, ptr %others
  store ptr %b, ptr %filled
  store ptr %b, ptr %copied
  store ptr %b, ptr %kept
  store ptr %b, ptr %mixed
  store i64 %n, ptr %mixed
  store ptr %b, ptr %made
  store <2 x ptr> <ptr @g, ptr @g>, ptr %two
  store i64 ptrtoint (ptr @g to i64), ptr %number
  %q = getelementptr inbounds { ptr, i64, ptr }, ptr %rows, i64 %j
  %row = load ptr, ptr %q
  %q.end = getelementptr inbounds { ptr, i64, ptr }, ptr %rows, i64 %j, i32 2
  %end = load ptr, ptr %q.end
  %other = load ptr, ptr %others
  %from.filled = load ptr, ptr %filled
  %from.copied = load ptr, ptr %copied
  %from.kept = load ptr, ptr %kept
  %from.mixed = load ptr, ptr %mixed
  %from.x = load ptr, ptr %x
  %from.made = load ptr, ptr %made
  %from.two = load ptr, ptr %two
  %from.number = load ptr, ptr %number
  %at.g = getelementptr i8, ptr @g, i64 0
  ret void
}
`)
	value := named(f)
	effects := NewEffects(nil)
	effects.Allocates = func(f *ir.Function) bool { return f.Name == "malloc" }
	a := NewAliasWith(f, effects)
	for pair, want := range map[[2]string]AliasResult{
		{"row", "x"}: NoAlias, {"row", "b"}: NoAlias, {"row", "other"}: NoAlias, {"row", "a"}: MayAlias, {"row", "end"}: NoAlias,
		{"row", "from.x"}: MayAlias, {"end", "y"}: MayAlias, {"end", "x"}: MayAlias, {"end", "a"}: NoAlias, {"other", "b"}: MayAlias,
		{"from.filled", "x"}: MayAlias, {"from.copied", "x"}: MayAlias, {"from.kept", "x"}: MayAlias, {"from.mixed", "x"}: MayAlias,
		{"from.made", "x"}: MayAlias, {"from.two", "at.g"}: MayAlias, {"from.number", "at.g"}: MayAlias,
	} {
		require.Equal(t, want, a.AliasAnytime(value[pair[0]], 8, value[pair[1]], 8), pair)
		require.Equal(t, want, a.AliasAnytime(value[pair[1]], 8, value[pair[0]], 8), pair)
	}
}

// Of an address whose load has been removed it is not known where it leads.
func TestLoadedAddressWhoseLoadIsRemoved(t *testing.T) {
	f := loaded(t, `
declare noalias ptr @malloc(i64)
define void @f(ptr %x, ptr %y) {
entry:
  %rows = call ptr @malloc(i64 8)
  store ptr %y, ptr %rows
  %row = load ptr, ptr %rows
  ret void
}
`)
	value := named(f)
	effects := NewEffects(nil)
	effects.Allocates = func(f *ir.Function) bool { return f.Name == "malloc" }
	value["row"].(*ir.Instr).Erase()
	require.Equal(t, MayAlias, NewAliasWith(f, effects).AliasAnytime(value["row"], 8, value["x"], 8))
}
