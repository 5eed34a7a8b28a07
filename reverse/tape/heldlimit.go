package tape

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

const (
	limitName   = "llad_tape_limit" // bytes that a thread keeps, if the program sets it
	exceedsName = sharedPrefix + "exceeds"
	machineName = sharedPrefix + "machine"

	limitOpen  = -1        // what the variable holds if the program does not set it
	limitLeast = 512 << 20 // bytes that a thread keeps then, on any machine
	limitShare = 4         // and the part of the memory that it keeps where that is more

	// Where a control group of Linux bounds memory, a file says by how many bytes.
	groupLimit = "/sys/fs/cgroup/memory.max\x00"
	groupBytes = 24 // of the file that are read

	// Arguments of sysconf on Linux, by glibc and by musl.
	confPageSize, confPages = 30, 85
)

// limit is the variable with the number of bytes that a thread keeps.
func (rt *Runtime) limit() ir.Value {
	g := rt.M.Global(limitName)
	if g != nil && strings.Contains(g.Prefix, "external") { // a program that names it declares it
		rt.M.RemoveGlobal(g)
		g = nil
	}
	if g == nil {
		g = rt.M.AddGlobal(limitName, "weak_odr", "global", ir.I64, i64(limitOpen))
		g.Suffix = "align 8"
	}
	return g
}

// exceedsFunc: i1 exceeds(i64 bytes) reports whether a thread may not keep so many bytes.
func (rt *Runtime) exceedsFunc() *ir.Function {
	return rt.shared(exceedsName, ir.I1, []*ir.Type{ir.I64}, func(c *structured.Code, p []*ir.Param) {
		set := c.Load(ir.I64, rt.limit(), 8)
		c.If(c.ICmp(ir.NE, set, i64(limitOpen)), func() { c.Return(c.ICmp(ir.UGT, p[0], set)) })
		c.If(c.ICmp(ir.ULE, p[0], i64(limitLeast)), func() { c.Return(ir.NewBool(false)) })
		if !strings.Contains(rt.M.Triple, "linux") {
			c.Return(ir.NewBool(true))
			return
		}
		c.Return(c.ICmp(ir.UGT, p[0], c.CallFunc(rt.machineFunc())))
	})
}

// machineFunc: i64 machine() gives how many bytes a thread keeps on the machine that runs the program.
// Where that cannot be asked, for want of a function, it is limitLeast.
func (rt *Runtime) machineFunc() *ir.Function {
	return rt.shared(machineName, ir.I64, nil, func(c *structured.Code, _ []*ir.Param) {
		most := c.NewVar(i64(0))
		ifAll(c, []*ir.Function{rt.weak("sysconf", ir.I64, ir.I32)}, func(f []*ir.Function) {
			pages := c.CallFunc(f[0], ir.NewInt(ir.I32, confPages))
			most.Set(c.Mul(pages, c.CallFunc(f[0], ir.NewInt(ir.I32, confPageSize))))
			rt.lowerToGroup(c, most)
		})
		share := c.Binary(ir.UDiv, most.Get(), i64(limitShare))
		c.Return(c.Select(c.ICmp(ir.UGT, share, i64(limitLeast)), share, i64(limitLeast)))
	})
}

// lowerToGroup sets most to the bound of the control group, if that is lower.
func (rt *Runtime) lowerToGroup(c *structured.Code, most structured.Var) {
	p := rt.M.Ptr()
	calls := []*ir.Function{rt.weak("fopen", p, p, p), rt.weak("fread", ir.I64, p, ir.I64, ir.I64, p), rt.weak("fclose", ir.I32, p)}
	ifAll(c, calls, func(f []*ir.Function) {
		name, mode, buf := local(c, groupLimit), local(c, "r\x00"), local(c, strings.Repeat("\x00", groupBytes))
		file := c.CallFunc(f[0], name, mode)
		c.If(c.ICmp(ir.NE, file, ir.Zero(p)), func() {
			n := c.CallFunc(f[1], buf, i64(1), i64(groupBytes), file)
			c.CallFunc(f[2], file)
			bound := digits(c, buf, n)
			c.If(c.ICmp(ir.ULT, bound, most.Get()), func() { most.Set(bound) })
		})
	})
}

// local is a variable with these bytes.
func local(c *structured.Code, bytes string) ir.Value {
	m := c.Module()
	p := c.Top.Cast(ir.BitCast, c.Top.Alloca(m.Types.Array(ir.I8, int64(len(bytes))), nil, 1), m.Ptr())
	for k, b := range []byte(bytes) {
		c.Store(ir.NewInt(ir.I8, int64(b)), c.At(p, int64(k)), 1)
	}
	return p
}

// digits is the number of which the first n bytes at p are the digits, the greatest of all where they
// begin with none.
func digits(c *structured.Code, p, n ir.Value) ir.Value {
	at, sum, read := c.NewVar(i64(0)), c.NewVar(i64(0)), c.NewVar(i64(-1))
	c.While(func() ir.Value { return c.ICmp(ir.SLT, at.Get(), n) }, func(leave func()) {
		d := c.Sub(c.Cast(ir.ZExt, c.Load(ir.I8, c.Offset(p, at.Get()), 1), ir.I64), i64('0'))
		c.If(c.ICmp(ir.UGT, d, i64(9)), leave)
		sum.Set(c.Add(c.Mul(sum.Get(), i64(10)), d))
		read.Set(sum.Get())
		at.Add(i64(1))
	})
	return read.Get()
}
