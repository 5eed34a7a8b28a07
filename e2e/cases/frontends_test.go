package cases

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	llir "github.com/llir/llvm/ir"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/e2e/known"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// mained is IR text with a C program of its own that judges it.
type mained struct {
	main  string   // in the program's folder
	flags []string // of llad
	libs  []string // that the program is linked with
	judge func(native.Ended) (verdict, note string)
	times int
}

func (m *mained) run(c config, text []byte, mode string) (known.Outcome, error) {
	what := map[string]string{"reverse": "-DGRAD", "forward": "-DJVP"}[mode]
	driver, err := produce(config{tc: base}, base.Clang, filepath.Join(folder, m.main), "main.o", "-O1", "-w", "-c", what)
	if err != nil {
		return known.Outcome{}, err
	}
	return outcome(func(dir string) (known.Outcome, error) {
		if err := differentiate(dir, "program.ll", text, lladLimit, append([]string{"-" + mode}, m.flags...)...); err != nil {
			return known.Outcome{}, err
		}
		if err := os.WriteFile(filepath.Join(dir, "main.o"), driver, 0o644); err != nil {
			return known.Outcome{}, err
		}
		if err := tool(dir, c.tc.Clang, "-O2", "-w", "-Wno-override-module", "-c", "derivative.ll", "-o", "built.o"); err != nil {
			return known.Outcome{}, err
		}
		if err := tool(dir, base.Clang, append([]string{"-o", "program", "main.o", "built.o", "-lm", "-lpthread"}, m.libs...)...); err != nil {
			return known.Outcome{}, err
		}
		return repeat(dir, m.times, m.judge)
	}, "mained", c.id(), mode, m.main, string(text), string(driver), strings.Join(m.flags, " "))
}

// prints judges a program that prints its gradient on one line.
func prints(want string) func(native.Ended) (string, string) {
	return func(e native.Ended) (string, string) {
		if got := strings.TrimSpace(e.Stdout); !e.OK() || got != want {
			return "WRONG", got + " for " + want
		}
		return known.Right, ""
	}
}

var pair = regexp.MustCompile(`d_x\[\d\]=(\S+) differences (\S+)`)

// likeDifferences judges a program that prints derivatives beside differences.
func likeDifferences(e native.Ended) (string, string) {
	found := pair.FindAllStringSubmatch(e.Stdout, -1)
	if !e.OK() || len(found) == 0 {
		return "crash", fmt.Sprint("status ", e.Code)
	}
	for _, m := range found {
		got, err1 := strconv.ParseFloat(m[1], 64)
		want, err2 := strconv.ParseFloat(m[2], 64)
		if err := errors.Join(err1, err2); err != nil || !(math.Abs(got-want) <= 1e-4*(1+math.Abs(want))) {
			return "WRONG", m[0]
		}
	}
	return known.Right, ""
}

// refusedOnly is right for what has to be refused: a function whose result is
// memory that it allocated has no place for a derivative of that memory.
func refusedOnly(c config, text []byte, mode, name string) (known.Outcome, error) {
	return outcome(func(dir string) (known.Outcome, error) {
		err := differentiate(dir, "program.ll", text, lladLimit, "-"+mode, "-func", name)
		var f *failure
		switch {
		case err == nil:
			return known.Outcome{}, failed("WRONG", "accepted, and the derivative of the memory that it returns is nowhere")
		case errors.As(err, &f) && strings.HasPrefix(f.verdict, "refused"):
			return known.Outcome{Verdicts: []string{known.Right}}, nil
		}
		return known.Outcome{}, err
	}, "refused only", c.id(), mode, name, string(text))
}

// built is a module that a program makes with llir/llvm.
func built(m *llir.Module, name, mode string) known.Outcome {
	req := llad.Request{Func: name, Mode: llad.Reverse}
	if mode == "forward" {
		req.Mode = llad.Forward
	}
	_, err := llad.Differentiate(m, req)
	var d *ir.Diagnostic
	switch {
	case err == nil:
		return known.Outcome{Verdicts: []string{known.Right}}
	case errors.As(err, &d):
		return known.Outcome{Verdicts: []string{"refused " + d.Code}, Note: d.Message}
	}
	return known.Outcome{Verdicts: []string{"internal"}, Note: err.Error()}
}

// stencilModule is a loop that works in place, so that a gradient has to keep values.
func stencilModule() *llir.Module {
	m := llir.NewModule()
	u, n := llir.NewParam("u", types.NewPointer(types.Double)), llir.NewParam("n", types.I64)
	f := m.NewFunc("f", types.Void, u, n)
	entry, head, body, exit := f.NewBlock("entry"), f.NewBlock("head"), f.NewBlock("body"), f.NewBlock("exit")
	entry.NewBr(head)
	i := head.NewPhi(llir.NewIncoming(constant.NewInt(types.I64, 1), entry))
	head.NewCondBr(head.NewICmp(enum.IPredSLT, i, n), body, exit)
	before := body.NewGetElementPtr(types.Double, u, body.NewSub(i, constant.NewInt(types.I64, 1)))
	here := body.NewGetElementPtr(types.Double, u, i)
	body.NewStore(body.NewFMul(body.NewLoad(types.Double, before), body.NewLoad(types.Double, here)), here)
	i.Incs = append(i.Incs, llir.NewIncoming(body.NewAdd(i, constant.NewInt(types.I64, 1)), body))
	body.NewBr(head)
	exit.NewRet(nil)
	return m
}

