package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Compilers print names with a dollar sign in quotes, which they do not need.
const quotedNames = `
@"k$_0" = internal global i32 1
@plain = internal global i32 1
@kept = internal global ptr null
@table = constant [2 x ptr] [ptr @shown, ptr null]

define i32 @reads() {
  call void @writes()
  %v = load i32, ptr @"k$_0"
  %w = load i32, ptr @plain
  ret i32 %w
}

define void @writes() {
  store i32 2, ptr @"k$_0"
  store ptr @"made$_1", ptr @kept
  call void @called()
  call void @asked(ptr @quiet)
  ret void
}

declare void @asked(ptr)

define void @called() {
  ret void
}

define void @quiet() {
  ret void
}

define void @shown() {
  ret void
}

define internal void @"made$_1"() {
  ret void
}
`

func TestNamesInQuotesAreMentions(t *testing.T) {
	m, err := Read("quoted.ll", []byte(quotedNames))
	require.NoError(t, err)
	require.False(t, m.OnlyRead(m.Global("k$_0")), "it is written")
	require.True(t, m.OnlyRead(m.Global("plain")))
	users, ok := m.Mentioning(m.Global("k$_0"))
	require.True(t, ok)
	require.Len(t, users, 2)
}

func TestFunctionsThatAreHandedOut(t *testing.T) {
	m, err := Read("quoted.ll", []byte(quotedNames))
	require.NoError(t, err)
	names := func(inside string) (list []string) {
		is := func(f *Function) bool { return f.Name == inside }
		for _, f := range m.HandedOut(is, func(line string) bool { return hasName(line, "asked") }) {
			list = append(list, f.Name)
		}
		return list
	}
	require.Equal(t, []string{"shown", "made$_1"}, names("reads"))
	require.Equal(t, []string{"shown"}, names("writes"))
}
