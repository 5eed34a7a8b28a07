package wrapper

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// requestPrefix begins the arguments that ask for derivatives, which the compiler does not see:
// --llad-reverse=energy --llad-const=n --llad-header=energy_grad.h.
const requestPrefix = "--llad-"

// requests are the derivatives that a command line asks for, of functions of its source. They are
// called by the function's name without its namespace, and _grad or _jvp.
type requests struct {
	funcs  map[llad.Mode][]string // names; "" is the only function that a linker sees
	args   map[string]llad.Activity
	width  int
	header string
	here   bool // functions that the source does not define are those of other sources

	stated    llad.Stated
	transport llad.Transport
	caching   llad.Caching
}

// listed are functions, given behind the name of a mode or not.
type listed func(names []string)

func (l listed) String() string   { return "" }
func (l listed) IsBoolFlag() bool { return true } // its value may be left out

func (l listed) Set(text string) error {
	names := llad.SplitNames(text)
	if text == "true" || len(names) == 0 {
		names = []string{""}
	}
	l(names)
	return nil
}

// flags are what the arguments may say, as the command's own flags have it.
func (r *requests) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	for name, mode := range map[string]llad.Mode{"reverse": llad.Reverse, "forward": llad.Forward} {
		fs.Var(listed(func(names []string) { r.funcs[mode] = append(r.funcs[mode], names...) }), name, "")
	}
	for name, kind := range map[string]llad.Activity{"const": llad.Const, "dup": llad.Dup, "dupnoneed": llad.DupNoNeed, "out": llad.Out} {
		fs.Func(name, "", func(list string) error {
			for _, p := range llad.SplitNames(list) {
				r.args[p] = kind
			}
			return nil
		})
	}
	fs.Func("inactive", "", func(list string) error {
		r.stated.Inactive = append(r.stated.Inactive, llad.SplitNames(list)...)
		return nil
	})
	fs.Func("rule", "", func(file string) error {
		text, err := os.ReadFile(file)
		r.stated.Rules, r.stated.RulesFile = string(text), file
		return err
	})
	fs.IntVar(&r.width, "width", 1, "")
	fs.StringVar(&r.header, "header", "", "")
	fs.BoolVar(&r.here, "here", false, "")
	fs.Func("tape-storage", "", r.caching.SetStorage)
	fs.Func("transport", "", func(text string) (err error) {
		r.transport, err = llad.ParseTransport(text)
		return err
	})
	fs.Func("cache", "", r.caching.Add)
	fs.Func("state", "", r.caching.State)
	fs.BoolVar(&r.caching.Stats, "stats", false, "")
	fs.BoolVar(&r.caching.InvertFloats, "invert-float", false, "")
	fs.Func("mem", "", func(text string) (err error) {
		r.caching.Mem, err = llad.ParseBytes(text)
		return err
	})
	return fs
}

// requested reads what the command line asks for; nil where that is nothing.
func (c *Command) requested() (*requests, error) {
	var words []string
	for _, a := range c.arguments {
		if a.kind == requestKind {
			words = append(words, "-"+a.value)
		}
	}
	if words == nil || len(c.Sources) == 0 {
		return nil, nil
	}
	r := &requests{funcs: map[llad.Mode][]string{}, args: map[string]llad.Activity{}}
	fs := r.flags()
	if err := unknownRequest(fs, words); err != nil {
		return nil, err
	}
	err := fs.Parse(words)
	switch {
	case err != nil:
		return nil, refuse(codeRequest, requestPrefix+"...: "+err.Error(), "docs/wrappers.md lists them")
	case len(r.funcs) == 0 && len(r.args) == 0 && r.header == "" && r.width == 1:
		r.stated.OfMany = true // of the markers of any source
		return r, nil
	case len(r.funcs) == 0:
		return nil, refuse(codeRequest, "no derivative is asked for", requestPrefix+"reverse=FUNCTION or "+requestPrefix+"forward=FUNCTION")
	case len(c.Sources) > 1:
		return nil, refuse(codeRequest, fmt.Sprintf("derivatives are asked for with %d sources", len(c.Sources)), "a command for each source, with -c")
	}
	return r, nil
}

// ask reports whether derivatives are asked for, of functions by their names.
func (r *requests) ask() bool { return r != nil && len(r.funcs) > 0 }

