package native

import "path/filepath"

// OpenMP gives the flags that link the runtime of OpenMP: that of the distribution's LLVM 19, which
// has no name for the linker, or what clang looks for.
func OpenMP() []string {
	libs, _ := filepath.Glob("/usr/lib/llvm-19/lib/libomp.so*")
	if len(libs) == 0 {
		return []string{"-fopenmp"}
	}
	return []string{libs[0], "-Wl,-rpath," + filepath.Dir(libs[0])}
}
