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

// turnsTaken are functions behind which a thread has something that others wait for, and turnsGiven those that let them have it.
var (
	turnsTaken = strings.Fields(`__kmpc_ordered __kmpc_doacross_wait omp_set_lock omp_test_lock omp_set_nest_lock omp_test_nest_lock
		pthread_mutex_lock pthread_mutex_trylock pthread_mutex_timedlock pthread_spin_lock pthread_spin_trylock
		pthread_rwlock_rdlock pthread_rwlock_tryrdlock pthread_rwlock_wrlock pthread_rwlock_trywrlock mtx_lock mtx_trylock`)
	turnsGiven = strings.Fields(`__kmpc_flush __kmpc_end_ordered __kmpc_doacross_post omp_unset_lock omp_unset_nest_lock
		pthread_mutex_unlock pthread_spin_unlock pthread_rwlock_unlock mtx_unlock`)
)

// Turn reports whether the threads of a team take turns by the call of f: whether one has its turn behind the call, and whether
// it has it until then.
func Turn(f *ir.Function) (taken, given bool) {
	if f == nil || !f.IsDecl || GivenOf(f) != nil {
		return false, false
	}
	name := unquote(f.Name)
	return slices.Contains(turnsTaken, name), slices.Contains(turnsGiven, name)
}

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
