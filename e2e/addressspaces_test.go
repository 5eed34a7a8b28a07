package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

// What generated code does with addresses suits their address spaces, with typed pointers (which the newer LLVM
// still turn into others) and opaque ones, and its derivatives are right.
func TestAddressSpaces(t *testing.T) {
	typed, err := os.ReadFile("../testdata/special/address_spaces/address_spaces.ll")
	require.NoError(t, err)
	for _, version := range []int{14, 19, 22} {
		tc := toolchain(t, version)
		t.Run(fmt.Sprintf("clang%d", version), func(t *testing.T) {
			dir := t.TempDir()
			do := func(name string, args ...string) {
				out, err := exec.Command(name, args...).CombinedOutput()
				require.NoError(t, err, "%s %s\n%s", name, strings.Join(args, " "), out)
			}
			in, out, program := filepath.Join(dir, "in.ll"), filepath.Join(dir, "out.ll"), filepath.Join(dir, "program")
			require.NoError(t, os.WriteFile(in, typed, 0o600))
			if version > 14 {
				do(tc.Opt, "-passes=verify", "-S", in, "-o", in)
			}
			text, err := os.ReadFile(in)
			require.NoError(t, err)
			m, err := ir.Read("in.ll", text)
			require.NoError(t, err)
			d := llad.New(m)
			for _, f := range []string{"list", "calls", "copies", "kept", "chosen", "words"} {
				for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
					_, err := d.Differentiate(llad.Request{Func: f, Mode: mode})
					require.NoError(t, err)
				}
			}
			text, err = d.Write(llad.WriteOptions{})
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(out, text, 0o600))
			do(tc.Opt, "-passes=verify", "-disable-output", out)
			do(tc.Clang, "-O1", "-Wno-override-module", out, "../testdata/special/address_spaces/address_spaces.c", "-lm", "-o", program)
			do(program)
		})
	}
}
