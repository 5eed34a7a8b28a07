package ir

// MemSet sets bytes (an i64 value) at p to zero.
func (b *Builder) MemSet(p, bytes Value) *Instr {
	return b.memIntrinsic("memset", []Value{p, NewInt(I8, 0), bytes, NewBool(false)}, 1)
}

// MemCpy copies bytes (an i64 value) from src to dst, which do not overlap.
func (b *Builder) MemCpy(dst, src, bytes Value) *Instr {
	return b.memIntrinsic("memcpy", []Value{dst, src, bytes, NewBool(false)}, 2)
}

// memIntrinsic calls a memory intrinsic; the first `ptrs` arguments and the
// length decide its name. Typed modules get i8* operands from the writer.
func (b *Builder) memIntrinsic(name string, args []Value, ptrs int) *Instr {
	m := b.Module()
	full := "llvm." + name
	params := make([]*Type, len(args))
	for k, a := range args {
		params[k] = a.Type()
		if k < ptrs {
			params[k] = m.bytePtr(a.Type().AddrSpace)
			full += "." + m.Mangle(params[k])
		}
	}
	full += "." + m.Mangle(args[2].Type())
	return b.CallFunc(m.Declare(full, m.Types.Func(Void, params, false)), args...)
}

func (m *Module) bytePtr(addrSpace int) *Type { return m.addrType(I8, addrSpace) }
