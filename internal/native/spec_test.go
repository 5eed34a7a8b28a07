package native

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseProgram(t *testing.T) {
	p, err := ParseProgram("dir/p.c", `// What it is about.
// llad: func f long-double
// llad: decl struct s { double x; float w[2]; int n; };
// llad: arg a out float 0.5
// llad: arg s dup struct-s[3] range(0.5,1.5) inout
// llad: arg n const int[2] {3, 4}
// llad: leaves s x w[2]:float
// llad: setup s[0].n = 1;
// llad: tags struct float
// llad: difftol 1e-5
// llad: builds newest 0 s
// llad: builds oldest 3
// llad: expect ret 2
// llad: expect s[0].x 3
// llad: expect grad a of s[1].x 0x1p-1
// llad: expect jvp ret by a -4
`)
	require.NoError(t, err)
	require.Equal(t, "p", p.Name)
	require.Equal(t, "long double", p.Ret)
	require.True(t, p.HasTag("float"))
	require.False(t, p.HasTag("seed1"))
	require.Equal(t, 1e-5, p.DiffTol)
	require.Equal(t, 1e-12, p.DotTol)
	require.Equal(t, map[string][]string{"newest": {"0", "s"}, "oldest": {"3"}}, p.Builds)
	require.Equal(t, []*Arg{
		{Name: "a", Activity: "out", Type: "float", Init: "0.5", Leaves: []Leaf{{"", "float"}}},
		{Name: "s", Activity: "dup", Type: "struct s", Count: 3, Init: "range(0.5,1.5)", InOut: true,
			Leaves: []Leaf{{".x", "double"}, {".w[0]", "float"}, {".w[1]", "float"}}},
		{Name: "n", Activity: "const", Type: "int", Count: 2, Init: "{3,4}"},
	}, p.Args)
	require.Equal(t, []Expect{
		{Kind: "ret", Out: "ret", Value: 2, Line: 13},
		{Kind: "mem", Out: "s[0].x", Value: 3, Line: 14},
		{Kind: "grad", In: "a", Out: "s[1].x", Value: 0.5, Line: 15},
		{Kind: "jvp", In: "a", Out: "ret", Value: -4, Line: 16},
	}, p.Expects)
}

func TestParseProgramRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "p.c:1: no `// llad: func` directive",
		"// llad: func f string": `p.c:1: func: unknown result type "string"`,
		"// llad: func f void\n// llad: func g void":                         "p.c:2: a second func directive",
		"// llad: nonsense":                                                  `p.c:1: unknown directive "nonsense"`,
		"// llad: builds newest":                                             "p.c:1: builds: want newest or oldest, and levels",
		"// llad: builds all 0":                                              "p.c:1: builds: want newest or oldest, and levels",
		"// llad: builds oldest 0 4":                                         `p.c:1: builds: unknown level "4", or one that is there twice`,
		"// llad: builds newest 0 2 0":                                       `p.c:1: builds: unknown level "0", or one that is there twice`,
		"// llad: builds newest 0\n// llad: builds newest 1":                 "p.c:2: builds: a second directive for the newest rustc",
		"// llad: arg x dup double[0] zero":                                  `p.c:1: arg x: bad count in "double[0]"`,
		"// llad: arg x active double 1":                                     `p.c:1: arg x: unknown activity "active"`,
		"// llad: arg x out double[3] zero":                                  "p.c:1: arg x: out is for floats passed by value",
		"// llad: arg x dup double[3]":                                       `p.c:1: arg: want NAME ACTIVITY TYPE[COUNT] INIT, got "x dup double[3]"`,
		"// llad: leaves y x":                                                "p.c:1: leaves: no parameter y",
		"// llad: expect grad x 1.5.2":                                       `p.c:1: strconv.ParseFloat: parsing "1.5.2": invalid syntax`,
		"// llad: expect grad x of 1":                                        `p.c:1: expect: cannot read "grad x of 1"`,
		"// llad: func f void\n// llad: arg s dup struct-s[1] range(0,1)":    "p.c:1: active argument s has no floats; a struct type needs a leaves directive",
		"// llad: arg s dup struct-s[1] zero\n// llad: leaves s v[x]":        `p.c:2: leaves: bad count in "v[x]"`,
		"// llad: arg s dup struct-s[1] zero\n// llad: leaves s v:quadruple": `p.c:2: leaves: unknown type in "v:quadruple"`,
	} {
		_, err := ParseProgram("p.c", text)
		require.EqualError(t, err, want, text)
	}
}

func TestSanitized(t *testing.T) {
	for in, want := range map[string]string{
		"define double @f(double %0) {":                        "define double @f(double %0) sanitize_address {",
		"define void @f() local_unnamed_addr #0 !dbg !3 {":     "define void @f() local_unnamed_addr sanitize_address #0 !dbg !3 {",
		"define i32 @\"a(b\"(ptr byval(%s) align 8 %x) #1 {":   "define i32 @\"a(b\"(ptr byval(%s) align 8 %x) sanitize_address #1 {",
		"define internal { i32, i8 } @f(i32 (i32)* %0) #2 {":   "define internal { i32, i8 } @f(i32 (i32)* %0) sanitize_address #2 {",
		"declare double @sin(double) #3":                       "declare double @sin(double) #3",
		"define void @f(ptr noundef %0) unnamed_addr comdat {": "define void @f(ptr noundef %0) unnamed_addr sanitize_address comdat {",
	} {
		require.Equal(t, want+"\n", Sanitized(in+"\n"))
	}
}

// The comparisons find what they are for: a wrong entry, a NaN, a missing one,
// memory that differs, forward against reverse.
func TestCheckFinds(t *testing.T) {
	p := &Program{DiffTol: 1e-6, DotTol: 1e-12}
	c := Config{Grad: true, JVP: true}
	ref := &Report{Values: map[string]string{}}
	put := func(r *Report, kv ...string) *Report {
		for i := 0; i < len(kv); i += 2 {
			if _, old := r.Values[kv[i]]; !old {
				r.Keys = append(r.Keys, kv[i])
			}
			r.Values[kv[i]] = kv[i+1]
		}
		return r
	}
	put(ref, "f.ret", "2", "phi.plain", "2", "phi.full", "2", "fd.plain.x", "0.5", "fd.full.x", "-0.5", "fderr.plain.x", "0", "fderr.full.x", "0")
	good := func() *Report {
		return put(&Report{Values: map[string]string{}},
			"f.ret", "2", "grad.ret", "2", "jvp.ret", "2", "plain.x", "0.5", "full.x", "-0.5", "again.x", "-0.5",
			"v.x", "2", "w.x", "0", "w.ret", "-1", "tan.ret", "1")
	}
	require.Empty(t, Check(p, c, ref, good()))
	require.Empty(t, CheckReference(p, ref))
	for key, value := range map[string]string{
		"plain.x":  "0.500001",
		"full.x":   "-0.500001",
		"again.x":  "-0.5000001",
		"tan.ret":  "1.000000001",
		"grad.ret": "2.0",
		"jvp.ret":  "2.0",
		"f.ret":    "2.1",
		"v.x":      "nan",
	} {
		require.NotEmpty(t, Check(p, c, ref, put(good(), key, value)), key)
	}
	require.NotEmpty(t, CheckReference(p, put(ref, "fderr.full.x", "1e-6")))
}
