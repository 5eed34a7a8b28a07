package activity

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// A float that is put together of integers, or of one that is computed whichever way was taken, may have been the bits
// of an active float; what may be the number of another variant of an enum, a random number, a power of two, a constant may not.
func TestFloatsOfComputedIntegers(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		lost bool
	}{
		"parts": {`
  %l = load i32, ptr %w
  %at = getelementptr i8, ptr %w, i64 4
  %h = load i32, ptr %at
  %lw = zext i32 %l to i64
  %hw = zext i32 %h to i64
  %up = shl i64 %hw, 32
  %bits = or i64 %up, %lw
  %e = bitcast i64 %bits to double
  %r = fmul double %v, %e`, true},
		"parts in memory": {`
  %b = alloca [8 x i8]
  br label %next
next:
  %k = phi i64 [ 0, %0 ], [ %k1, %next ]
  %from = getelementptr i8, ptr %w, i64 %k
  %c = load i8, ptr %from
  %to = getelementptr i8, ptr %b, i64 %k
  store i8 %c, ptr %to
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, 8
  br i1 %more, label %next, label %done
done:
  %bits = load i64, ptr %b
  %e = bitcast i64 %bits to double
  %r = fmul double %v, %e`, true},
		"computed": {`
  %l = load i64, ptr %w
  %bits = xor i64 %l, 12345
  %e = bitcast i64 %bits to double
  %r = fmul double %v, %e`, true},
		"put together by another function": {`
  %bits = call i64 @word(ptr %w)
  %e = bitcast i64 %bits to double
  %r = fmul double %v, %e`, true},
		"made by another function": {`
  %e = call double @number(ptr %w)
  %r = fmul double %v, %e`, true},
		"one of two variants": {`
  %l = load i64, ptr %w
  %more = add i64 %l, 1
  %c = icmp ult i64 %l, 10
  %bits = select i1 %c, i64 %more, i64 %l
  %e = bitcast i64 %bits to double
  %r = fmul double %v, %e`, false},
		"chosen at once": {`
  %l = load i64, ptr %w
  %more = add i64 %l, 1
  %e = bitcast i64 %more to double
  %c = icmp ult i64 %l, 10
  %r = select i1 %c, double %e, double %v`, false},
		"random number": {`
  %l = load i64, ptr %w
  %s = mul i64 %l, 6364136223846793005
  %m = lshr i64 %s, 12
  %bits = or i64 %m, 4607182418800017408
  %e = bitcast i64 %bits to double
  %r = fmul double %v, %e`, false},
		"power of two": {`
  %l = load i64, ptr %w
  %s = add i64 %l, 1023
  %bits = shl i64 %s, 52
  %e = bitcast i64 %bits to double
  %r = fmul double %v, %e`, false},
		"table": {`
  %l = load i64, ptr @table
  %bits = xor i64 %l, 12345
  %e = bitcast i64 %bits to double
  %r = fmul double %v, %e`, false},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := ir.Read("joined.ll", []byte(`
@table = constant i64 77
define double @f(ptr %x, ptr %w) {
  %v = load double, ptr %x`+c.body+`
  ret double %r
}
define i64 @word(ptr %w) {
  %l = load i32, ptr %w
  %at = getelementptr i8, ptr %w, i64 4
  %h = load i32, ptr %at
  %lw = zext i32 %l to i64
  %hw = zext i32 %h to i64
  %up = shl i64 %hw, 32
  %bits = or i64 %up, %lw
  ret i64 %bits
}
define double @number(ptr %w) {
  %bits = call i64 @word(ptr %w)
  %e = bitcast i64 %bits to double
  ret double %e
}
declare i32 @rust_eh_personality(...)
`))
			require.NoError(t, err)
			f := m.Func("f")
			require.NoError(t, f.Load())
			_, diags := NewEnv(m).Analyze(f, signature.Seed{Params: []signature.Kind{signature.Dup, signature.Const}, Ret: true})
			if !c.lost {
				assert.Empty(t, diags)
				return
			}
			require.NotEmpty(t, diags)
			assert.Contains(t, diags[0].Error(), "a float is made of an integer")
		})
	}
}
