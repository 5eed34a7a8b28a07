package main

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/python"
	"github.com/llad-ad/llad/wrapper"
)

// pyAbout says what a module of Python has.
const pyAbout = "The source is C, C++, Rust (.rs) or IR (.ll). -o energy.py is a module over libenergy.so, which is built beside it by the " +
	"compiler of `llad cc`; what stands behind -- is for the compiler: flags, for C and C++ other sources and libraries. A function f " +
	"becomes f, f_and_grad, f_jvp and f_hvp, with numpy arrays; f_and_grad is what scipy.optimize.minimize takes with jac=True, f_hvp " +
	"what it takes as hessp. Each array needs its length (-shape x=n, -shape a=rows*columns); an integer that is a length is no argument " +
	"any more. Tangents stand behind what they are of: f_hvp(x, d_x). docs/python.md has the rest."

// pyFlags are the flags of py.
type pyFlags struct {
	selection
	output   string
	options  python.Options
	messages messageFlags
}

func newPyFlags() *pyFlags {
	return &pyFlags{options: python.Options{Shapes: map[string]python.Shape{}, Types: map[string]string{}}}
}

func (p *pyFlags) flags() *flag.FlagSet {
	fs := newFlags("llad py")
	p.selection.register(fs)
	p.messages.register(fs)
	fs.StringVar(&p.output, "o", "", "")
	fs.Func("shape", "", func(list string) error {
		for _, text := range llad.SplitNames(list) {
			name, shape, err := python.ParseShape(text)
			if err != nil {
				return err
			}
			p.options.Shapes[name] = shape
		}
		return nil
	})
	fs.Func("type", "", func(text string) error {
		name, t, ok := strings.Cut(text, "=")
		if !ok {
			return usagef("it is NAME=TYPE")
		}
		p.options.Types[name] = t
		return nil
	})
	fs.Func("readonly", "", func(list string) error {
		p.options.ReadOnly = append(p.options.ReadOnly, llad.SplitNames(list)...)
		return nil
	})
	fs.Func("transport", "", func(text string) (err error) {
		p.options.Transport, err = llad.ParseTransport(text)
		return err
	})
	fs.Func("make", "", func(list string) error {
		p.options.Make = []string{}
		for _, what := range llad.SplitNames(list) {
			if !slices.Contains(python.Derivatives, what) {
				return usagef("%s: it is some of %s", what, strings.Join(python.Derivatives, ", "))
			}
			p.options.Make = append(p.options.Make, what)
		}
		return nil
	})
	return fs
}

// py makes a module of Python.
func py(args []string, s streams) error {
	p := newPyFlags()
	var forCompiler []string
	if at := slices.Index(args, "--"); at >= 0 {
		args, forCompiler = args[:at], args[at+1:]
	}
	files, err := parse(p.flags(), args)
	if err != nil {
		return err
	}
	p.messages.apply(s.say)
	file, err := oneFile(files)
	if err != nil {
		return err
	}
	if p.output == "" {
		p.output = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) + ".py"
	}
	if filepath.Ext(p.output) != ".py" {
		return usagef("-o %s: a module of Python is called NAME.py", p.output)
	}
	if _, err := os.Stat(file); err != nil {
		return usagef("%s", pathMessage(file, err))
	}
	if !wrapper.IsPythonSource(file) {
		return usagef("%s is no source that Python modules are made of: C, C++, Rust (.rs), or IR as text (.ll)", file)
	}
	compiler, err := wrapper.FindCompiler(wrapper.SourceLanguage(file), newestLLVM)
	if err != nil {
		return err
	}
	rustc := []string{"rustc"}
	if named := os.Getenv("RUSTC"); named != "" {
		rustc = strings.Fields(named)
	}
	p.options.Funcs, p.options.Args = p.names(), p.args
	b := newBuild(s)
	b.Compiler = compiler
	return b.Python(wrapper.Python{Source: file, Flags: forCompiler, Output: p.output, Rustc: rustc, Options: p.options})
}
