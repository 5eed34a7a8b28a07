package tape

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// The log of what stores overwrote, in the memory of the function that has the sweep:
//
//	 0 data   array of entries: the address of a store (null where an iteration begins), and what it overwrote
//	 8 n      number of entries that are not undone
//	16 all    number of entries
//	24 room   room for entries
//
// An entry that is undone holds what the store left.
const (
	logData, logCount, logAll, logRoom = 0, 8, 16, 24

	LogSize = 32 // of a log, in bytes

	loggedAt, loggedValue = 0, 8

	LoggedSize = 16 // of an entry, in bytes
)

// log makes a function of logs of values of type t, once.
func (rt *Runtime) log(name string, t *ir.Type, params []*ir.Type, body func(c *structured.Code, p []*ir.Param)) *ir.Function {
	name = "llad.log." + name
	if t == ir.Float {
		name += ".float"
	}
	if f := rt.Made(name); f != nil {
		return f
	}
	f, _ := rt.Fn(name, ir.Void, append([]*ir.Type{rt.M.Ptr()}, params...)...)
	rt.Helper(name, f)
	c := structured.New(f)
	body(c, f.Params)
	c.End()
	return f
}

// LogFunc: void add(ptr log, ptr p, T old) enters the store at p that is about to overwrite old.
func (rt *Runtime) LogFunc(t *ir.Type) *ir.Function {
	m := rt.M
	return rt.log("add", t, []*ir.Type{m.Ptr(), t}, func(c *structured.Code, p []*ir.Param) {
		n, room := c.Word(p[0], logCount), c.Word(p[0], logRoom)
		c.If(c.ICmp(ir.EQ, n, room), func() {
			more := c.Add(c.Mul(room, i64(2)), i64(256))
			realloc := m.Declare("realloc", m.FuncType(m.Ptr(), m.Ptr(), ir.I64))
			data := c.CallFunc(realloc, c.Ptr(p[0], logData), c.Mul(more, i64(LoggedSize)))
			rt.OrAbort(c.Builder, data)
			c.Put(data, p[0], logData)
			c.Put(more, p[0], logRoom)
		})
		e := c.Offset(c.Ptr(p[0], logData), c.Mul(n, i64(LoggedSize)))
		c.Put(p[1], e, loggedAt)
		c.Put(p[2], e, loggedValue)
		last := c.Add(n, i64(1))
		c.Put(last, p[0], logCount)
		c.Put(last, p[0], logAll)
		c.Return(nil)
	})
}

// exchange exchanges what an entry holds with what is at its address; no is what it does where an iteration begins.
func exchange(c *structured.Code, t *ir.Type, e ir.Value, no ...func()) {
	at := c.Ptr(e, loggedAt)
	c.If(c.ICmp(ir.NE, at, ir.Zero(c.Module().Ptr())), func() {
		align := int(c.Module().Layout.StoreSize(t))
		was := c.Load(t, c.At(e, loggedValue), 8)
		c.Put(c.Load(t, at, align), e, loggedValue)
		c.Store(was, at, align)
	}, no...)
}

// last takes the last entry that is not undone out of their count.
func last(c *structured.Code, log ir.Value) ir.Value {
	n := c.Sub(c.Word(log, logCount), i64(1))
	c.Put(n, log, logCount)
	return c.Offset(c.Ptr(log, logData), c.Mul(n, i64(LoggedSize)))
}

// LogBackFunc: void back(ptr log) undoes the last store.
func (rt *Runtime) LogBackFunc(t *ir.Type) *ir.Function {
	return rt.log("back", t, nil, func(c *structured.Code, p []*ir.Param) {
		exchange(c, t, last(c, p[0]))
		c.Return(nil)
	})
}

// LogUndoFunc: void undo(ptr log) undoes the stores of the last iteration that was entered.
func (rt *Runtime) LogUndoFunc(t *ir.Type) *ir.Function {
	return rt.log("undo", t, nil, func(c *structured.Code, p []*ir.Param) {
		c.Forever(func(leave func()) {
			exchange(c, t, last(c, p[0]), leave)
		})
		c.Return(nil)
	})
}

// LogEndFunc: void end(ptr log) does what was undone again, in its order, and frees the log.
func (rt *Runtime) LogEndFunc(t *ir.Type) *ir.Function {
	return rt.log("end", t, nil, func(c *structured.Code, p []*ir.Param) {
		data, n := c.Ptr(p[0], logData), c.Word(p[0], logCount)
		c.Times(c.Sub(c.Word(p[0], logAll), n), func(k ir.Value) {
			exchange(c, t, c.Offset(data, c.Mul(c.Add(n, k), i64(LoggedSize))))
		})
		c.CallFunc(rt.Free(), data)
		c.Return(nil)
	})
}
