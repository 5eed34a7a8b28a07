package typeanalysis_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A node holds four floats, which an index walks through, an address and a count.
const node = `
%node = type { [4 x double], ptr, i64 }
define double @f(ptr %x, i64 %n) {
  %o = call ptr @malloc(i64 SIZE)
  %count = getelementptr i8, ptr %o, i64 40
  store i64 %n, ptr %count, align 8, !tbaa !0
  OTHER
  %at = getelementptr i8, ptr %o, i64 32
  store ptr %x, ptr %at, align 8
  %v = load double, ptr %x, align 8
  %e = getelementptr STEP
  store double %v, ptr %e, align 8
  %p = load ptr, ptr %at, align 8
  %w = load double, ptr %p, align 8
  %d = load double, ptr %e, align 8
  %r = fmul double %w, %d
  ret double %r
}
!0 = !{!1, !2, i64 40}
!1 = !{!"node", !3, i64 0, !4, i64 32, !2, i64 40}
!2 = !{!"long", !3, i64 0}
!3 = !{!"omnipotent char", !5, i64 0}
!4 = !{!"any pointer", !3, i64 0}
!5 = !{!"Simple C/C++ TBAA"}
!6 = !{!7, !2, i64 16}
!7 = !{!"other", !8, i64 0, !8, i64 8, !2, i64 16}
!8 = !{!"double", !3, i64 0}
!9 = !{!10, !2, i64 8}
!10 = !{!"element", !8, i64 0, !2, i64 8}
`

// What is stored to members of a struct declares new memory of that struct's size.
func TestNewMemoryOfAStruct(t *testing.T) {
	const (
		index  = "double, ptr %o, i64 %n"
		second = "store i64 %n, ptr %q, align 8, !tbaa "
	)
	for _, test := range []struct{ name, size, other, step, want string }{
		{"an index into its array", "48", "", index, ""},
		{"elements that are structs", "48", "%q = getelementptr i8, ptr %o, i64 24\n " + second + "!9", "%element, ptr %o, i64 %n", ""},
		{"a block of it alone", "48", "", "double, ptr %o, i64 4", "an address at offset 32 and a double at offset 32"},
		{"more memory", "64", "", index, "holds an address"},
		{"less memory", "40", "", index, "holds an address"},
		{"another struct in the same bytes", "48", "%q = getelementptr i8, ptr %o, i64 48\n " + second + "!6", index, "holds an address"},
		{"another struct across its end", "48", "%q = getelementptr i8, ptr %o, i64 36\n " + second + "!9", index, "holds an address"},
		{"steps of bytes", "48", "", "i8, ptr %o, i64 %n", "holds an address"},
		{"steps from behind its array", "48", "%q = getelementptr i8, ptr %o, i64 40", "double, ptr %q, i64 %n", ""},
		{"steps that begin elsewhere", "48", "%k = add i64 %n, 4", "double, ptr %o, i64 %k", "an address at offset 32"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := strings.NewReplacer("SIZE", test.size, "OTHER", test.other, "STEP", test.step).Replace(node)
			if strings.Contains(test.step, "%element") {
				text = "%element = type { double, i64 }\n" + text
			}
			v := decide(t, text, nil)
			assert.False(t, v.Unknown)
			if test.want == "" {
				assert.Empty(t, v.Conflicts)
				return
			}
			require.NotEmpty(t, v.Conflicts)
			assert.Contains(t, v.Conflicts[0].What, test.want)
		})
	}
}

// Elements of an array hold four floats, which a second index walks through, an address and a count.
const elements = `
%node = type { [4 x double], ptr, i64 }
define double @f(ptr %x, i64 %n, i64 %k) {
  %m = mul i64 %n, SIZE
  %o = call ptr @malloc(i64 %m)
  %q = getelementptr i8, ptr %o, i64 BEGIN
  %e = getelementptr [STEP x i8], ptr %q, i64 %n
  %count = getelementptr i8, ptr %e, i64 40
  store i64 %n, ptr %count, align 8, !tbaa !0
  OTHER
  %at = getelementptr i8, ptr %e, i64 32
  store ptr %x, ptr %at, align 8
  %v = load double, ptr %x, align 8
  %w = getelementptr WALK
  store double %v, ptr %w, align 8
  %p = load ptr, ptr %at, align 8
  %u = load double, ptr %p, align 8
  %d = load double, ptr %w, align 8
  %r = fmul double %u, %d
  ret double %r
}
!0 = !{!1, !2, i64 40}
!1 = !{!"node", !3, i64 0, !4, i64 32, !2, i64 40}
!2 = !{!"long", !3, i64 0}
!3 = !{!"omnipotent char", !5, i64 0}
!4 = !{!"any pointer", !3, i64 0}
!5 = !{!"Simple C/C++ TBAA"}
!6 = !{!7, !2, i64 16}
!7 = !{!"other", !8, i64 0, !8, i64 8, !2, i64 16}
!8 = !{!"double", !3, i64 0}
`

// What is stored to members of a struct at its multiples declares an array of such structs.
func TestNewMemoryOfStructs(t *testing.T) {
	const inner, both = "double, ptr %e, i64 %k", "%node, ptr %q, i64 %n, i32 0, i64 %k"
	for _, test := range []struct{ name, begin, step, other, walk, want string }{
		{"an index into the array of an element", "0", "48", "", inner, ""},
		{"both indices at once", "0", "48", "", both, ""},
		{"an array behind a count", "8", "48", "", inner, ""},
		{"longer steps", "0", "56", "", inner, "holds an address"},
		{"shorter steps", "0", "24", "", inner, "holds an address"},
		{"another struct in the elements", "0", "48", "%z = getelementptr i8, ptr %e, i64 40\n store i64 %n, ptr %z, align 8, !tbaa !6", inner, "holds an address"},
		{"an index behind the array", "0", "48", "", "double, ptr %e, i64 4", "holds an address"},
		{"an index that begins elsewhere", "0", "48", "%i = add i64 %k, 4", "double, ptr %e, i64 %i", "holds an address"},
		{"bytes", "0", "48", "", "i8, ptr %e, i64 %k", "holds an address"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := strings.NewReplacer("SIZE", "48", "BEGIN", test.begin, "STEP", test.step, "OTHER", test.other, "WALK", test.walk).Replace(elements)
			v := decide(t, text, nil)
			assert.False(t, v.Unknown)
			if test.want == "" {
				assert.Empty(t, v.Conflicts)
				return
			}
			require.NotEmpty(t, v.Conflicts)
			assert.Contains(t, v.Conflicts[0].What, test.want)
		})
	}
}
