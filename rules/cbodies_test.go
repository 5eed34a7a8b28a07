package rules

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

var declaredName = regexp.MustCompile(`@(\w+)`)

// What sorts and searches by a comparison has a body with either kind of pointers, where it
// is declared as in C.
func TestSupplyBodiesOfC(t *testing.T) {
	for declare, supplied := range map[string]bool{
		"declare void @qsort(ptr nocapture noundef, i64 noundef, i64 noundef, ptr nocapture noundef) #1":             true,
		"declare void @qsort(i8* nocapture noundef, i64 noundef, i64 noundef, i32 (i8*, i8*)* nocapture noundef) #1": true,
		"declare void @qsort(ptr noundef, i32 noundef, i32 noundef, ptr noundef)":                                    false,
		"declare i32 @qsort(ptr noundef, i64 noundef, i64 noundef, ptr noundef)":                                     false,
		"declare void @qsort(ptr noundef, i64 noundef, i64 noundef, ptr noundef, ptr noundef)":                       false,
		"declare void @qsort(i8* noundef, i64 noundef, i64 noundef, i8* noundef)":                                    false,
		"declare void @qsort_r(ptr noundef, i64 noundef, i64 noundef, ptr noundef, ptr noundef) #1":                  true,
		"declare void @qsort_r(i8*, i64, i64, i32 (i8*, i8*, i8*)*, i8*) #1":                                         true,
		"declare ptr @bsearch(ptr noundef, ptr noundef, i64 noundef, i64 noundef, ptr noundef) #1":                   true,
		"declare noalias i8* @bsearch(i8*, i8*, i64, i64, i32 (i8*, i8*)*) #1":                                       true,
		"declare ptr @bsearch(ptr noundef, i64 noundef, i64 noundef, ptr noundef)":                                   false,
	} {
		text := declare + "\n"
		if strings.Contains(declare, "#1") {
			text += "attributes #1 = { nounwind }\n"
		}
		m, err := ir.Read("a.ll", []byte(text))
		require.NoError(t, err)
		require.NoError(t, SupplyBodies(m), declare)
		f := m.Func(declaredName.FindStringSubmatch(declare)[1])
		require.Equal(t, supplied, !f.IsDecl, declare)
		if supplied {
			require.NoError(t, f.Load())
			require.NoError(t, ir.Verify(f))
			require.NotContains(t, string(m.Bytes()), "define")
		}
	}
}
