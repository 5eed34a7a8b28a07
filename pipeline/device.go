package pipeline

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
)

// deviceArchs are the architectures of target triples whose code runs on devices that a host program drives.
var deviceArchs = []string{
	"nvptx", "nvptx64", "amdgcn", "r600", "amdil", "amdil64", "hsail", "hsail64",
	"spir", "spir64", "spirv", "spirv32", "spirv64", "dxil",
}

// refuseDevice refuses functions of a module of device code: threads would race where they add to one adjoint, and the tape
// that each thread has of its own needs variables and an allocator that devices do not have.
func refuseDevice(f *ir.Function) error {
	triple := f.Module.Triple
	arch, _, _ := strings.Cut(triple, "-")
	versioned := strings.HasPrefix(arch, "spirv1.") || strings.HasPrefix(arch, "dxilv1.")
	if !versioned && !slices.Contains(deviceArchs, arch) {
		return nil
	}
	d := diag.AtFunc(f, codeDevice, "'%s' is code for a device (%s), which is not differentiated", diag.Demangled(f), triple)
	d.Hint = "differentiate the same source compiled for the host"
	return d
}
