package llad

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// TestMangledModules edits lines and words of valid modules at random: what
// comes out is nearly IR, which random bytes never are. Nothing may panic, and
// what is accepted must be written so that it can be read and verified again.
func TestMangledModules(t *testing.T) {
	files, err := filepath.Glob("report/demo/*.ll")
	require.NoError(t, err)
	if more := os.Getenv("LLAD_MANGLE"); more != "" {
		extra, err := filepath.Glob(more)
		require.NoError(t, err)
		files = append(files, extra...)
	}
	rounds := 300
	if testing.Short() {
		rounds = 50
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(1, uint64(len(src))))
		for k := range rounds {
			text := mangle(rng, string(src))
			for _, mode := range []Mode{Reverse, Forward} {
				if err := survive(text, mode); err != nil {
					if dir := os.Getenv("LLAD_MANGLED"); dir != "" {
						require.NoError(t, os.WriteFile(filepath.Join(dir, "mangled.ll"), []byte(text), 0o644))
					}
					t.Errorf("%s, round %d, %s: %v\n%s", file, k, mode, err, diffLines(string(src), text))
				}
			}
			if t.Failed() {
				return
			}
		}
	}
}

// survive differentiates everything in text; the error is a defect, never a
// refusal.
func survive(text string, mode Mode) error {
	m, err := ir.Read("mangled.ll", []byte(text))
	if err != nil {
		return nil
	}
	done := time.AfterFunc(30*time.Second, func() { panic("no end after 30 s:\n" + text) })
	defer done.Stop()
	d := New(m)
	if err := everyFunc(d, mode); err != nil {
		if strings.Contains(err.Error(), "L0799") {
			return err
		}
		return nil
	}
	out, err := d.Write(WriteOptions{})
	if err != nil {
		return err
	}
	back, err := ir.Read("out.ll", out)
	if err != nil {
		return err
	}
	for _, r := range d.Made() {
		f := back.Func(r.Func.Name)
		if f == nil {
			return fmt.Errorf("%s is lost", r.Func.Name)
		}
		if err := f.Load(); err != nil {
			return err
		}
		if err := ir.Verify(f); err != nil {
			return err
		}
	}
	return nil
}

// mangle makes one to three edits: a line dropped, doubled or moved, a word
// replaced by another of the text.
func mangle(rng *rand.Rand, src string) string {
	lines := strings.Split(src, "\n")
	words := strings.FieldsFunc(src, func(c rune) bool { return strings.ContainsRune(" ,()[]\n", c) })
	for range 1 + rng.IntN(3) {
		k := rng.IntN(len(lines))
		switch rng.IntN(5) {
		case 0:
			lines = append(lines[:k:k], lines[k+1:]...)
		case 1:
			lines = append(lines[:k+1:k+1], lines[k:]...)
		case 2:
			j := rng.IntN(len(lines))
			lines[k], lines[j] = lines[j], lines[k]
		default:
			f := strings.Split(lines[k], " ")
			j := rng.IntN(len(f))
			end := ""
			if strings.HasSuffix(f[j], ",") {
				end = ","
			}
			f[j] = words[rng.IntN(len(words))] + end
			lines[k] = strings.Join(f, " ")
		}
		if len(lines) == 0 {
			return ""
		}
	}
	return strings.Join(lines, "\n")
}

// diffLines shows the lines of b that a does not have.
func diffLines(a, b string) string {
	have := map[string]bool{}
	for _, l := range strings.Split(a, "\n") {
		have[l] = true
	}
	var out []string
	for _, l := range strings.Split(b, "\n") {
		if !have[l] {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}
