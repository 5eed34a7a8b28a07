package rules

import "math"

// avx512Rows are operations of AVX-512 on exponents and mantissas, elementwise as targetRows are. What is a mantissa of
// x is x times a power of two.
var avx512Rows = []row{
	{avx512Names("mask.scalef"), 4, "ff", "self(d, y); 0", "1.5,3.3 -0.7,-3.2", func(x, y float64) float64 { return math.Ldexp(x, int(math.Floor(y))) }, nil},
	{avx512Names("mask.getexp"), 2, "f", "0", "5.4 -0.2 40", math.Logb, nil},
	{avx512Names("mask.getmant"), 4, "f", "x == 0 ? 0 : r/x*d", "1.4 0.7 -40", func(x float64) float64 { m, _ := math.Frexp(x); return 2 * m }, nil},
	{avx512Names("mask.reduce"), 2, "f", "d", "1.25 -0.625 7.125", func(x float64) float64 { return x - math.RoundToEven(x) }, nil},
	// what is left of x: other elements are constants, or y's
	{avx512Names("mask.fixupimm"), 4, "ffi", "r == x ? d : 0; r == x ? 0 : r == y ? d : 0; 0", "1.3,2,0 -0.6,0.7,0", func(x, y, _ float64) float64 { return x }, nil},
}

// avxRows are tests and comparisons, and conversions to integers, by names without the size of vectors.
var avxRows = []nameRow{
	{pure, `llvm.x86.sse41.ptestz llvm.x86.sse41.ptestc llvm.x86.sse41.ptestnzc llvm.x86.avx.ptestz llvm.x86.avx.ptestc llvm.x86.avx.ptestnzc
		llvm.x86.avx.vtestz llvm.x86.avx.vtestc llvm.x86.avx.vtestnzc llvm.x86.avx512.mask.cmp llvm.x86.avx512.mask.fpclass
		llvm.x86.avx512.mask.cvtpd2udq llvm.x86.avx512.mask.cvtps2udq llvm.x86.avx512.mask.cvttpd2udq llvm.x86.avx512.mask.cvttps2udq
		llvm.x86.avx512.mask.cvtpd2qq llvm.x86.avx512.mask.cvtps2qq llvm.x86.avx512.mask.cvttpd2qq llvm.x86.avx512.mask.cvttps2qq
		llvm.x86.avx512.mask.cvtpd2uqq llvm.x86.avx512.mask.cvtps2uqq llvm.x86.avx512.mask.cvttpd2uqq llvm.x86.avx512.mask.cvttps2uqq
		llvm.x86.avx512.mask.cvtpd2dq llvm.x86.avx512.mask.cvttpd2dq
		llvm.x86.avx512.vcvtsd2si32 llvm.x86.avx512.vcvtsd2si64 llvm.x86.avx512.vcvtss2si32 llvm.x86.avx512.vcvtss2si64
		llvm.x86.avx512.vcvtsd2usi32 llvm.x86.avx512.vcvtsd2usi64 llvm.x86.avx512.vcvtss2usi32 llvm.x86.avx512.vcvtss2usi64
		llvm.x86.avx512.cvttsd2si llvm.x86.avx512.cvttsd2si64 llvm.x86.avx512.cvttss2si llvm.x86.avx512.cvttss2si64
		llvm.x86.avx512.cvttsd2usi llvm.x86.avx512.cvttsd2usi64 llvm.x86.avx512.cvttss2usi llvm.x86.avx512.cvttss2usi64`},
}

// avx512Names are those of an operation on vectors of doubles and of floats, of each length.
func avx512Names(operation string) (names string) {
	for _, of := range []string{".pd.", ".ps."} {
		for _, size := range []string{"128", "256", "512"} {
			names += " llvm.x86.avx512." + operation + of + size
		}
	}
	return names[1:]
}
