package interp

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// TestStrangeModules: modules that no compiler makes end in a fault.
func TestStrangeModules(t *testing.T) {
	for name, text := range map[string]string{
		"alias of itself":       "@a = alias i32, ptr @b\n@b = alias i32, ptr @a\ndefine i32 @f() {\n%r = load i32, ptr @a\nret i32 %r\n}\n",
		"type inside itself":    "%T = type { i32, %T }\ndefine i32 @f() {\n%p = alloca %T\n%r = load %T, ptr %p\nret i32 0\n}\n",
		"huge array":            "@g = global [1000000000000 x double] zeroinitializer\ndefine double @f() {\n%r = load double, ptr @g\nret double %r\n}\n",
		"huge value":            "define i32 @f() {\n%p = alloca [100000000 x i32]\n%v = load [100000000 x i32], ptr %p\nret i32 0\n}\n",
		"scalable":              "define i32 @f() {\n%p = alloca <vscale x 4 x i32>\n%v = load <vscale x 4 x i32>, ptr %p\nret i32 0\n}\n",
		"entry that loops":      "define i32 @f() {\na:\nbr label %a\n}\n",
		"unknown intrinsic":     "define i32 @f() {\n%r = call i32 @llvm.unheard.of()\nret i32 %r\n}\ndeclare i32 @llvm.unheard.of()\n",
		"assembly":              "define i32 @f() {\n%r = call i32 asm \"mov $$1, $0\", \"=r\"()\nret i32 %r\n}\n",
		"wrong intrinsic type":  "define i32 @f() {\n%r = call i32 @llvm.fabs.f64(i32 1)\nret i32 %r\n}\ndeclare i32 @llvm.fabs.f64(i32)\n",
		"too few arguments":     "define i32 @f() {\n%r = call i32 @strcmp()\nret i32 %r\n}\ndeclare i32 @strcmp()\n",
		"odd library prototype": "define double @f() {\n%r = call double @malloc(double 1.0)\nret double %r\n}\ndeclare double @malloc(double)\n",
		"struct for a pointer":  "define void @f() {\ncall void @free({} zeroinitializer)\nret void\n}\ndeclare void @free({})\n",
		"huge alignment":        "define i32 @f() {\n%p = alloca i32, align 4294967296\nret i32 0\n}\n",
		"ppc":                   "define i32 @f() {\n%p = alloca ppc_fp128\n%v = load ppc_fp128, ptr %p\nret i32 0\n}\n",
	} {
		t.Run(name, func(t *testing.T) {
			mod, err := ir.Read("strange.ll", []byte(text))
			if err != nil {
				return
			}
			m, err := New(mod, Options{Evaluators: rules.Evaluator, MaxSteps: 1000})
			require.NoError(t, err)
			_, err = m.Call("f")
			var f *Fault
			var d *ir.Diagnostic
			require.True(t, errors.As(err, &f) || errors.As(err, &d), "%v", err)
			require.NotEqual(t, Internal, KindOf(err), "%v", err)
		})
	}
}

// FuzzMachine: whatever the text, executing it ends in a value or an error.
func FuzzMachine(f *testing.F) {
	files, err := filepath.Glob("testdata/fuzz-seeds/*.ll")
	require.NoError(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		mod, err := ir.Read("fuzz.ll", text)
		if err != nil {
			return
		}
		m, err := New(mod, Options{Evaluators: rules.Evaluator, MaxSteps: 10000, MaxDepth: 50, MaxBytes: 1 << 20})
		require.NoError(t, err)
		for _, name := range mod.FuncNames() {
			fn := mod.Func(name)
			if fn == nil || fn.IsDecl {
				continue
			}
			var args []Value
			for _, p := range fn.Params {
				sh, err := newShape(nil, p.Typ)
				if err != nil || sh.slots == 0 {
					break
				}
				args = append(args, Value{p.Typ, make([]uint64, sh.slots)})
			}
			_, err := m.Call(name, args...)
			require.NotEqual(t, Internal, KindOf(err), "%v", err)
			m.Leaks()
		}
	})
}
