package main

import (
	"encoding/json"
	"flag"
	"strings"

	"github.com/llad-ad/llad"
)

// explainFlags are the flags of the command explain.
type explainFlags struct {
	selection
	forward, reverse bool
	caching          llad.Caching
	format, output   string
	messages         messageFlags
}

func (e *explainFlags) flags() *flag.FlagSet {
	fs := newFlags("llad explain")
	e.selection.register(fs)
	e.registerStated(fs)
	e.messages.register(fs)
	fs.BoolVar(&e.reverse, "reverse", false, "")
	fs.BoolVar(&e.forward, "forward", false, "")
	fs.Func("cache", "", e.caching.Add)
	fs.BoolVar(&e.caching.InvertFloats, "invert-float", false, "")
	fs.StringVar(&e.format, "format", "text", "")
	fs.StringVar(&e.output, "o", "-", "")
	return fs
}

// explain is the command that tells what a derivative is made of.
func explain(args []string, s streams) error {
	var o explainFlags
	files, err := parse(o.flags(), args)
	if err != nil {
		return err
	}
	o.messages.apply(s.say)
	if o.forward && o.reverse {
		return usagef("-reverse and -forward exclude each other")
	}
	render, ok := formats[o.format]
	if !ok {
		return usagef("-format %s: it is text, json or html", o.format)
	}
	if o.output == "" {
		return usagef("-o needs a file")
	}
	file, err := oneFile(files)
	if err != nil {
		return err
	}
	name, src, err := readInput(file, s)
	if err != nil {
		return err
	}
	req := llad.Request{Mode: llad.Reverse, Args: o.args}
	if o.forward {
		req.Mode = llad.Forward
	}
	stages := o.messages.stages(s, false)
	defer stages.quiet()
	var all []*llad.Explanation
	for _, f := range o.names() {
		m, err := readIR(name, src)
		if err != nil {
			return err
		}
		req.Func = f
		d := llad.New(m)
		d.Cache = o.caching
		d.WatchStages(stages.begin)
		d.State(o.stated)
		e, err := d.Explain(req)
		if err != nil {
			return err
		}
		all = append(all, e)
	}
	text, err := render(all)
	if err != nil {
		return err
	}
	out := outputs{s: s}
	out.add(o.output, text)
	stages.quiet()
	if err := out.write(); err != nil {
		return err
	}
	o.messages.costs(s, stages)
	return nil
}

// formats are the forms an explanation is given in. JSON is one object for one
// function and an array for several; HTML pages stand one behind the other.
var formats = map[string]func([]*llad.Explanation) ([]byte, error){
	"text": func(all []*llad.Explanation) ([]byte, error) {
		var parts []string
		for _, e := range all {
			parts = append(parts, e.String())
		}
		return []byte(strings.Join(parts, "\n")), nil
	},
	"json": func(all []*llad.Explanation) ([]byte, error) {
		var v any = all
		if len(all) == 1 {
			v = all[0]
		}
		b, err := json.MarshalIndent(v, "", "  ")
		return append(b, '\n'), err
	},
	"html": func(all []*llad.Explanation) ([]byte, error) {
		var pages []byte
		for _, e := range all {
			p, err := e.HTML()
			if err != nil {
				return nil, err
			}
			pages = append(pages, p...)
		}
		return pages, nil
	},
}
