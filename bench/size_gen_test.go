package bench

import (
	"fmt"
	"strings"
)

// Shapes of generated functions, by name: IR text of a function
// double f(double *x) with about n instructions. All are small pieces many
// times over.
var shapes = []struct {
	name string
	text func(n int) string
}{
	{"straight", straight},
	{"blocks", blocks},
	{"loops", loops},
	{"nest", nest},
	{"calls", calls},
	{"slots", slots},
	{"chain", chain},
	{"variables", variables},
}

const cells = 64 // of the array x

func module(body func(w *strings.Builder)) string {
	var w strings.Builder
	w.WriteString("target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n")
	w.WriteString("target triple = \"x86_64-pc-linux-gnu\"\n\ndeclare double @llvm.sin.f64(double)\n\n")
	body(&w)
	return w.String()
}

// straight loads, computes and stores in one block.
func straight(n int) string {
	return module(func(w *strings.Builder) {
		w.WriteString("define double @f(ptr %x) {\nentry:\n")
		for k := range n / 8 {
			fmt.Fprintf(w, `  %%p%d = getelementptr inbounds double, ptr %%x, i64 %d
  %%q%d = getelementptr inbounds double, ptr %%x, i64 %d
  %%a%d = load double, ptr %%p%d, align 8
  %%b%d = load double, ptr %%q%d, align 8
  %%c%d = fmul double %%a%d, %%b%d
  %%d%d = call double @llvm.sin.f64(double %%c%d)
  %%e%d = fadd double %%d%d, %%b%d
  store double %%e%d, ptr %%p%d, align 8
`, k, k%cells, k, (7*k+3)%cells, k, k, k, k, k, k, k, k, k, k, k, k, k, k)
		}
		w.WriteString("  %r = load double, ptr %x, align 8\n  ret double %r\n}\n")
	})
}

// blocks branches on what it computes.
func blocks(n int) string {
	return module(func(w *strings.Builder) {
		w.WriteString("define double @f(ptr %x) {\nentry:\n  %v0 = load double, ptr %x, align 8\n  br label %h0\n")
		m := n / 10
		for k := range m {
			fmt.Fprintf(w, `h%d:
  %%p%d = getelementptr inbounds double, ptr %%x, i64 %d
  %%a%d = load double, ptr %%p%d, align 8
  %%t%d = fcmp olt double %%v%d, %%a%d
  br i1 %%t%d, label %%y%d, label %%n%d
y%d:
  %%b%d = fmul double %%v%d, %%a%d
  br label %%j%d
n%d:
  %%c%d = fadd double %%v%d, %%a%d
  store double %%c%d, ptr %%p%d, align 8
  br label %%j%d
j%d:
  %%v%d = phi double [ %%b%d, %%y%d ], [ %%c%d, %%n%d ]
  br label %%h%d
`, k, k, k%cells, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k+1, k, k, k, k, k+1)
		}
		fmt.Fprintf(w, "h%d:\n  ret double %%v%d\n}\n", m, m)
	})
}

// variables keeps addresses in one variable after the other.
func variables(n int) string {
	return module(func(w *strings.Builder) {
		m := n / 6
		for k := range m {
			fmt.Fprintf(w, "@g%d = global ptr null, align 8\n", k)
		}
		w.WriteString("\ndefine double @f(ptr %x) {\nentry:\n")
		for k := range m {
			fmt.Fprintf(w, `  %%p%d = getelementptr inbounds double, ptr %%x, i64 %d
  %%o%d = load ptr, ptr @g%d, align 8
  store ptr %%p%d, ptr @g%d, align 8
  %%a%d = load double, ptr %%p%d, align 8
  %%b%d = fmul double %%a%d, %%a%d
  store double %%b%d, ptr %%p%d, align 8
`, k, k%cells, k, (k+1)%m, k, k, k, k, k, k, k, k, k)
		}
		w.WriteString("  %r = load double, ptr %x, align 8\n  ret double %r\n}\n")
	})
}

// loops runs one loop after the other over the array.
func loops(n int) string {
	return module(func(w *strings.Builder) {
		w.WriteString("define double @f(ptr %x) {\nentry:\n  %v0 = load double, ptr %x, align 8\n  br label %h0\n")
		m := n / 12
		for k := range m {
			fmt.Fprintf(w, `h%d:
  br label %%l%d
l%d:
  %%i%d = phi i64 [ 0, %%h%d ], [ %%j%d, %%l%d ]
  %%s%d = phi double [ %%v%d, %%h%d ], [ %%e%d, %%l%d ]
  %%p%d = getelementptr inbounds double, ptr %%x, i64 %%i%d
  %%a%d = load double, ptr %%p%d, align 8
  %%b%d = fmul double %%a%d, %%s%d
  %%e%d = fadd double %%b%d, %%a%d
  store double %%e%d, ptr %%p%d, align 8
  %%j%d = add nuw nsw i64 %%i%d, 1
  %%t%d = icmp eq i64 %%j%d, %d
  br i1 %%t%d, label %%o%d, label %%l%d
o%d:
  %%v%d = phi double [ %%e%d, %%l%d ]
  br label %%h%d
`, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, cells, k, k, k, k, k+1, k, k, k+1)
		}
		fmt.Fprintf(w, "h%d:\n  ret double %%v%d\n}\n", m, m)
	})
}

