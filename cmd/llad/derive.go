package main

import (
	"path/filepath"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/diag"
)

// derive is the main command.
func derive(args []string, s streams) error {
	var o options
	fs := o.flags()
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	o.messages.apply(s.say)
	if err := o.check(wasSet(fs)); err != nil {
		return err
	}
	file, err := oneFile(files)
	if err != nil {
		return err
	}
	name, src, err := readInput(file, s)
	if err != nil {
		return err
	}
	stages := o.messages.stages(s, o.passes.shows())
	defer stages.quiet()
	m, err := readIR(name, src)
	if err != nil {
		return err
	}
	out := outputs{s: s}
	d := llad.New(m)
	d.WatchStages(stages.begin)
	d.State(o.stated)
	d.DerivativesOnly = o.emit == "derivatives"
	d.Cache, d.Transport = o.caching, o.transport
	finish, err := o.passes.watch(d, o.funcs, s.err)
	if err != nil {
		return err
	}
	if o.reverse || o.forward {
		err = o.differentiate(d, &out)
	} else {
		var n int
		if n, err = d.LowerMarkers(); err == nil && n == 0 && !o.passes.shows() {
			d.Notes = append(d.Notes, noMarkers(name))
		}
	}
	finish()
	stages.begin("writing", "")
	if err == nil {
		d.Notes = append(d.Notes, d.Cache.Unused()...)
	}
	stages.quiet()
	s.say.Notes(d.Notes)
	if err != nil {
		return err
	}
	text, err := d.Write(llad.WriteOptions{Emit: o.emit, Dialect: o.dialect, NoDebug: o.noDebug})
	if err != nil {
		return err
	}
	out.add(o.output, text)
	if err := out.write(); err != nil {
		return err
	}
	o.messages.costs(s, stages)
	return nil
}

// differentiate makes the derivatives of every function asked for, and the
// files of declarations.
func (o *options) differentiate(d *llad.Differentiator, out *outputs) error {
	mode := llad.Reverse
	if o.forward {
		mode = llad.Forward
	}
	var results []*llad.Result
	called := llad.SplitNames(o.called)
	for k, f := range o.names() {
		req := llad.Request{Func: f, Mode: mode, Args: o.args, Width: o.width}
		if called != nil {
			req.Name = diag.Spelled(called[k])
		}
		if o.passes.stopAfter != "" {
			runs, err := d.StopAfter(req, o.passes.stopAfter, o.passes.stopRun)
			if err == nil && !runs {
				err = usagef("-stop-after %s,%d: the pass does not run so often", o.passes.stopAfter, o.passes.stopRun)
			}
			if err != nil {
				return err
			}
			continue
		}
		r, err := d.Differentiate(req)
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	if o.header != "" {
		h, err := llad.Header(filepath.Base(o.header), results)
		if err != nil {
			return err
		}
		out.add(o.header, h)
	}
	if o.rust != "" {
		r, err := llad.RustDecls(results, o.rustEdition)
		if err != nil {
			return err
		}
		out.add(o.rust, r)
	}
	return nil
}
