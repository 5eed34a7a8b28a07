package llad

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// Code for devices is refused by its target, asked for by name or by a marker; code for hosts is not.
func TestDeviceModules(t *testing.T) {
	const text = `target triple = "TRIPLE"
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
declare double @__enzyme_autodiff(ptr, double)
define double @g(double %x) {
  %y = call double @__enzyme_autodiff(ptr @f, double %x)
  ret double %y
}
`
	for triple, device := range map[string]bool{
		"nvptx64-nvidia-cuda": true, "nvptx-nvidia-cuda": true, "amdgcn-amd-amdhsa": true, "r600--": true, "spir64": true,
		"spir-unknown-unknown": true, "spirv64-unknown-unknown": true, "spirv1.6-unknown-vulkan1.3-compute": true,
		"x86_64-unknown-linux-gnu": false, "aarch64-apple-macosx": false, "": false, "sparc-sun-solaris": false,
	} {
		read := func() *Differentiator {
			m, err := ir.Read("f.ll", []byte(strings.Replace(text, "TRIPLE", triple, 1)))
			require.NoError(t, err)
			return New(m)
		}
		_, reverse := read().Differentiate(Request{Func: "f", Mode: Reverse})
		_, forward := read().Differentiate(Request{Func: "f", Mode: Forward})
		_, marker := read().LowerMarkers()
		for _, err := range []error{reverse, forward, marker} {
			if !device {
				assert.NoError(t, err, triple)
				continue
			}
			assert.ErrorContains(t, err, "f.ll:2: error[L0716]: 'f' is code for a device ("+triple+")")
		}
	}
}
