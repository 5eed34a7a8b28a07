package main

import (
	"encoding/json"
	"strings"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

// explain is the command that tells what a derivative is made of.
func explain(args []string, s streams) error {
	var sel selection
	var forward, reverse bool
	var format, output string
	fs := newFlags("llad explain")
	sel.register(fs)
	fs.BoolVar(&reverse, "reverse", false, "")
	fs.BoolVar(&forward, "forward", false, "")
	var caching llad.Caching
	fs.Func("cache", "", caching.Add)
	fs.BoolVar(&caching.InvertFloats, "invert-float", false, "")
	fs.StringVar(&format, "format", "text", "")
	fs.StringVar(&output, "o", "-", "")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	if forward && reverse {
		return usagef("-reverse and -forward exclude each other")
	}
	render, ok := formats[format]
	if !ok {
		return usagef("-format %s: it is text, json or html", format)
	}
	if output == "" {
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
	req := llad.Request{Mode: llad.Reverse, Args: sel.args}
	if forward {
		req.Mode = llad.Forward
	}
	var all []*llad.Explanation
	for _, f := range sel.names() {
		m, err := ir.Read(name, src)
		if err != nil {
			return err
		}
		req.Func = f
		d := llad.New(m)
		d.Cache = caching
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
	out.add(output, text)
	return out.write()
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
