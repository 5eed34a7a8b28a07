package openmp

import (
	"github.com/llad-ad/llad/ir"
)

// Tasks are run where they are made. OpenMP allows that of every task: those that it depends on were made before it, and
// the others may run in any order. Regions remain, and run in parallel.
//
// The runtime library allocates a task with the addresses of what it shares behind it:
//
//	task(location, thread, flags, bytes, bytes of addresses, entry)    *addresses, *entry, int, ...
//	entry(thread, task)

const (
	taskAlloc = "__kmpc_omp_task_alloc"
	tied      = 1 // flags of a task
	destroyed = 8 // its copies of objects have destructors
)

// startsTask are the functions that run a task, and what ends one that the caller has run itself.
var (
	startsTask = map[string]bool{"__kmpc_omp_task": true, "__kmpc_omp_task_with_deps": true, "__kmpc_taskloop": true, "__kmpc_taskloop_5": true}
	aroundTask = map[string]bool{"__kmpc_omp_task_begin_if0": false, "__kmpc_omp_task_complete_if0": true}
	awaitsTask = map[string]bool{"__kmpc_omp_taskwait": true, "__kmpc_taskgroup": true, "__kmpc_end_taskgroup": true,
		"__kmpc_omp_taskyield": true, "__kmpc_omp_wait_deps": true, "__kmpc_omp_taskwait_deps_51": true}
)

// taskDuplicate is the argument of taskloops that says how tasks for parts of the loop are made.
const taskDuplicate = 10

// Tasks has f run tasks where it makes them, and reports whether there were any that it could.
func Tasks(f *ir.Function) (changed bool) {
	for _, i := range calls(f, func(name string) bool { return name == taskAlloc }) {
		changed = runTask(i) || changed
	}
	for _, i := range calls(f, func(name string) bool { return awaitsTask[name] }) {
		dropCall(i)
	}
	return changed
}

// TaskEntries are the functions of the tasks that f makes.
func TaskEntries(f *ir.Function) (list []*ir.Function) {
	for _, i := range calls(f, func(name string) bool { return name == taskAlloc }) {
		if args := i.CallArgs(); len(args) == 6 {
			if entry, ok := ir.StripConstCasts(args[5]).(*ir.Function); ok {
				list = append(list, entry)
			}
		}
	}
	return list
}

// calls are the calls in f of functions of the runtime library with the names that are wanted.
func calls(f *ir.Function, wanted func(string) bool) (list []*ir.Instr) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if callee := i.CalledFunc(); i.Op == ir.Call && callee != nil && callee.IsDecl && wanted(callee.Name) {
				list = append(list, i)
			}
		}
	}
	return list
}

// dropCall takes a call out whose result, a status, is 0.
func dropCall(i *ir.Instr) {
	if i.Typ != ir.Void {
		ir.ReplaceAllUses(i, ir.Zero(i.Typ))
	}
	i.Erase()
}

// runTask replaces the allocation of a task and what is done with it; it reports whether it could.
func runTask(alloc *ir.Instr) bool {
	args := alloc.CallArgs()
	if len(args) != 6 {
		return false
	}
	flags, known := ir.IntValue(args[2])
	entry, ok := ir.StripConstCasts(args[5]).(*ir.Function)
	if !known || !ok || flags&tied == 0 || flags&destroyed != 0 || entry.IsDecl || len(entry.Params) != 2 || !ir.Same(args[1].Type(), entry.Params[0].Typ) {
		return false
	}
	var uses []*ir.Instr
	for u := range ir.Uses(alloc) {
		i := u.User
		if i.Op != ir.Call || i.CalledFunc() == nil {
			continue
		}
		name := i.CalledName()
		_, around := aroundTask[name]
		if !around && !startsTask[name] {
			continue
		}
		if len(i.CallArgs()) < 3 || i.CallArgs()[2] != ir.Value(alloc) || len(i.CallArgs()) > taskDuplicate && !ir.IsZero(i.CallArgs()[taskDuplicate]) {
			return false
		}
		uses = append(uses, i)
	}
	if len(uses) == 0 {
		return false
	}
	task := allocateTask(alloc)
	for _, i := range uses {
		endTask(i, task, entry)
	}
	return true
}

// allocateTask gives the memory of a task, which ends in the addresses of what it shares.
func allocateTask(alloc *ir.Instr) ir.Value {
	args := alloc.CallArgs()
	b := ir.NewBuilder(alloc.Parent)
	b.Before(alloc)
	m := b.Module()
	word := args[3].Type()
	size := b.Binary(ir.And, b.Add(args[3], ir.NewInt(word, 7)), ir.NewInt(word, -8))
	task := b.CallFunc(m.Declare("malloc", m.FuncType(m.Ptr(), word)), b.Add(size, args[4]))
	task.Line, task.Meta = alloc.Line, alloc.Meta
	if n, ok := ir.IntValue(args[4]); !ok || n != 0 {
		shared := b.Offset(task, size)
		b.Store(shared, b.Cast(ir.BitCast, task, m.PtrTo(shared.Type())), 8)
	}
	ir.ReplaceAllUses(alloc, task)
	alloc.Erase()
	return task
}

// endTask replaces call i, which runs a task or says that it begins or has ended.
func endTask(i *ir.Instr, task ir.Value, entry *ir.Function) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	m := b.Module()
	name := i.CalledName()
	if startsTask[name] {
		c := b.CallFunc(entry, i.CallArgs()[1], b.Cast(ir.BitCast, task, entry.Params[1].Typ))
		c.Line, c.Meta = i.Line, i.Meta
	}
	if startsTask[name] || aroundTask[name] {
		b.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), task)
	}
	dropCall(i)
}
