package interp

import "github.com/llad-ad/llad/ir"

// layVariables makes the area of variable arguments, laid out as the stack part of the
// x86-64 convention: see vaStart.
func (m *Machine) layVariables(fr, caller *frame, args []argRef) error {
	var size uint64
	places := make([]uint64, len(args))
	for k, a := range args {
		align, bytes := uint64(8), uint64(a.copied)
		if bytes == 0 {
			sh, err := m.types.shape(a.typ)
			if err != nil {
				return err
			}
			bytes = uint64(sh.size)
		} else {
			align = max(align, a.align)
		}
		if a.typ.Kind == ir.X86FP80Kind {
			align = 16
		}
		places[k] = (size + align - 1) &^ (align - 1)
		size = places[k] + (bytes+7)&^7
	}
	o, err := m.pushStack(size, 16, m.calls.current())
	if err != nil {
		return err
	}
	fr.varargs = o.base
	for k, a := range args {
		at := o.base + places[k]
		if a.copied != 0 {
			if err := m.mem.move(at, caller.regs[a.slot], uint64(a.copied)); err != nil {
				return err
			}
			continue
		}
		sh, err := m.types.shape(a.typ)
		if err != nil {
			return err
		}
		var und []uint64
		if caller.und != nil {
			und = caller.und[a.slot : a.slot+a.n]
		}
		if err := m.mem.storeShape(sh, at, caller.regs[a.slot:a.slot+a.n], und); err != nil {
			return err
		}
	}
	return nil
}
