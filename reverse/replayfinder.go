package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// replayFinder collects what a replay runs again, and from what.
type replayFinder struct {
	rps     *replays
	rp      *replay
	stack   []*ir.Instr // code whose operands are to be looked at
	inputs  map[ir.Value]bool
	stores  []*ir.Instr // what writes in the loop
	objects map[ir.Value]*savedObject
}

// run has i run again.
func (f *replayFinder) run(i *ir.Instr) {
	if !f.rp.code[i] {
		f.rp.code[i] = true
		f.stack = append(f.stack, i)
	}
}

// want asks for a value in the iteration that is run again.
func (f *replayFinder) want(v ir.Value) {
	rp, l := f.rp, f.rp.loop
	if ir.IsConstant(v) || v == f.rps.fn.tape {
		return
	}
	i, ok := v.(*ir.Instr)
	if ok && rp.fused && i.Op == ir.Phi && i.Parent == l.Header && !f.rps.cf.isCounter(i) {
		if !rp.carries(i) {
			rp.phis = append(rp.phis, i)
			f.want(i.Incoming(l.Preheader()))
			f.want(i.Incoming(l.Latch()))
		}
		return
	}
	if !ok || !l.Contains(i.Parent) || i.Op == ir.Phi && i.Parent == l.Header {
		if !f.inputs[v] {
			f.inputs[v] = true
			rp.inputs = append(rp.inputs, v)
		}
		return
	}
	f.run(i)
}

// findStores lists what writes to memory in the loop, and wants what steers it; false where the loop
// does what cannot be run again.
func (f *replayFinder) findStores() bool {
	rps := f.rps
	for _, b := range f.rp.loop.Blocks {
		for _, i := range b.Instrs {
			switch {
			case rps.rv.actions[i] != nil || rps.rv.calls[i] != nil:
				return false
			case i.Op == ir.Alloca || i.Op == ir.Invoke || i.Op == ir.IndirectBr || i.Op == ir.CallBr:
				return false
			case i.Op == ir.Store && rps.sh.isShadow[i]:
				return false
			case i.Op == ir.Store || i.Op == ir.Call && rps.mem.writes(i):
				f.stores = append(f.stores, i)
			case i.Op.IsTerminator():
				for k := range i.NumArgs() {
					f.want(i.Arg(k))
				}
			}
		}
	}
	return true
}

// follow wants the operands of the code, and the objects that it reads; false where
// memory does not have that any more.
func (f *replayFinder) follow() bool {
	for len(f.stack) > 0 {
		i := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		for k := range i.NumArgs() {
			f.want(i.Arg(k))
		}
		switch i.Op {
		case ir.Load:
			if !f.load(i) {
				return false
			}
		case ir.Call:
			k := f.rps.fn.knownOf(i)
			if k != nil && k.Pure {
				continue
			}
			if f.rps.mem.writtenObject(i) == nil || f.rps.mem.logged.filledIn(f.rp.loop) && (k == nil || k.Class != rules.MemSet) {
				return false
			}
		}
	}
	return true
}

// load sees to it that what i reads is there: memory has it still, or it is in an object that
// is saved.
func (f *replayFinder) load(i *ir.Instr) bool {
	rps, rp := f.rps, f.rp
	if i.Flags&(ir.Volatile|ir.Atomic) != 0 {
		return false
	}
	if rp.deferred != nil {
		return true
	}
	if rps.mem.reloadable(i) {
		return rps.mem.logged.readBefore(rp.loop, i)
	}
	o := rps.mem.localObject(i.Arg(0))
	if o == nil || rps.sh.isShadow[i] || rps.fn.pair != nil && !rps.scratchObject(o) {
		return false
	}
	fresh := rps.mem.writtenFirst(i, o, rp.loop, f.stores)
	if obj := f.objects[o]; obj != nil {
		obj.needless = obj.needless && fresh
		return true
	}
	f.objects[o] = &savedObject{object: o, needless: fresh, once: true}
	rp.objects = append(rp.objects, f.objects[o])
	rp.found = append(rp.found, o)
	for _, st := range f.stores {
		if p := rps.mem.writtenObject(st); p == o {
			f.objects[o].once = false
			f.run(st)
		} else if p == nil && rps.mem.clobbers(st, i.Arg(0), rps.fn.m.Layout.StoreSize(i.Typ), i) {
			return false
		}
	}
	return true
}
