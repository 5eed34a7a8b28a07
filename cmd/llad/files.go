package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/llad-ad/llad/ir"
)

// readInput reads a file, - being standard input, and gives the name that
// messages use.
func readInput(name string, s streams) (string, []byte, error) {
	if name == "-" {
		b, err := io.ReadAll(s.in)
		if err != nil {
			return "", nil, usagef("reading standard input: %s", err)
		}
		return "<stdin>", b, nil
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return "", nil, usagef("%s", pathMessage(name, err))
	}
	return name, b, nil
}

// readIR reads a module. Where the file is a source, the error says how it becomes one.
func readIR(name string, text []byte) (*ir.Module, error) {
	m, err := ir.Read(name, text)
	var d *ir.Diagnostic
	if !errors.As(err, &d) || d.Code != "L0001" {
		return m, err
	}
	wrapped := map[string]string{".c": "cc", ".cc": "c++", ".cpp": "c++", ".cxx": "c++", ".C": "c++"}
	switch ext := filepath.Ext(name); {
	case wrapped[ext] != "":
		d.Hint = fmt.Sprintf("make IR of it: `llad %s -O2 -g -S -emit-llvm %s`; or have the gradient in its object: `llad %[1]s -O2 -c %[2]s --llad-reverse=FUNCTION`", wrapped[ext], name)
	case ext == ".rs":
		d.Hint = fmt.Sprintf("make IR of it: `rustc --crate-type=lib -O -g --emit=llvm-ir %s`", name)
	}
	return m, err
}

// pathMessage is `name: reason` without the system call's name.
func pathMessage(name string, err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Sprintf("%s: %s", name, err)
}

// outputs collects what a command writes, so that nothing is written unless
// everything can be.
type outputs struct {
	s     streams
	files []outputFile
}

type outputFile struct {
	name   string
	data   []byte
	target string // the file that is replaced: name, symbolic links followed
	temp   string // what replaces it; "" when name is written through
}

func (o *outputs) add(name string, data []byte) {
	o.files = append(o.files, outputFile{name: name, data: data})
}

// write puts everything in place: first all temporary files, then their names.
func (o *outputs) write() error {
	defer func() {
		for _, f := range o.files {
			if f.temp != "" {
				os.Remove(f.temp)
			}
		}
	}()
	for k := range o.files {
		if err := o.files[k].prepare(); err != nil {
			return fmt.Errorf("llad: %s", pathMessage(o.files[k].name, err))
		}
	}
	for k := range o.files {
		f := &o.files[k]
		var err error
		if f.temp == "" {
			err = o.writeThrough(f)
		} else if err = os.Rename(f.temp, f.target); err == nil {
			f.temp = ""
		}
		if err != nil {
			return fmt.Errorf("llad: %s", pathMessage(f.name, err))
		}
	}
	return nil
}

// prepare writes the data to a new file beside the target. Standard output,
// devices and pipes are written through instead.
func (f *outputFile) prepare() error {
	if f.name == "-" {
		return nil
	}
	f.target = f.name
	if t, err := filepath.EvalSymlinks(f.name); err == nil {
		f.target = t
	}
	mode := os.FileMode(0o666)
	if st, err := os.Stat(f.target); err == nil {
		switch {
		case st.IsDir():
			return errors.New("is a directory")
		case !st.Mode().IsRegular():
			return nil
		}
		mode = st.Mode().Perm()
	}
	w, err := createBeside(f.target, mode)
	if err != nil {
		return err
	}
	f.temp = w.Name()
	_, err = w.Write(f.data)
	return errors.Join(err, w.Close())
}

// createBeside makes a new file in the directory of name. Unlike
// os.CreateTemp it leaves the permissions to the umask.
func createBeside(name string, mode os.FileMode) (*os.File, error) {
	for n := 0; ; n++ {
		w, err := os.OpenFile(fmt.Sprintf("%s.llad%d-%d", name, os.Getpid(), n), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return w, err
		}
	}
}

func (o *outputs) writeThrough(f *outputFile) error {
	if f.name == "-" {
		_, err := o.s.out.Write(f.data)
		return err
	}
	w, err := os.OpenFile(f.name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = w.Write(f.data)
	return errors.Join(err, w.Close())
}
