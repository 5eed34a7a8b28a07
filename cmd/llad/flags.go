package main

import (
	"errors"
	"flag"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/diag"
)

// newFlags is a flag set that reports through errors only. What its flags are for stands in
// flagTexts.
func newFlags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs
}

// parse reads flags and files in any order; everything behind -- is a file.
func parse(fs *flag.FlagSet, args []string) (files []string, err error) {
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			if err == flag.ErrHelp {
				return nil, helpWanted{fs.Name()}
			}
			return nil, flagError(fs, err)
		}
		rest := fs.Args()
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			return append(files, rest...), nil
		}
		if len(rest) == 0 {
			break
		}
		files = append(files, rest[0])
		args = rest[1:]
	}
	return files, nil
}

// flagError is an error of package flag in llad's words.
func flagError(fs *flag.FlagSet, err error) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return usagef("%s", err)
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	if meant := diag.DidYouMean("-"+name, names); meant != "" {
		return usagef("there is no flag -%s; %s", name, meant)
	}
	help := "llad help"
	if _, command, ok := strings.Cut(fs.Name(), " "); ok {
		help += " " + command
	}
	return usagef("there is no flag -%s; `%s` lists them", name, help)
}

// oneFile is the single input file of a command.
func oneFile(files []string) (string, error) {
	switch len(files) {
	case 0:
		return "", usagef("no input file (- is standard input)")
	case 1:
		return files[0], nil
	}
	return "", usagef("more than one input file: %s", strings.Join(files, ", "))
}

// selection is which functions and what of their parameters.
type selection struct {
	funcs  string
	args   map[string]llad.Activity
	stated llad.Stated
}

func (s *selection) register(fs *flag.FlagSet) {
	s.args = map[string]llad.Activity{}
	fs.StringVar(&s.funcs, "func", "", "")
	for name, kind := range map[string]llad.Activity{
		"const": llad.Const, "dup": llad.Dup, "dupnoneed": llad.DupNoNeed, "out": llad.Out,
	} {
		fs.Func(name, "", func(list string) error {
			for _, p := range llad.SplitNames(list) {
				if old, ok := s.args[p]; ok && old != kind {
					return usagef("parameter %s has two activities", p)
				}
				s.args[p] = kind
			}
			return nil
		})
	}
}

// registerStated registers what a user may say about other functions.
func (s *selection) registerStated(fs *flag.FlagSet) {
	fs.Func("inactive", "", func(list string) error {
		s.stated.Inactive = append(s.stated.Inactive, llad.SplitNames(list)...)
		return nil
	})
	fs.Func("rule", "", func(file string) error {
		text, err := os.ReadFile(file)
		if err != nil {
			return errors.New(pathMessage(file, err))
		}
		if s.stated.RulesFile != "" {
			return errors.New("one file has all rules")
		}
		s.stated.Rules, s.stated.RulesFile = string(text), file
		return nil
	})
}

// names are the functions asked for; one "" stands for the default.
func (s *selection) names() []string {
	if n := llad.SplitNames(s.funcs); len(n) > 0 {
		return n
	}
	return []string{""}
}

// options are the flags of the main command.
type options struct {
	selection
	reverse, forward bool
	output           string
	width            int
	header, rust     string
	called           string
	rustEdition      int
	emit             string
	noDebug          bool
	dialect          string
	transport        llad.Transport
	caching          llad.Caching
	passes           passFlags
	messages         messageFlags
}

