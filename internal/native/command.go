package native

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Command is the llad command, built from the sources under test: what it is
// asked for can be ended when it takes too long, and a fault of its own does
// not end the tests.
type Command struct {
	Path string
	ID   string // the hash of its bytes
}

// Llad builds the command from the module at root, once.
func (ws *Workspace) Llad(root string) (*Command, error) {
	b := ws.cached("llad", func(b *built) {
		b.path = filepath.Join(ws.dir, "llad")
		_, b.err = run(20*time.Minute, nil, "go", "build", "-C", root, "-trimpath", "-buildvcs=false", "-o", b.path, "./cmd/llad")
	})
	if b.err != nil {
		return nil, b.err
	}
	id, err := hashOf(b.path)
	return &Command{b.path, id}, err
}

// Keep gives what make gave for the same parts before, or calls it; see keeper.
// make's error is not kept.
func (ws *Workspace) Keep(make func() ([]byte, error), parts ...string) ([]byte, error) {
	return ws.keep.do(make, parts...)
}

// Dir is the workspace's directory.
func (ws *Workspace) Dir() string { return ws.dir }

// ID tells the compilers of a configuration from others of the same names.
func (ws *Workspace) ID(c Config) string { return ws.id(c) }

// RustLibrary is an archive with the standard library of r, for programs of
// which only the IR is there.
func (ws *Workspace) RustLibrary(r *Rustc) (string, error) { return ws.rustLibrary(r) }

// Judges is the hash of source files: what is kept of a judgement depends on
// the code that judged, too.
func Judges(files ...string) (string, error) {
	all := ""
	for _, f := range files {
		h, err := hashOf(f)
		if err != nil {
			return "", err
		}
		all += h
	}
	return all, nil
}

func hashOf(path string) (string, error) {
	data, err := os.ReadFile(path)
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
}
