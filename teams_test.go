package llad_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

// A parallel region in which every thread scales an element.
const scaledInParallel = `
%struct.ident_t = type { i32, i32, i32, i32, ptr }
@where = private unnamed_addr constant [23 x i8] c";unknown;unknown;0;0;;\00", align 1
@location = private unnamed_addr constant %struct.ident_t { i32 0, i32 2, i32 0, i32 22, ptr @where }, align 8

define double @scaled(ptr %x) {
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @location, i32 1, ptr @region, ptr %x)
  %r = load double, ptr %x, align 8
  ret double %r
}

define internal void @region(ptr noalias %thread, ptr noalias %bound, ptr %x) {
  %k = load i32, ptr %thread, align 4
  %at = getelementptr inbounds double, ptr %x, i32 %k
  %v = load double, ptr %at, align 8
  %s = fmul double %v, 3.0
  store double %s, ptr %at, align 8
  ret void
}

declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
`

// A module that holds a derivative with parallel regions already is read again, and takes another.
func TestTeamsInAModuleReadAgain(t *testing.T) {
	text := []byte(scaledInParallel)
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		m, err := ir.Read("f.ll", text)
		require.NoError(t, err)
		_, err = llad.Differentiate(m, llad.Request{Func: "scaled", Mode: mode})
		require.NoError(t, err)
		text = m.Bytes()
	}
	require.Contains(t, string(text), "@scaled_grad(")
	require.Contains(t, string(text), "@scaled_jvp(")
}
