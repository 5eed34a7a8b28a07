package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Integers that are packed from the bits of floats and sorted, which takes the lesser and the greater of two in functions
// that stay calls: a derivative is right, or refused.
func TestRustSortedBits(t *testing.T) {
	c := newestRustc(t)
	p := readProgram(t, "special", "indexed_bits.rs")
	p.Rust = c.Rust
	for _, level := range []string{"1", "s"} {
		text, err := workspace.RustIR(c.Rust, p, level)
		require.NoError(t, err)
		for _, mode := range []llad.Mode{llad.Forward, llad.Reverse} {
			t.Run("opt"+level+"/"+mode.String(), func(t *testing.T) {
				c := c
				c.Level = level
				rightOrRefused(t, p, c, text, mode)
			})
		}
	}
}

// The same in C, where an array of integers says that it has no floats.
func TestSortedBits(t *testing.T) {
	p := readProgram(t, "special", "bits_exchanged.c")
	eachClang(t, p, func(t *testing.T, c native.Config, text []byte, mode llad.Mode) { rightOrRefused(t, p, c, text, mode) })
}

// Integers that are computed from the bits of active floats in one function, and floats that another makes of what it
// reads there, are refused by shadow memory alone: their derivatives would be lost. By names they
// are found out when the program runs.
func TestStoredBits(t *testing.T) {
	stored, err := native.ProgramPath("..", "special", "bits_stored.c")
	require.NoError(t, err)
	source, err := os.ReadFile(stored)
	require.NoError(t, err)
	for _, way := range []string{"1", "2", "3", "4"} {
		path := filepath.Join(t.TempDir(), "bits_stored"+way+".c")
		require.NoError(t, os.WriteFile(path, []byte("#define BITS "+way+"\n"+string(source)), 0o600))
		p, err := native.ReadProgram(path)
		require.NoError(t, err)
		eachClang(t, p, func(t *testing.T, c native.Config, text []byte, mode llad.Mode) {
			err := settled(t, p, text, mode)
			var d *ir.Diagnostic
			require.ErrorAs(t, err, &d)
			require.Equal(t, "L0203", d.Code, "%v", err)
			rightOrRefused(t, p, c, text, mode)
		})
	}
}

// eachClang runs a test for what the compilers make of a program in C, in both modes.
func eachClang(t *testing.T, p *native.Program, test func(t *testing.T, c native.Config, text []byte, mode llad.Mode)) {
	for _, version := range []int{14, 19} {
		for _, level := range []string{"0", "2"} {
			c := native.Config{Toolchain: toolchain(t, version), Level: level}
			text, err := workspace.IR(c.Toolchain, p, level)
			require.NoError(t, err)
			for _, mode := range []llad.Mode{llad.Forward, llad.Reverse} {
				t.Run(p.Name+"/"+c.Name()+"/"+mode.String(), func(t *testing.T) { test(t, c, text, mode) })
			}
		}
	}
}

// An address with a tag in the bits that tell addresses from floats is refused by shadow
// memory alone, and right by names.
func TestTaggedAddresses(t *testing.T) {
	byNamesOnly(t, readProgram(t, "special", "tagged_addresses.c"))
}

// Likewise addresses that come out of exclusive ors of words, of which those of shadows do not follow.
func TestComputedAddresses(t *testing.T) {
	byNamesOnly(t, readProgram(t, "special", "linked_by_exclusive_or.c"))
}

// byNamesOnly checks a program whose addresses are computed in ways that only names follow.
func byNamesOnly(t *testing.T, p *native.Program) {
	eachClang(t, p, func(t *testing.T, c native.Config, text []byte, mode llad.Mode) {
		var d *ir.Diagnostic
		require.ErrorAs(t, settled(t, p, text, mode), &d)
		require.Equal(t, "L0311", d.Code)
		rightOrRefused(t, p, c, text, mode)
	})
}
