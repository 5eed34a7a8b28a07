package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
	"github.com/llad-ad/llad/ir"
)

// Two adjoints at once: the first lane is judged as a gradient of its own is,
// the second is twice the first (see driver.h). Half of the programs will do.
func TestSeveralAdjoints(t *testing.T) {
	several(t, native.Config{Toolchain: toolchain(t, 19), Level: "2", Grad: true, Twin: true}, 2, 0, llad.Request{Mode: llad.Reverse, Width: 2})
}

// Four tangents at once, each twice the one before: a sixth of the programs, from IR as
// it is written and optimised, and from all compilers those that are about this.
func TestSeveralTangents(t *testing.T) {
	for _, c := range []struct {
		version     int
		level       string
		asan        bool
		every, over int
	}{{19, "0", false, 6, 1}, {19, "2", false, 6, 3}, {14, "2", false, 0, 0}, {22, "3", true, 0, 0}} {
		c, every, over := native.Config{Toolchain: toolchain(t, c.version), Level: c.level, Sanitize: c.asan, JVP: true, Twin: true}, c.every, c.over
		t.Run(c.Name(), func(t *testing.T) { several(t, c, every, over, llad.Request{Mode: llad.Forward, Width: 4}) })
	}
}

// Shadows of a function's own arrays are interleaved.
func TestInterleavedShadows(t *testing.T) {
	for _, p := range programs(t) {
		if !p.HasTag("abreast") {
			continue
		}
		text, err := workspace.IR(toolchain(t, 19), p, "1")
		require.NoError(t, err)
		m, err := ir.Read(p.Name+".ll", text)
		require.NoError(t, err)
		req := request(t, p, llad.Forward)
		req.Width = 4
		_, err = llad.Differentiate(m, req)
		require.NoError(t, err)
		out := string(m.Bytes())
		for _, sign := range []string{"alloca [4 x double]", "call void @llad.beside.f64.4", "call void @llad.apart.f64.4", "fmul contract <4 x double>", "phi <4 x double>"} {
			require.Contains(t, out, sign)
		}
	}
}

// several checks the share of the programs whose names leave so much over.
func several(t *testing.T, c native.Config, every, over int, want llad.Request) {
	for _, p := range programs(t) {
		if every == 0 || tier.Pick("several "+p.Name, every) != over {
			if !(want.Mode == llad.Forward && p.HasTag("abreast")) {
				continue
			}
		}
		if !tier.Take("several derivatives at once", p.Name+c.Name(), severalShare) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			text, err := workspace.IR(c.Toolchain, p, c.Level)
			require.NoError(t, err)
			m, err := ir.Read(p.Name+".ll", text)
			require.NoError(t, err)
			req := request(t, p, want.Mode)
			req.Width = want.Width
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