// structModule multiplies two members of a struct that is named, or not.
func structModule(named bool, fields ...types.Type) *llir.Module {
	m := llir.NewModule()
	var record types.Type = types.NewStruct(fields...)
	if named {
		record = m.NewTypeDef("P", record)
	}
	q := llir.NewParam("q", types.NewPointer(record))
	b := m.NewFunc("f", types.Double, q).NewBlock("")
	member := func(k int64) *llir.InstLoad {
		at := b.NewGetElementPtr(record, q, constant.NewInt(types.I32, 0), constant.NewInt(types.I32, k))
		return b.NewLoad(types.Double, at)
	}
	b.NewRet(b.NewFMul(member(0), member(1)))
	return m
}

// runtime is a C program that calls what the run-time library of another language has.
type runtime struct {
	program, change string
	flags, libs     []string
	library         string // that has to be there
}

func runtimes(mode string) []runtime {
	list := []runtime{
		{program: "counted.c", change: "-", flags: []string{"-func", "f", "-const", "0"}},
		{program: "collected.c", change: "-", flags: []string{"-func", "f"}, libs: []string{"-lgc"}, library: "gc"},
	}
	if mode == "reverse" {
		for _, c := range list {
			c.change, c.flags = "global tape", append(c.flags, "-tape-storage", "global")
			list = append(list, c)
		}
	}
	return list
}

// needs skips the test where the library is not there.
func (r runtime) needs(t *testing.T) {
	if r.library == "" {
		return
	}
	out, err := exec.Command(base.Clang, "-print-file-name=lib"+r.library+".so").Output()
	if err != nil || !filepath.IsAbs(strings.TrimSpace(string(out))) {
		t.Skipf("lib%s is not there: make test-all", r.library)
	}
}

// frontends lists the runs of IR that other compilers than clang and rustc make.
func frontends(t *testing.T, modes []string) (list []trial) {
	add := func(program, config, mode, change string, run func(*testing.T) (known.Outcome, error)) {
		list = append(list, trial{known.Key{Program: "frontends/" + program, Config: config, Mode: mode, Change: change}, run})
	}
	old, plain := clangs(t, map[int][]string{14: {"-O2"}})[0], clangs(t, map[int][]string{19: {"-O2"}})[0]
	ok := (&marked{good: "ok"}).judge
	for _, mode := range modes {
		for name, c := range map[string]config{"named_struct_const": plain, "zero_array_store": old} {
			add(name+".ll", c.name, mode, "-", func(*testing.T) (known.Outcome, error) {
				text, err := os.ReadFile(filepath.Join(folder, "frontends", name+".ll"))
				if err != nil {
					return known.Outcome{}, err
				}
				m := &mained{main: "frontends/" + name + "_main.c", flags: []string{"-func", "f"}, judge: ok, times: 1}
				return m.run(c, text, mode)
			})
		}
		add("returned_memory.c", plain.name, mode, "-", func(*testing.T) (known.Outcome, error) {
			text, err := compile(plain, filepath.Join(folder, "frontends", "returned_memory.c"))
			if err != nil {
				return known.Outcome{}, err
			}
			if mode == "forward" {
				m := &mained{main: "frontends/returned_memory_main.c", flags: []string{"-func", "sq", "-const", "1"}, judge: ok, times: 1}
				return m.run(plain, text, mode)
			}
			return refusedOnly(plain, text, mode, "sq")
		})
		for _, c := range runtimes(mode) {
			add(c.program, plain.name, mode, c.change, func(t *testing.T) (known.Outcome, error) {
				c.needs(t)
				text, err := compile(plain, filepath.Join(folder, "frontends", c.program))
				if err != nil {
					return known.Outcome{}, err
				}
				m := &mained{main: "frontends/" + strings.TrimSuffix(c.program, ".c") + "_main.c", flags: c.flags, libs: c.libs, judge: ok, times: 1}
				return m.run(plain, text, mode)
			})
		}
		for what, m := range map[string]func() *llir.Module{
			"stencil":        stencilModule,
			"named struct":   func() *llir.Module { return structModule(true, types.Double, types.Double, types.I32) },
			"literal struct": func() *llir.Module { return structModule(false, types.Double, types.Double, types.I32) },
			"named pair":     func() *llir.Module { return structModule(true, types.Double, types.Double) },
		} {
			add("llir", "llir", mode, what, func(*testing.T) (known.Outcome, error) { return built(m(), "f", mode), nil })
		}
	}
	add("opencl_barrier.cl", plain.name, "reverse", "-", func(*testing.T) (known.Outcome, error) {
		text, err := compile(plain, filepath.Join(folder, "frontends", "opencl_barrier.cl"), "-target", "x86_64-pc-linux-gnu")
		if err != nil {
			return known.Outcome{}, err
		}
		m := &mained{main: "frontends/opencl_barrier_driver.c", flags: []string{"-func", "loc"}, judge: likeDifferences, times: 3}
		o, err := m.run(plain, text, "reverse")
		if err == nil && strings.HasPrefix(o.Set(), "refused") {
			o = known.Outcome{Verdicts: []string{known.Right}} // until barriers are reversed
		}
		return o, err
	})
	return list
}
