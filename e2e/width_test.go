package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/ir"
)

// Two adjoints at once: the first lane is judged as a gradient of its own is,
// the second is twice the first (see driver.h). Every second program will do.
func TestSeveralAdjoints(t *testing.T) {
	c := native.Config{Toolchain: toolchain(t, 19), Level: "2", Grad: true, Twin: true}
	for k, p := range programs(t) {
		if k%2 == 1 {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			text, err := workspace.IR(c.Toolchain, p, c.Level)
			require.NoError(t, err)
			m, err := ir.Read(p.Name+".ll", text)
			require.NoError(t, err)
			req := request(t, p, llad.Reverse)
			req.Width = 2
			if _, err := llad.Differentiate(m, req); err != nil {
				d, ok := err.(*ir.Diagnostic)
				require.True(t, ok && d.Code == "L0710", "%v", err)
				t.Skip(err)
			}
			ref, err := workspace.Reference(p)
			require.NoError(t, err)
			got, err := workspace.Run(p, c, m.Bytes())
			require.NoError(t, err)
			report(t, native.Check(p, c, ref, got))
		})
	}
}
