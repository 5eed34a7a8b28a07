package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Bits of active floats that are converted to floats as numbers are differentiated, or refused, or end the derivative with
// a message: the derivative would be zero in silence.
func TestCountedBits(t *testing.T) {
	source, err := os.ReadFile("../testdata/special/refused/bits_counted.c")
	require.NoError(t, err)
	for _, way := range []string{"1", "2", "3", "4"} {
		path := filepath.Join(t.TempDir(), "bits_counted"+way+".c")
		require.NoError(t, os.WriteFile(path, []byte("#define BITS "+way+"\n"+string(source)), 0o600))
		p, err := native.ReadProgram(path)
		require.NoError(t, err)
		eachClang(t, p, func(t *testing.T, c native.Config, text []byte, mode llad.Mode) {
			code := "L0203"
			if way == "2" {
				code = "" // linear in the bits of a float
			}
			require.Equal(t, code, stopped(t, p, c, text, mode))
		})
	}
}

// Numbers that stand beside floats are none of their bits.
func TestCopiedNumbers(t *testing.T) {
	p, err := native.ReadProgram("../testdata/special/refused/numbers_copied.c")
	require.NoError(t, err)
	eachClang(t, p, func(t *testing.T, c native.Config, text []byte, mode llad.Mode) {
		require.Empty(t, stopped(t, p, c, text, mode))
	})
}

// messageCode is in what a derivative prints that ends the program.
var messageCode = regexp.MustCompile(`llad: (?:.*: )?error\[(L\d+)\]`)

// stopped is the code with which a program's derivative in one mode is refused, or ends when it runs; "" where the
// derivative is right, which is checked.
func stopped(t *testing.T, p *native.Program, c native.Config, text []byte, mode llad.Mode) string {
	t.Helper()
	out, err := differentiate(t, p, text, mode)
	if err != nil {
		var d *ir.Diagnostic
		require.ErrorAs(t, err, &d)
		return d.Code
	}
	c.JVP, c.Grad = mode == llad.Forward, mode == llad.Reverse
	got, err := workspace.Run(p, c, out)
	if err != nil {
		code := messageCode.FindStringSubmatch(err.Error())
		require.NotNil(t, code, "%v", err)
		return code[1]
	}
	ref, err := workspace.Reference(p)
	require.NoError(t, err)
	require.Empty(t, native.Check(p, c, ref, got))
	return ""
}
