package rules

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// Barriers by name and by attribute, and what only looks like one.
func TestBarrier(t *testing.T) {
	for call, want := range map[string]bool{
		"declare i32 @pthread_barrier_wait(ptr)|call i32 @pthread_barrier_wait(ptr null)":                                                                                 true,
		"declare void @barrier(i32)|call void @barrier(i32 1)":                                                                                                            true,
		"declare void @_Z18work_group_barrierj12memory_scope(i32, i32)|call void @_Z18work_group_barrierj12memory_scope(i32 1, i32 1)":                                    true,
		"declare void @llvm.nvvm.barrier0()|call void @llvm.nvvm.barrier0()":                                                                                              true,
		"declare i1 @_ZN3std4sync7barrier7Barrier4wait17h6a5447e7111f06edE(ptr)|call i1 @_ZN3std4sync7barrier7Barrier4wait17h6a5447e7111f06edE(ptr null)":                 true,
		"declare i1 @_RNvMs0_NtNtCsjrHSEGnQ3l9_3std4sync7barrierNtB5_7Barrier4wait(ptr)|call i1 @_RNvMs0_NtNtCsjrHSEGnQ3l9_3std4sync7barrierNtB5_7Barrier4wait(ptr null)": true,
		"declare void @sync() convergent|call void @sync()":                                                                                                               true,
		"declare void @sync()|call void @sync() convergent":                                                                                                               true,
		"declare void @sync()|call void @sync()":                                                                                                                          false,
		"declare i32 @id() convergent memory(none)|%i = call i32 @id()":                                                                                                   false,
		"declare i32 @id() convergent readnone|%i = call i32 @id()":                                                                                                       false,
		"declare double @sin(double) convergent|%v = call double @sin(double 1.0)":                                                                                        false,
		"declare double @barrier(double)|%v = call double @barrier(double 1.0)":                                                                                           false,
		"declare void @barrier_cost(i32)|call void @barrier_cost(i32 1)":                                                                                                  false,
		"declare void @__kmpc_barrier(ptr, i32) convergent|call void @__kmpc_barrier(ptr null, i32 1)":                                                                    false,
		"define void @barrier(i32 %k) { ret void }|call void @barrier(i32 1)":                                                                                             false,
	} {
		declaration, body, _ := strings.Cut(call, "|")
		m, err := ir.Read("f.ll", []byte(declaration+"\ndefine void @f() {\n  "+body+"\n  ret void\n}\n"))
		require.NoError(t, err)
		f := m.Func("f")
		require.NoError(t, f.Load())
		assert.Equal(t, want, Barrier(f.Blocks[0].Instrs[0]), call)
	}
}