// unknownRequest refuses a flag that there is not, and names the one that may be meant.
func unknownRequest(fs *flag.FlagSet, words []string) error {
	var known []string
	fs.VisitAll(func(f *flag.Flag) { known = append(known, requestPrefix+f.Name) })
	for _, w := range words {
		name, _, _ := strings.Cut(w[1:], "=")
		if fs.Lookup(name) == nil {
			help := "docs/wrappers.md lists them"
			if meant := diag.DidYouMean(requestPrefix+name, known); meant != "" {
				help = meant
			}
			return refuse(codeRequest, "there is no flag "+requestPrefix+name, help)
		}
	}
	return nil
}

// choose has all derivatives made as the arguments say, those of markers too.
func (r *requests) choose(d *llad.Differentiator) {
	if r != nil {
		d.State(r.stated)
		d.Transport, d.Cache = r.transport, r.caching
	}
}

// derive makes the derivatives.
func (r *requests) derive(d *llad.Differentiator) ([]*llad.Result, error) {
	var results []*llad.Result
	known := map[string]bool{"return": true} // parameters of one of the functions
	for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
		suffix := map[llad.Mode]string{llad.Reverse: "_grad", llad.Forward: "_jvp"}[mode]
		for _, name := range r.funcs[mode] {
			f, err := functionOf(d.M, name, results)
			if r.here && elsewhere(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			made, err := d.Differentiate(llad.Request{Func: f.Name, Mode: mode, Args: r.argsOf(f, known), Width: r.width,
				Name: diag.Spelled(diag.BareName(f) + suffix)})
			if err != nil {
				return nil, err
			}
			results = append(results, made)
		}
	}
	if len(results) == 0 {
		return nil, refuse(codeRequest, "none of the functions is in this source", "the sources that define them")
	}
	for _, name := range slices.Sorted(maps.Keys(r.args)) {
		if !known[name] && !r.here {
			_, err := llad.Kinds(results[0].Sig.F, map[string]llad.Activity{name: llad.Const})
			return nil, err
		}
	}
	return results, nil
}

// elsewhere reports whether a function was not found since the source does not define it.
func elsewhere(err error) bool {
	var d *ir.Diagnostic
	return errors.As(err, &d) && (d.Code == "L0701" || d.Code == "L0702")
}

// argsOf is what is said about parameters that a function has; their names are known then.
func (r *requests) argsOf(f *ir.Function, known map[string]bool) map[string]llad.Activity {
	args := map[string]llad.Activity{}
	for name, kind := range r.args {
		k, err := strconv.Atoi(name)
		if name == "return" || err == nil && k < len(f.Params) || slices.Contains(diag.ParamNames(f), name) {
			args[name], known[name] = kind, true
		}
	}
	return args
}

// functionOf is a function by its name; "" is the only one that a linker sees besides the derivatives.
func functionOf(m *ir.Module, name string, made []*llad.Result) (*ir.Function, error) {
	if name != "" {
		return llad.FindFunc(m, name)
	}
	if len(made) > 0 && !slices.ContainsFunc(made, func(r *llad.Result) bool { return r.Sig.F != made[0].Sig.F }) {
		return made[0].Sig.F, nil
	}
	return llad.DefaultFunc(m)
}

// declare writes the header, where one is asked for.
func (r *requests) declare(results []*llad.Result) error {
	if r == nil || r.header == "" {
		return nil
	}
	text, err := llad.Header(filepath.Base(r.header), results)
	if err != nil {
		return err
	}
	if dir := filepath.Dir(r.header); dir != "." {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	return os.WriteFile(r.header, text, 0o666)
}

var flagInHelp = regexp.MustCompile("(`?)-([a-z-]+) ([^`, ]+)(`?)|`-([a-z-]+)`")

// FlagsInHelp has the flags in what a message advises as these command lines take them: --llad-inactive=f for
// `-inactive f`. Those that they do not have stay.
func FlagsInHelp(help string) string {
	known := (&requests{}).flags()
	return flagInHelp.ReplaceAllStringFunc(help, func(text string) string {
		words := strings.Fields(strings.Trim(text, "`"))
		name := words[0][1:]
		switch {
		case known.Lookup(name) == nil || name == "reverse" || name == "forward":
			return text
		case len(words) == 2:
			return strings.Replace(text, words[0]+" ", requestPrefix+name+"=", 1)
		}
		return strings.Replace(text, words[0], requestPrefix+name, 1)
	})
}
