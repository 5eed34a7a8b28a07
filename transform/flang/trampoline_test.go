package flang

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

const hosted = `
define double @solve(ptr %g, i32 %n) {
	%v = call double %g(ptr null)
	%more = icmp sgt i32 %n, 0
	br i1 %more, label %again, label %done
again:
	%m = sub i32 %n, 1
	%w = call double @solve(ptr %g, i32 %m)
	br label %done
done:
	USE
	ret double %v
}
define internal double @inner(ptr %t, ptr nest %vars) {
	%v = load double, ptr %vars
	ret double %v
}
define double @f(ptr %x) {
	%code = alloca [32 x i8]
	call void @llvm.init.trampoline(ptr %code, ptr @inner, ptr %x)
	%p = call ptr @llvm.adjust.trampoline(ptr %code)
	%v = call double @solve(ptr %p, i32 2)
	ret double %v
}
declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare ptr @llvm.adjust.trampoline(ptr)
@kept = global ptr null
`

// A function that gets an internal procedure, and passes it to itself, has a copy that calls it with
// the host's variables. Where one does something else with it, it is one that finds them in a variable, which
// the host sets, and puts back at its end.
func TestTrampolines(t *testing.T) {
	for use, lowered := range map[string]bool{"": true, "store ptr %g, ptr @kept": false, "%is = icmp eq ptr %g, null": false} {
		_, defs := irtest.Read(t, []byte(strings.Replace(hosted, "USE", use, 1)))
		solve, f := defs[0], defs[2]
		copies := trampolines(defs)
		var called []string
		for _, i := range f.Blocks[0].Instrs {
			if g := i.CalledFunc(); g != nil {
				called = append(called, g.Name)
			}
		}
		require.NoError(t, ir.Verify(f))
		if !lowered {
			require.Len(t, copies, 2)
			assert.Equal(t, []string{copies[1].Name, "solve"}, called)
			assert.Same(t, copies[0], f.Blocks[0].Instrs[len(f.Blocks[0].Instrs)-3].Arg(0))
			last := f.Blocks[0].Instrs[len(f.Blocks[0].Instrs)-2]
			assert.Equal(t, ir.Store, last.Op, "the variable is put back")
			for _, c := range copies {
				require.NoError(t, ir.Verify(c))
			}
			continue
		}
		require.Len(t, copies, 1)
		c := copies[0]
		assert.Equal(t, []string{c.Name}, called)
		require.NoError(t, ir.Verify(c))
		assert.Equal(t, "inner", c.Blocks[0].Instrs[0].CalledName())
		assert.Same(t, c, c.Blocks[1].Instrs[1].CalledFunc(), "it passes what it got to the copy")
		assert.Same(t, solve, solve.Blocks[1].Instrs[1].CalledFunc())
	}
}
