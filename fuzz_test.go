package llad

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/llad-ad/llad/ir"
)

// FuzzPipeline feeds text through everything the command does with a module:
// marker calls, both modes, writing. Nothing may panic (what the guard turns
// into a diagnostic counts as a panic here), hang, or write what cannot be read
// again.
func FuzzPipeline(f *testing.F) {
	for _, dir := range []string{"report/demo/*.ll", "testdata/ll/*.ll", "cmd/llad/testdata/script/*.txtar"} {
		files, err := filepath.Glob(dir)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for _, part := range strings.Split(string(b), "\n-- ") {
				if _, text, ok := strings.Cut(part, " --\n"); ok {
					f.Add([]byte(text))
				} else if strings.HasSuffix(file, ".ll") {
					f.Add([]byte(part))
				}
			}
		}
	}
	f.Add([]byte(product))
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<16 {
			return
		}
		done := time.AfterFunc(20*time.Second, func() { panic("no end after 20 s") })
		defer done.Stop()
		for _, run := range []func(*Differentiator) error{
			func(d *Differentiator) error { _, err := d.LowerMarkers(); return err },
			func(d *Differentiator) error { return everyFunc(d, Reverse) },
			func(d *Differentiator) error { return everyFunc(d, Forward) },
		} {
			m, err := ir.Read("fuzz.ll", src)
			if err != nil {
				noInternalError(t, err)
				continue
			}
			d := New(m)
			if err := run(d); err != nil {
				noInternalError(t, err)
				continue
			}
			out, err := d.Write(WriteOptions{})
			if err != nil {
				t.Fatal(err)
			}
			back, err := ir.Read("out.ll", out)
			if err != nil {
				t.Fatalf("the output cannot be read: %v", err)
			}
			for _, r := range d.Made() {
				if err := back.Func(r.Func.Name).Load(); err != nil {
					t.Fatalf("the output cannot be read: %v", err)
				}
			}
		}
	})
}

// everyFunc differentiates each function of a module as far as that goes.
func everyFunc(d *Differentiator, mode Mode) error {
	for n, name := range d.M.FuncNames() {
		if f := d.M.Func(name); n < 8 && f != nil && !f.IsDecl {
			if _, err := d.Differentiate(Request{Func: ir.UnquoteName(name), Mode: mode}); err != nil {
				return err
			}
		}
	}
	return nil
}

func noInternalError(t *testing.T, err error) {
	t.Helper()
	if strings.Contains(err.Error(), "L0799") {
		t.Fatal(err)
	}
}
