package tape

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// Storage says where chunks come from and who keeps them between sweeps. Modules with different ones may be linked
// with each other: what one keeps another never sees.
type Storage struct {
	Global    bool // no variable is thread-local: the program keeps the chunks of one sweep, which threads exchange
	Collected bool // a collector of garbage (Boehm's) gives them, so that it sees the addresses in them
	Told      bool // a collector of garbage (D's) is told of them, for the same reason
}

// The functions by which a module gets memory that a collector of garbage frees.
var (
	collectors = strings.Fields("GC_malloc GC_malloc_atomic GC_realloc GC_malloc_uncollectable")
	toldOnes   = strings.Fields("_d_allocmemory gc_malloc gc_calloc")
)

// StorageIn is how derivatives in m keep tapes; global has the program keep chunks.
func StorageIn(m *ir.Module, global bool) Storage {
	s := Storage{Global: global}
	for _, name := range collectors {
		s.Collected = s.Collected || m.Func(name) != nil
	}
	for _, name := range toldOnes {
		s.Told = s.Told || m.Func(name) != nil && !s.Collected
	}
	return s
}

// Linkage is that of a variable of which each thread has its own unless the storage is global.
func (s Storage) Linkage(words string) string {
	if s.Global {
		return words
	}
	return words + " thread_local"
}

// prefixes tell functions of one storage from those of another.
var prefixes = map[Storage]string{
	{}:                              sharedPrefix,
	{Global: true}:                  sharedPrefix + "global.",
	{Collected: true}:               sharedPrefix + "collected.",
	{Global: true, Collected: true}: sharedPrefix + "collected.global.",
	{Told: true}:                    sharedPrefix + "told.",
	{Global: true, Told: true}:      sharedPrefix + "told.global.",
}

// stored is the name of what belongs to the storage.
func (rt *Runtime) stored(what string) string { return prefixes[rt.storage] + what }

// unstored takes such a name apart.
func unstored(name string) (what string, s Storage) {
	for s, prefix := range prefixes {
		if what, ok := strings.CutPrefix(name, prefix); ok && !strings.Contains(what, ".") {
			return what, s
		}
	}
	return "", Storage{}
}

// exchange puts chunks into the variable that all threads share, and gives those that were there.
func (rt *Runtime) exchange(c *structured.Code, chunks ir.Value) ir.Value {
	m := rt.M
	place := c.Cast(ir.BitCast, c.At(rt.held(), heldFirst), m.PtrTo(ir.I64))
	i := ir.NewInstr(ir.AtomicRMW, ir.I64, place, c.Cast(ir.PtrToInt, chunks, ir.I64))
	i.Extra().RMWOp, i.X.Ordering = "xchg", "acq_rel"
	return c.Cast(ir.IntToPtr, c.Insert(i), m.Ptr())
}

// keepGlobal has the program keep the chunks of a sweep, up to the limit, in place of those that it kept before.
func (rt *Runtime) keepGlobal(c *structured.Code, first ir.Value) {
	rt.dropBeyond(c, first, i64(0))
	c.CallFunc(rt.dropFunc(), rt.exchange(c, first))
	c.Return(nil)
}
