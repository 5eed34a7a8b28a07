package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"github.com/llad-ad/llad"
)

// errOff is what check ends with when a comparison failed; the table has said
// which.
var errOff = errors.New("llad: check: a relative error is too large")

// checkFlags are the flags of the command check.
type checkFlags struct {
	selection
	llad.CheckOptions
	messages messageFlags
}

func newCheckFlags() *checkFlags {
	return &checkFlags{CheckOptions: llad.CheckOptions{
		Sizes: map[string]int{}, Ints: map[string]int64{}, At: map[string][]float64{}, Types: map[string]string{},
	}}
}

func (c *checkFlags) flags() *flag.FlagSet {
	fs := newFlags("llad check")
	c.selection.register(fs)
	c.registerStated(fs)
	c.messages.register(fs)
	fs.IntVar(&c.Points, "points", 3, "")
	fs.Uint64Var(&c.Seed, "seed", 1, "")
	fs.Float64Var(&c.Tol, "tol", 0, "")
	fs.Func("range", "", func(v string) error {
		lo, hi, ok := strings.Cut(v, ":")
		var err1, err2 error
		c.Lo, err1 = strconv.ParseFloat(lo, 64)
		c.Hi, err2 = strconv.ParseFloat(hi, 64)
		if !ok || err1 != nil || err2 != nil || !(c.Lo < c.Hi) {
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
			c.Size = n
		} else {
			c.Sizes[name] = n
		}
		return nil
	})
	setting(fs, "n", func(name, v string) error {
		n, err := strconv.ParseInt(v, 0, 64)
		if err != nil || name == "" {
			return errors.New("the form is NAME=INTEGER")
		}
		c.Ints[name] = n
		return nil
	})
	setting(fs, "type", func(name, v string) error {
		if name == "" {
			return errors.New("the form is NAME=TYPE")
		}
		c.Types[name] = v
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
			c.At[name] = append(c.At[name], x)
		}
		return nil
	})
	return fs
}

// check is the command that compares derivatives with each other.
func check(args []string, s streams) error {
	c := newCheckFlags()
	o := &c.CheckOptions
	files, err := parse(c.flags(), args)
	if err != nil {
		return err
	}
	c.messages.apply(s.say)
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
	o.Args = c.args
	stages := c.messages.stages(s, false)
	defer stages.quiet()
	off := false
	for _, f := range c.names() {
		m, err := readIR(name, src)
		if err != nil {
			return err
		}
		o.Func = f
		d := llad.New(m)
		d.WatchStages(stages.begin)
		d.State(c.stated)
		r, err := d.Check(*o)
		if err != nil {
			return err
		}
		stages.pause()
		if _, err := fmt.Fprint(s.out, r); err != nil {
			return err
		}
		off = off || !r.OK()
	}
	stages.quiet()
	c.messages.costs(s, stages)
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
