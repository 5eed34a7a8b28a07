package report

import (
	"embed"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/llad-ad/llad/declare"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
)

// The example of the demo: its source, the IR that clang 19 makes of it, and a
// C program that uses the gradient.
//
//go:generate clang-19 -O1 -S -emit-llvm demo/chain.c -o demo/chain.ll
//go:embed demo/chain.c demo/chain.ll demo/main.c
var demoFiles embed.FS

func demoFile(name string) []byte {
	b, _ := demoFiles.ReadFile("demo/" + name)
	return b
}

// The point of the demo, the same as in demo/main.c.
var (
	demoK = 3.0
	demoX = []float64{0.5, 2, 1, 3.5}
)

// Demo differentiates an embedded C example, runs it in the interpreter and
// writes how the gradient compares with the tangents and with finite
// differences. Where clang is on the PATH it also builds and runs the native
// program. The error is a mismatch, or what the compiler said.
func Demo(w io.Writer) error {
	fmt.Fprintf(w, "A C function (chain.c):\n\n%s\n", indent(demoFile("chain.c")))
	m, err := ir.Read("chain.ll", demoFile("chain.ll"))
	if err != nil {
		return err
	}
	d := pipeline.New(m)
	rev, err := d.Differentiate(pipeline.Request{Func: "energy", Mode: pipeline.Reverse})
	if err != nil {
		return err
	}
	fwd, err := d.Differentiate(pipeline.Request{Func: "energy", Mode: pipeline.Forward})
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "clang -O1 -S -emit-llvm chain.c -o chain.ll     gives its IR (embedded here)")
	fmt.Fprintln(w, "llad -reverse chain.ll -o chain_grad.ll         adds the gradient to it:")
	h, err := declare.Header("chain_grad.h", []declare.Function{{Func: rev.Func, Sig: rev.Sig, Kind: "gradient"}})
	if err != nil {
		return err
	}
	for _, line := range strings.Split(string(h), "\n") {
		if strings.Contains(line, "energy_grad(") {
			fmt.Fprintf(w, "\n    %s\n\n", line)
		}
	}
	worst, err := demoTable(w, m, rev, fwd)
	if err != nil {
		return err
	}
	if !(worst < 1e-8) {
		return diag.InModule(m, codeDemo, "the demo's derivatives are off by %.1e", worst)
	}
	return demoNative(w)
}

// demoTable runs the example in the interpreter and writes the comparison. It
// gives the largest relative error.
func demoTable(w io.Writer, m *ir.Module, rev, fwd *pipeline.Result) (float64, error) {
	n := len(demoX)
	o := &CheckOptions{
		Size: n,
		Ints: map[string]int64{"2": int64(n)},
		At:   map[string][]float64{"0": {demoK}, "1": demoX},
	}
	r, err := newRig(m, rev, fwd, o)
	if err != nil {
		return 0, err
	}
	x, err := r.inputs(func() float64 { return 0 })
	if err != nil {
		return 0, err
	}
	u := make([]float64, 1+n) // the adjoint of the result, then of x after the call
	u[0] = 1
	y, g, err := r.reverse(x, u)
	if err != nil {
		return 0, err
	}
	fmt.Fprintf(w, "Run in llad's interpreter: energy = %.15g, and its gradient in one call:\n\n", y[0])
	tw := tabwriter.NewWriter(w, 2, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "input\tvalue\tgradient (reverse)\ttangent (forward)\tfinite difference\trelative error\t")
	c := &checker{rig: r, o: o}
	worst := 0.0
	for k, in := range r.gatherActive(x) {
		e := make([]float64, 1+n)
		e[k] = 1
		_, dy, err := r.forward(x, e)
		if err != nil {
			return 0, err
		}
		fd, err := c.difference(x, e, 0x1p-10)
		if err != nil {
			return 0, err
		}
		off := larger(distance(g[k:k+1], fd[:1]), distance(dy[:1], fd[:1]))
		worst = larger(worst, off)
		name := "k"
		if k > 0 {
			name = fmt.Sprintf("x[%d]", k-1)
		}
		fmt.Fprintf(tw, "%s\t%g\t%.12f\t%.12f\t%.12f\t%.1e\t\n", name, in, g[k], dy[0], fd[0], off)
	}
	tw.Flush()
	fmt.Fprintf(w, "\nworst relative error against finite differences: %.1e\n", math.Abs(worst))
	return worst, nil
}

// demoNative builds the program with the first clang on the PATH and runs it.
func demoNative(w io.Writer) error {
	clang := ""
	for _, name := range []string{"clang", "clang-22", "clang-21", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"} {
		if p, err := exec.LookPath(name); err == nil {
			clang = p
			break
		}
	}
	if clang == "" {
		fmt.Fprintln(w, "\nNo clang on the PATH: the native program is not built.")
		return nil
	}
	dir, err := os.MkdirTemp("", "llad-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	put := func(name string, data []byte) error { return os.WriteFile(filepath.Join(dir, name), data, 0o666) }
	for _, name := range []string{"chain.c", "main.c"} {
		if err := put(name, demoFile(name)); err != nil {
			return err
		}
	}
	short := filepath.Base(clang)
	fmt.Fprintf(w, "\nThe same with %s, natively:\n\n", short)
	do := func(args ...string) ([]byte, error) {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("llad: %s: %w\n%s", strings.Join(args, " "), err, out)
		}
		return out, nil
	}
	fmt.Fprintf(w, "    %s -O1 -S -emit-llvm chain.c -o chain.ll\n", short)
	if _, err := do(clang, "-O1", "-S", "-emit-llvm", "chain.c", "-o", "chain.ll"); err != nil {
		return err
	}
	fmt.Fprintln(w, "    llad -reverse chain.ll -o chain_grad.ll -header chain_grad.h")
	src, err := os.ReadFile(filepath.Join(dir, "chain.ll"))
	if err != nil {
		return err
	}
	m, err := ir.Read("chain.ll", src)
	if err != nil {
		return err
	}
	d := pipeline.New(m)
	rev, err := d.Differentiate(pipeline.Request{Func: "energy", Mode: pipeline.Reverse})
	if err != nil {
		return err
	}
	h, err := declare.Header("chain_grad.h", []declare.Function{{Func: rev.Func, Sig: rev.Sig, Kind: "gradient"}})
	if err != nil {
		return err
	}
	text, err := d.Write(pipeline.WriteOptions{})
	if err != nil {
		return err
	}
	if err := put("chain_grad.h", h); err != nil {
		return err
	}
	if err := put("chain_grad.ll", text); err != nil {
		return err
	}
	fmt.Fprintf(w, "    %s -O2 main.c chain_grad.ll -lm -o chain && ./chain\n\n", short)
	if _, err := do(clang, "-O2", "-Wno-override-module", "main.c", "chain_grad.ll", "-lm", "-o", "chain"); err != nil {
		return err
	}
	out, err := do(filepath.Join(dir, "chain"))
	if err != nil {
		return err
	}
	fmt.Fprint(w, indent(out))
	return nil
}

// indent shifts every line by four columns.
func indent(text []byte) string {
	var b strings.Builder
	for _, line := range strings.SplitAfter(string(text), "\n") {
		if strings.TrimSpace(line) != "" {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	return b.String()
}
