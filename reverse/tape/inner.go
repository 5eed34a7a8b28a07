package tape

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// The functions that stand for those of a tape that is given up; package rules
// knows them.
const (
	InnerPush = "llad.inner.push" // ptr push(i64 bytes)
	InnerPut  = "llad.inner.put"  // void put(ptr deallocator, ptr p, i64 a, i64 b)

	tapePrefix   = "llad.tape."
	nestedPrefix = "llad.tape2." // of derivatives of derivatives
)

// tapeFunc gives what a call does with a tape: push, object, pop, put, done, "" for any
// other.
func tapeFunc(f *ir.Function) string {
	if f == nil {
		return ""
	}
	name, ok := strings.CutPrefix(f.Name, tapePrefix)
	if !ok {
		if name, ok = strings.CutPrefix(f.Name, nestedPrefix); !ok {
			return ""
		}
	}
	switch name, _, _ = strings.Cut(name, "."); name {
	case "push", "object", "pop", "put", "done":
		return name
	}
	return ""
}

// HasTape reports whether f, or what it calls, works on a tape.
func HasTape(f *ir.Function) bool {
	seen := map[*ir.Function]bool{f: true}
	for work := []*ir.Function{f}; len(work) > 0; {
		f, work = work[len(work)-1], work[:len(work)-1]
		if tapeFunc(f) != "" {
			return true
		}
		if f.IsDecl || f.Load() != nil {
			continue
		}
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if g := i.CalledFunc(); g != nil && !seen[g] {
					seen[g] = true
					work = append(work, g)
				}
			}
		}
	}
	return false
}

// WorksOnTape reports whether f is a function of an earlier derivative's tape; such
// are not to be inlined before InnerTapes.
func WorksOnTape(f *ir.Function) bool { return tapeFunc(f) != "" }

// InnerTapes gives up the tapes of f, a copy of a function that is to be
// differentiated in reverse mode, where nobody but f works on them.
func InnerTapes(f *ir.Function) {
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Op == ir.Alloca {
				giveUpTape(i)
			}
		}
	}
}

func giveUpTape(handle *ir.Instr) {
	var users []*ir.Instr
	some := false
	work := []*ir.Instr{handle}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(v) {
			i := u.User
			switch {
			case i.Op == ir.BitCast:
				work = append(work, i)
			case i.Op != ir.Call:
				return
			case tapeFunc(i.CalledFunc()) != "" && u.Index() == 0:
				some = true
			case strings.HasPrefix(i.CalledName(), "llvm.lifetime."):
			case u.Index() == 0 && clears(i):
			default:
				return
			}
			users = append(users, i)
		}
	}
	if !some {
		return
	}
	m := handle.Parent.Parent.Module
	for k := len(users) - 1; k >= 0; k-- { // casts behind what uses them
		i := users[k]
		b := ir.NewBuilder(i.Parent)
		b.Before(i)
		switch tapeFunc(i.CalledFunc()) {
		case "push":
			push := inner(m, InnerPush, m.FuncType(m.Ptr(), ir.I64))
			arrays, total, size := arraysIn(i)
			for k, at := range arrays {
				end := size
				if k+1 < len(arrays) {
					end = arrays[k+1].skip
				}
				ir.ReplaceAllUses(at.array, b.CallFunc(push, b.Mul(total, i64(end-at.skip))))
			}
			if len(arrays) == 0 {
				ir.ReplaceAllUses(i, b.CallFunc(push, i.Arg(1)))
			}
		case "object":
			ir.ReplaceAllUses(i, b.CallFunc(inner(m, InnerPush, m.FuncType(m.Ptr(), ir.I64)), i.Arg(1)))
		case "put":
			f := inner(m, InnerPut, m.FuncType(ir.Void, m.Ptr(), m.Ptr(), ir.I64, ir.I64))
			b.CallFunc(f, b.Cast(ir.BitCast, i.Arg(1), m.Ptr()), i.Arg(2), i.Arg(3), i.Arg(4))
		}
		i.Erase()
	}
	handle.Erase()
}

// part is one of several arrays of the same length that lie one behind the other.
type part struct {
	array *ir.Instr
	skip  int64 // bytes before it, for each element
}

// arraysIn finds the arrays in what a push takes for total elements of a size; nil
// where they are not apart.
func arraysIn(push *ir.Instr) (list []part, total ir.Value, size int64) {
	of := func(v ir.Value) (int64, bool) {
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != ir.Mul || total != nil && i.Arg(0) != total {
			return 0, false
		}
		n, ok := ir.IntValue(i.Arg(1))
		total = i.Arg(0)
		return n, ok
	}
	size, ok := of(push.Arg(1))
	if !ok {
		return nil, nil, 0
	}
	list = []part{{push, 0}}
	for u := range ir.Uses(push) {
		g := u.User
		if g.Op != ir.GetElementPtr || g.Elem != ir.I8 {
			if g.IsCall() && tapeFunc(g.CalledFunc()) != "pop" {
				return nil, nil, 0 // it may work on all of it
			}
			continue
		}
		skip, ok := of(g.Arg(1))
		if !ok || skip <= 0 || skip >= size {
			return nil, nil, 0
		}
		list = append(list, part{g, skip})
	}
	slices.SortFunc(list, func(a, b part) int { return int(a.skip - b.skip) })
	return list, total, size
}

// clears reports whether i is a memset.
func clears(i *ir.Instr) bool {
	k := rules.Lookup(i.CalledName())
	return k != nil && k.Class == rules.MemSet
}

func inner(m *ir.Module, name string, t *ir.Type) *ir.Function {
	f := m.Declare(name, t)
	f.Suffix = "nounwind"
	return f
}
