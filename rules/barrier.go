package rules

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// barrierNames are functions in which threads wait for each other, barrierFamilies and barrierPaths what others are known by: of
// POSIX, OpenCL and the C++ and Rust libraries, and intrinsics of devices.
var (
	barrierNames    = strings.Fields("pthread_barrier_wait barrier work_group_barrier sub_group_barrier")
	barrierFamilies = patternsOf(nil, `_Z7barrierj _Z18work_group_barrierj _Z17sub_group_barrierj
		llvm.nvvm.barrier llvm.nvvm.bar. llvm.amdgcn.s.barrier _ZNSt3__131__arrive_barrier_algorithm_base`)
	barrierPaths = rowPaths(`std::sync::..::Barrier::wait`)
)

// Barrier reports whether threads may wait for each other in a call: the function has no body, and the name of such
// a one or none that is known and the attribute convergent, which says that threads arrive there together. OpenMP's
// are not meant: its regions are understood.
func Barrier(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil || !f.IsDecl || GivenOf(f) != nil {
		return false
	}
	name := unquote(f.Name)
	path := rustPathOf(name)
	named := slices.Contains(barrierNames, name) ||
		slices.ContainsFunc(barrierFamilies, func(p *pattern) bool { return p.matches(name) }) ||
		slices.ContainsFunc(barrierPaths, func(p rustPath) bool { return p.matches(path) })
	if named && !f.Typ.Ret.HasFloat() && !slices.ContainsFunc(f.Typ.Fields, (*ir.Type).HasFloat) {
		return true
	}
	has := func(attr string) bool { return i.HasAttr(attr) || f.HasAttr(attr) }
	if !has("convergent") || has("readnone") || has("nosync") || has("noreturn") || strings.HasPrefix(name, "__kmpc_") {
		return false
	}
	memory, _ := f.Attr("memory")
	return memory != "none" && KnownOf(f) == nil && ForInstr(i) == nil
}