func (o *options) flags() *flag.FlagSet {
	fs := newFlags("llad")
	o.selection.register(fs)
	o.registerStated(fs)
	o.passes.register(fs)
	o.messages.register(fs)
	fs.BoolVar(&o.reverse, "reverse", false, "")
	fs.BoolVar(&o.forward, "forward", false, "")
	fs.StringVar(&o.output, "o", "-", "")
	fs.IntVar(&o.width, "width", 1, "")
	fs.StringVar(&o.called, "name", "", "")
	fs.StringVar(&o.header, "header", "", "")
	fs.StringVar(&o.rust, "rust", "", "")
	fs.IntVar(&o.rustEdition, "rust-edition", llad.RustEditions[0], "")
	fs.StringVar(&o.emit, "emit", "whole", "")
	fs.StringVar(&o.dialect, "dialect", "", "")
	fs.BoolVar(&o.noDebug, "gnone", false, "")
	fs.Func("transport", "", func(text string) (err error) {
		o.transport, err = llad.ParseTransport(text)
		return err
	})
	fs.Func("cache", "", o.caching.Add)
	fs.BoolVar(&o.caching.Stats, "stats", false, "")
	fs.BoolVar(&o.caching.InvertFloats, "invert-float", false, "")
	fs.Func("state", "", o.caching.State)
	fs.StringVar(&o.caching.Spill, "spill", "", "")
	fs.Func("tape-storage", "", o.caching.SetStorage)
	fs.Func("mem", "", func(text string) (err error) {
		o.caching.Mem, err = llad.ParseBytes(text)
		return err
	})
	return fs
}

// check refuses what does not go together and what is not built yet.
func (o *options) check(set map[string]bool) error {
	if o.passes.shows() && set["func"] && !o.forward {
		o.reverse = true
	}
	markers := !o.reverse && !o.forward
	if o.reverse && o.forward {
		return usagef("-reverse and -forward exclude each other")
	}
	for _, f := range []string{"func", "const", "dup", "dupnoneed", "out", "width", "name", "header", "rust"} {
		if markers && set[f] {
			return usagef("-%s goes with -reverse or -forward", f)
		}
	}
	places := map[string]string{}
	for _, f := range []struct{ flag, file string }{{"o", o.output}, {"header", o.header}, {"rust", o.rust}} {
		if set[f.flag] && f.file == "" {
			return usagef("-%s needs a file", f.flag)
		}
		if other := places[f.file]; other != "" && f.file != "" {
			return usagef("-%s and -%s name the same file", other, f.flag)
		}
		places[f.file] = f.flag
	}
	if n := len(llad.SplitNames(o.called)); set["name"] && n != len(o.names()) {
		return usagef("-name: a name for each of -func, of which there are %d, not %d", len(o.names()), n)
	}
	if set["rust-edition"] && o.rust == "" {
		return usagef("-rust-edition goes with -rust")
	}
	if !slices.Contains(llad.RustEditions, o.rustEdition) {
		return usagef("-rust-edition %d: it is 2018, 2021 or 2024", o.rustEdition)
	}
	if o.width < 1 {
		return usagef("-width %d: at least 1 is needed", o.width)
	}
	if o.emit != "whole" && o.emit != "derivatives" {
		return usagef("-emit %s: it is whole or derivatives", o.emit)
	}
	if markers && set["stop-after"] {
		return usagef("-stop-after goes with -func, -reverse or -forward")
	}
	if markers && o.emit != "whole" {
		return usagef("-emit derivatives goes with -reverse or -forward")
	}
	if o.dialect != "" {
		if v, err := strconv.Atoi(o.dialect); err != nil || v < oldestLLVM || v > newestLLVM {
			return usagef("-dialect %s: it is an LLVM version from %d to %d", o.dialect, oldestLLVM, newestLLVM)
		}
	}
	if o.forward && (set["cache"] || set["stats"] || set["mem"] || set["spill"] || set["state"] || set["invert-float"] || set["tape-storage"]) {
		return usagef("-cache, -invert-float, -mem, -spill, -state, -stats and -tape-storage go with gradients")
	}
	if set["spill"] && o.caching.Spill == "" {
		return usagef("-spill needs a directory")
	}
	return o.checkStop(set)
}

// checkStop refuses what does not go with a derivative that is not made.
func (o *options) checkStop(set map[string]bool) error {
	for _, f := range []string{"header", "rust", "emit"} {
		if set["stop-after"] && set[f] {
			return usagef("-stop-after and -%s exclude each other", f)
		}
	}
	return nil
}

// wasSet tells which flags were given.
func wasSet(fs *flag.FlagSet) map[string]bool {
	set := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { set[f.Name] = true })
	return set
}
