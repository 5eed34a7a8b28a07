package diag

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/ir"
)

// What other compilers than clang and rustc call functions is read as it is written.
func TestNamesOfOtherLanguages(t *testing.T) {
	for symbol, want := range map[string]string{
		"_D1m5scaleFAdidZd":               "m.scale(double[], int, double)",
		"_D1m3tmpFxAdZd":                  "m.tmp(const(double[]))",
		"_D1m1C6__ctorMFdZCQqQq":          "m.C.this(double)",
		"_D1m1C3getMFZd":                  "m.C.get()",
		"_D1m3cloFdZ2apMFDFdZdZd":         "m.clo.ap(double delegate(double))",
		"_D6object6Object6toHashMFNbNeZm": "object.Object.toHash()",
		"_D1m1P11__xopEqualsMxFKxSQxQxZb": "m.P.__xopEquals(ref const(m.P))",
		"_D11TypeInfo_Ad6__initZ":         "TypeInfo_Ad.__init",
		"_D3std5range10primitives__T5frontTdZQjFNaNbNcNdNiNfNkMANgdZNgd": "std.range.primitives.front!(double).front(return scope inout(double)[])",
		"_D1m1wFSQg__T1VTdVAyaa2_6162ZQqZd":                              `m.w(m.V!(double, "ab").V)`,
		"_D1m__T3powTdVii3ZQlFNaNbNiNfdZd":                               "m.pow!(double, 3).pow(double)",
		"_D1m1fFPFdZdG3dHAyaiMPdZv":                                      "m.f(double function(double), double[3], int[immutable(char)[]], scope double*)",
		"_Dynamic":                                                       "_Dynamic",
		"_D1m1fFQzZv":                                                    "_D1m1fFQzZv",
		"_D1m3f":                                                         "_D1m3f",
		"_ZN8__main__1fB3v12B5c8tJTEd":                                   "__main__.f(double)",
		"_ZN5numba12_3clocals_3e4implB2v5B4c8tJEd":                       "numba.<locals>.impl(double)",
		"cfunc._ZN8__main__1fB2v1B38c8tJTIcFHzwl2ILiXkcBV0KBSgP9CGZpAgA_3dE5ArrayIdLi1E1C7mutable7alignedE": "<cfunc>__main__.f(Array<double, 1, C, mutable, aligned>)",
		"_ZN1a1fEd":            "a::f(double)",
		"_ZN1a1fB5cxx11Ed":     "a::f[abi:cxx11](double)",
		"*Array(Float64)@push": "*Array(Float64)@push",
	} {
		assert.Equal(t, want, Demangled(&ir.Function{Name: symbol}), symbol)
	}
	assert.Equal(t, []string{"m.clo.ap", "clo.ap", "ap"}, Names("_D1m3cloFdZ2apMFDFdZdZd"))
	assert.Equal(t, []string{"__main__.f", "f"}, Names("_ZN8__main__1fB3v12B5c8tJTEd"))
	assert.Equal(t, []string{"a::b::f", "b::f", "f"}, Names("_ZN1a1b1fEd"))
	assert.True(t, IsDemangledAs("_D1m5scaleFAdidZd", "m.scale"))
	assert.True(t, IsDemangledAs("_D1m5scaleFAdidZd", "m.scale(double[], int, double)"))
	assert.False(t, IsDemangledAs("_D1m5scaleFAdidZd", "m.scal"))
}

// Symbols come from files: none ends the program.
func FuzzNamesOfD(f *testing.F) {
	f.Add("_D1m__T3powTdVii3ZQmFNaNbNiNfdZd")
	f.Add("_D1m1P11__xopEqualsMxFKxSQxQxZb")
	f.Fuzz(func(t *testing.T, symbol string) { Names(symbol) })
}
