package diag

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/llad-ad/llad/ir"
)

// Record is a diagnostic for programs, one object of JSON a line. The names of its fields stay.
type Record struct {
	Code     string        `json:"code"`
	Severity string        `json:"severity"` // error or note
	Message  string        `json:"message"`
	File     string        `json:"file,omitempty"`
	Line     int           `json:"line,omitempty"`   // from 1
	Column   int           `json:"column,omitempty"` // from 1
	Causes   []string      `json:"causes"`
	WaysOut  []string      `json:"ways_out"`
	Inlined  []RecordPlace `json:"inlined,omitempty"` // where the code of the place was inlined, innermost first
	Others   []RecordPlace `json:"others,omitempty"`  // places that have the same
}

// RecordPlace is a place in a Record.
type RecordPlace struct {
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Function string `json:"function,omitempty"`
}

func (f *finding) record() Record {
	r := Record{
		Code: f.Code, Severity: f.severity, Message: ir.Readable(f.Message),
		File: f.at.File, Line: f.at.Line, Column: f.at.Col, Causes: []string{}, WaysOut: []string{},
	}
	for _, c := range f.Causes {
		r.Causes = append(r.Causes, ir.Readable(c))
	}
	if help := f.help(); help != "" {
		r.WaysOut = append(r.WaysOut, help)
	}
	for _, o := range f.at.outer {
		r.Inlined = append(r.Inlined, recordPlace(o))
	}
	for _, o := range f.others {
		r.Others = append(r.Others, recordPlace(o.Place))
	}
	return r
}

func recordPlace(p ir.Place) RecordPlace {
	r := RecordPlace{File: p.File, Line: p.Line, Column: p.Col}
	if p.Func != "" {
		r.Function = ir.Readable(p.Func)
	}
	return r
}

// json writes a finding as a line.
func (p *Printer) json(f *finding) { p.encode(f.record(), "") }

func (p *Printer) encode(v any, indent string) {
	e := json.NewEncoder(p.W)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		fmt.Fprintln(p.W, err)
	}
}

type object = map[string]any

// sarif writes all findings as one document of SARIF 2.1.0.
func (p *Printer) sarif() {
	results := []object{}
	ids, rules := map[string]bool{}, []object{}
	for _, f := range p.results {
		if !ids[f.Code] {
			ids[f.Code] = true
			rules = append(rules, sarifRule(f.Code))
		}
		results = append(results, f.sarif())
	}
	driver := object{"name": "llad", "rules": rules}
	if p.Version != "" {
		driver["version"] = p.Version
	}
	p.encode(object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"version": "2.1.0",
		"runs":    []object{{"tool": object{"driver": driver}, "results": results}},
	}, "  ")
	p.results = nil
}

// sarifRule describes a code.
func sarifRule(code string) object {
	rule := object{"id": code}
	if c, ok := FindCode(code); ok {
		rule["shortDescription"] = object{"text": c.Title}
		rule["fullDescription"] = object{"text": c.Means + " " + c.Why}
		rule["help"] = object{"text": c.Explain(func(text string) []string { return []string{text} })}
	}
	return rule
}

func (f *finding) sarif() object {
	r := f.record()
	text := r.Message
	for _, c := range r.Causes {
		text += "\nbecause: " + c
	}
	for _, w := range r.WaysOut {
		text += "\nhelp: " + w
	}
	o := object{"ruleId": f.Code, "level": f.severity, "message": object{"text": text}}
	if r.File != "" {
		o["locations"] = []object{sarifPlace(recordPlace(f.at.Place))}
	}
	var related []object
	for _, at := range append(r.Inlined, r.Others...) {
		related = append(related, sarifPlace(at))
	}
	if related != nil {
		o["relatedLocations"] = related
	}
	return o
}

func sarifPlace(p RecordPlace) object {
	at := object{"artifactLocation": object{"uri": filepath.ToSlash(p.File)}}
	if p.Line > 0 {
		region := object{"startLine": p.Line}
		if p.Column > 0 {
			region["startColumn"] = p.Column
		}
		at["region"] = region
	}
	return object{"physicalLocation": at}
}
