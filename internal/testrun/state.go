package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// state is which units of the whole matrix have passed in one state of the tree.
type state struct {
	path string
	Tree string
	Done map[string]*record // by the unit's name
}

// record is what a unit that passed counted.
type record struct {
	Passed  int
	Skips   []skipRecord
	Notes   []string
	Seconds float64
}

type skipRecord struct{ Pkg, Name, Why string }

// openState reads the file at path. What another state of the tree left there is dropped.
func openState(path, tree string) *state {
	s := &state{path: path}
	data, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(data, s) != nil || s.Tree != tree || s.Done == nil {
		s.Tree, s.Done = tree, map[string]*record{}
	}
	return s
}

// pass notes that a unit has passed.
func (s *state) pass(unit string, o *outcome, seconds float64) error {
	r := &record{Passed: o.passed, Notes: o.notes, Seconds: seconds}
	for _, k := range o.skips {
		r.Skips = append(r.Skips, skipRecord{k.pkg, k.name, k.why})
	}
	s.Done[unit] = r
	data, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(s.path+".new", data, 0o644); err != nil {
		return err
	}
	return os.Rename(s.path+".new", s.path)
}

// outcome is what a unit counted when it passed.
func (r *record) outcome() *outcome {
	o := newOutcome()
	o.passed, o.notes = r.Passed, r.Notes
	for _, k := range r.Skips {
		o.skips = append(o.skips, skip{test{k.Pkg, k.Name}, k.Why})
	}
	return o
}

// treeHash is a hash of every file that git tracks or would track, and of the go command's version.
func treeHash() (string, error) {
	h := sha256.New()
	for _, args := range [][]string{{"go", "version"}, {"git", "ls-files", "-co", "--exclude-standard", "-z"}} {
		out, err := exec.Command(args[0], args[1:]...).Output()
		if err != nil {
			return "", fmt.Errorf("%s: %w", strings.Join(args, " "), err)
		}
		if args[0] == "go" {
			h.Write(out)
			continue
		}
		for _, name := range bytes.Split(out, []byte{0}) {
			data, err := os.ReadFile(string(name))
			if err != nil {
				continue // deleted, or a link to nothing
			}
			fmt.Fprintln(h, string(name), len(data))
			h.Write(data)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}
