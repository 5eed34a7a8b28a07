package main

// fault is a change of one place in the sources that makes derivatives wrong, or leaks.
type fault struct {
	name string
	what string
	file string // from the root of the tree
	old  string // stands there exactly once
	new  string
}

// faults are of different kinds, each one that a change might bring in unseen.
var faults = []fault{
	{"halved-rule", "the derivative of tanh is half of what it is",
		"rules/table.go",
		`{"tanh", 25, "f", "(1-r*r)*d"`,
		`{"tanh", 25, "f", "0.5*(1-r*r)*d"`},
	{"adjoint-stays", "what a store overwrites keeps the adjoint of what was stored",
		"reverse/adjmem.go",
		"\t\t} else {\n\t\t\tacs.cu.s.fn.env.accesses(acs.cu.b.Store(ir.Zero(t), addr, int(i.Align)), tape.Shadow)\n\t\t}\n",
		"\t\t}\n"},
	{"shadow-not-zeroed", "the shadow of a stack object begins with what the stack held",
		"reverse/inserter.go",
		"\t\t\tins.sh.isShadow[b.MemSet(c, ir.NewInt(ir.I64, size*n))] = true\n",
		""},
	{"tape-not-freed", "the chunks of a tape are not given back",
		"reverse/tape/runtime.go",
		"\tb.CallFunc(rt.keepFunc(), c)\n\tb.Br(ends)\n",
		"\tb.Br(ends)\n"},
	{"shadow-not-freed", "forward mode leaves the shadow of freed memory",
		"forward/alloc.go",
		"\t\t\tteam = append(team, acs.bd.b.Insert(c))\n",
		"\t\t\t_ = c\n"},
	{"guard-removed", "stores are forwarded to loads over what writes between them",
		"transform/canon/forwardstores.go",
		"\t\tcase fw.writes(i, l):\n\t\t\treturn nil, true\n",
		""},
	{"write-not-seen", "what a differentiated callee writes is read again in the reverse sweep as if it were untouched",
		"reverse/reload.go",
		"\t\treturn k == nil || !k.Pure && !k.ReadOnly\n\tcase ir.Fence:",
		"\t\treturn k != nil && !k.Pure && !k.ReadOnly\n\tcase ir.Fence:"},
	{"threads-race", "threads add to one adjoint without an atomic operation",
		"reverse/openmp.go",
		"\treturn mem.fn.parallel && mem.localObject(p) == nil && mem.aliases().Private(p) == nil\n",
		"\treturn false\n"},
	{"overlap-not-seen", "two accesses in steps of a common length are apart though the second reaches into the next step",
		"ir/analysis/alias.go",
		"\tif r >= psize && g-r >= qsize {\n",
		"\tif r >= psize {\n"},
	{"field-shared", "two values of one iteration share a field of its record",
		"reverse/tape/share.go",
		"\t\tif l.reachedFrom(rec, b, reach)[o] || l.reachedFrom(rec, o, reach)[b] {\n",
		"\t\tif l.reachedFrom(rec, b, reach)[o] {\n"},
}
