package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

// errOff is what check ends with when a comparison failed; the table has said
// which.
var errOff = errors.New("llad: check: a relative error is too large")

// check is the command that compares derivatives with each other.
func check(args []string, s streams) error {
	var sel selection
	o := llad.CheckOptions{
		Sizes: map[string]int{}, Ints: map[string]int64{}, At: map[string][]float64{}, Types: map[string]string{},
	}
	fs := newFlags("llad check")
	sel.register(fs)
	fs.IntVar(&o.Points, "points", 3, "")
	fs.Uint64Var(&o.Seed, "seed", 1, "")
	fs.Float64Var(&o.Tol, "tol", 0, "")
	fs.Func("range", "", func(v string) error {
		lo, hi, ok := strings.Cut(v, ":")
		var err1, err2 error
		o.Lo, err1 = strconv.ParseFloat(lo, 64)
		o.Hi, err2 = strconv.ParseFloat(hi, 64)
		if !ok || err1 != nil || err2 != nil || !(o.Lo < o.Hi) {
			return errors.New("the form is LOW:HIGH")
		}
		return nil
	})
	setting(fs, "size", func(name, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > 1<<24 {
			return errors.New("the size is a number from 1 to 16777216")
		}
		if name == "" {
			o.Size = n
		} else {
			o.Sizes[name] = n
		}
		return nil
	})
	setting(fs, "n", func(name, v string) error {
		n, err := strconv.ParseInt(v, 0, 64)
		if err != nil || name == "" {
			return errors.New("the form is NAME=INTEGER")
		}
		o.Ints[name] = n
		return nil
	})
	setting(fs, "type", func(name, v string) error {
		if name == "" {
			return errors.New("the form is NAME=TYPE")
		}
		o.Types[name] = v
		return nil
	})
	setting(fs, "at", func(name, v string) error {
		if name == "" {
			return errors.New("the form is NAME=NUMBER[,NUMBER]")
		}
		for _, w := range strings.Split(v, ",") {
			x, err := strconv.ParseFloat(strings.TrimSpace(w), 64)
			if err != nil {
				return fmt.Errorf("%q is no number", w)
			}
			o.At[name] = append(o.At[name], x)
		}
		return nil
	})
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	if o.Points < 1 {
		return usagef("-points %d: at least 1 is needed", o.Points)
	}
	file, err := oneFile(files)
	if err != nil {
		return err
	}
	name, src, err := readInput(file, s)
	if err != nil {
		return err
	}
	o.Args = sel.args
	off := false
	for _, f := range sel.names() {
		m, err := ir.Read(name, src)
		if err != nil {
			return err
		}
		o.Func = f
		r, err := llad.Check(m, o)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprint(s.out, r); err != nil {
			return err
		}
		off = off || !r.OK()
	}
	if off {
		return errOff
	}
	return nil
}

// setting registers a flag of the form NAME=VALUE that may be repeated; set
// gets an empty name when there is only a value.
func setting(fs *flag.FlagSet, name string, set func(name, value string) error) {
	fs.Func(name, "", func(v string) error {
		if n, rest, ok := strings.Cut(v, "="); ok {
			return set(n, rest)
		}
		return set("", v)
	})
}
