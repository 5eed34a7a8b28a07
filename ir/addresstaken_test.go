package ir

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const variables = `
@hidden = internal global [4 x double] zeroinitializer
@copied = internal global [4 x double] zeroinitializer
@seen = global [4 x double] zeroinitializer
@passed = internal global double 0.0
@stored = internal global double 0.0
@listed = internal global double 0.0
@returned = internal global [4 x double] zeroinitializer
@number = internal global double 0.0
@named = internal global double 0.0
@other = internal alias double, ptr @named
@list = global [1 x ptr] [ptr @listed]
@"quoted.name" = internal global [4 x double] zeroinitializer

define double @accesses(ptr %p, i64 %k) {
  %a = getelementptr inbounds [4 x double], ptr @hidden, i64 0, i64 %k
  %b = select i1 true, ptr %a, ptr getelementptr inbounds (i8, ptr @hidden, i64 8)
  store double 1.0, ptr %b
  %v = load double, ptr @hidden
  %q = getelementptr inbounds [4 x double], ptr @"quoted.name", i64 0, i64 %k
  %w = load double, ptr %q
  call void @llvm.memcpy.p0.p0.i64(ptr @copied, ptr %p, i64 32, i1 false)
  call void @takes(ptr @passed)
  store ptr @stored, ptr %p
  %n = add i64 ptrtoint (ptr @number to i64), 1
  store i64 %n, ptr %p
  ret double %v
}

define ptr @returns() {
  ret ptr getelementptr inbounds (i8, ptr @returned, i64 8)
}

declare void @takes(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
`

func TestAddressTaken(t *testing.T) {
	m, err := Read("variables.ll", []byte(variables))
	require.NoError(t, err)
	for name, taken := range map[string]bool{
		"hidden": false, "copied": false, "quoted.name": false,
		"seen": true, "passed": true, "stored": true, "listed": true, "returned": true, "number": true, "named": true, "other": true,
	} {
		assert.Equal(t, taken, m.AddressTaken(m.Global(name)), name)
	}
	assert.True(t, m.AddressTaken(m.AddGlobal("made", "internal", "global", Double, Zero(Double))), "the text does not have it")
	f := m.Func("accesses")
	assert.True(t, f.InText())
	assert.True(t, f.Clone("copy").InText())
	assert.False(t, m.AddFunc("made.too", f.Typ).InText())
}