// nest is one loop with a long body.
func nest(n int) string {
	return module(func(w *strings.Builder) {
		w.WriteString("define double @f(ptr %x) {\nentry:\n  br label %l\nl:\n")
		w.WriteString("  %i = phi i64 [ 0, %entry ], [ %j, %l ]\n  %v0 = phi double [ 1.0, %entry ], [ %w, %l ]\n")
		m := n / 6
		for k := range m {
			fmt.Fprintf(w, `  %%p%d = getelementptr inbounds double, ptr %%x, i64 %d
  %%a%d = load double, ptr %%p%d, align 8
  %%b%d = fmul double %%a%d, %%v%d
  %%d%d = call double @llvm.sin.f64(double %%b%d)
  %%v%d = fadd double %%d%d, %%a%d
  store double %%v%d, ptr %%p%d, align 8
`, k, k%cells, k, k, k, k, k, k, k, k+1, k, k, k+1, k)
		}
		fmt.Fprintf(w, "  %%w = fmul double %%v%d, 0.5\n  %%j = add nuw nsw i64 %%i, 1\n  %%t = icmp eq i64 %%j, 10\n", m)
		w.WriteString("  br i1 %t, label %o, label %l\no:\n  ret double %w\n}\n")
	})
}

// calls calls small functions that are not inlined, many of them.
func calls(n int) string {
	return module(func(w *strings.Builder) {
		const callees = 20
		for k := range callees {
			fmt.Fprintf(w, `define internal double @g%d(ptr %%p, double %%v) noinline {
  %%a = load double, ptr %%p, align 8
  %%b = fmul double %%a, %%v
  %%c = fadd double %%b, %d.0
  store double %%c, ptr %%p, align 8
  ret double %%b
}
`, k, k)
		}
		w.WriteString("define double @f(ptr %x) {\nentry:\n  %v0 = load double, ptr %x, align 8\n")
		m := n / 3
		for k := range m {
			fmt.Fprintf(w, "  %%p%d = getelementptr inbounds double, ptr %%x, i64 %d\n", k, k%cells)
			fmt.Fprintf(w, "  %%c%d = call double @g%d(ptr %%p%d, double %%v%d)\n", k, k%callees, k, k)
			fmt.Fprintf(w, "  %%v%d = fmul double %%c%d, 0.5\n", k+1, k)
		}
		fmt.Fprintf(w, "  ret double %%v%d\n}\n", m)
	})
}

// slots keeps every variable in a stack slot, as compilers do without
// optimisation.
func slots(n int) string {
	return module(func(w *strings.Builder) {
		w.WriteString("define double @f(ptr %x) {\nentry:\n  %s0 = alloca double, align 8\n")
		m := n / 9
		for k := range m {
			fmt.Fprintf(w, "  %%s%d = alloca double, align 8\n", k+1)
		}
		w.WriteString("  %xx = alloca ptr, align 8\n  store ptr %x, ptr %xx, align 8\n  store double 1.0, ptr %s0, align 8\n")
		for k := range m {
			fmt.Fprintf(w, `  %%b%d = load ptr, ptr %%xx, align 8
  %%p%d = getelementptr inbounds double, ptr %%b%d, i64 %d
  %%a%d = load double, ptr %%p%d, align 8
  %%v%d = load double, ptr %%s%d, align 8
  %%c%d = fmul double %%a%d, %%v%d
  store double %%c%d, ptr %%s%d, align 8
  %%d%d = load double, ptr %%s%d, align 8
  store double %%d%d, ptr %%p%d, align 8
`, k, k, k, k%cells, k, k, k, k, k, k, k, k, k+1, k, k+1, k, k)
		}
		fmt.Fprintf(w, "  %%r = load double, ptr %%s%d, align 8\n  ret double %%r\n}\n", m)
	})
}

// chain computes without memory.
func chain(n int) string {
	return module(func(w *strings.Builder) {
		w.WriteString("define double @f(ptr %x) {\nentry:\n  %v0 = load double, ptr %x, align 8\n")
		m := n / 3
		for k := range m {
			fmt.Fprintf(w, "  %%a%d = call double @llvm.sin.f64(double %%v%d)\n  %%b%d = fmul double %%a%d, %%v0\n  %%v%d = fadd double %%b%d, %%a%d\n", k, k, k, k, k+1, k, k)
		}
		fmt.Fprintf(w, "  ret double %%v%d\n}\n", m)
	})
}
