package interp

// cxxNew and cxxDelete are the operators that allocate, and which of them belong
// together.
var (
	cxxNew = map[string]string{"_Znwm": "new", "_Znam": "new[]", "_Znwj": "new", "_Znaj": "new[]",
		"_ZnwmRKSt9nothrow_t": "new", "_ZnamRKSt9nothrow_t": "new[]",
		"_ZnwmSt11align_val_t": "new", "_ZnamSt11align_val_t": "new[]",
		"_ZnwmSt11align_val_tRKSt9nothrow_t": "new", "_ZnamSt11align_val_tRKSt9nothrow_t": "new[]"}
	cxxDelete = map[string]string{"_ZdlPv": "delete", "_ZdaPv": "delete[]", "_ZdlPvm": "delete", "_ZdaPvm": "delete[]",
		"_ZdlPvSt11align_val_t": "delete", "_ZdaPvSt11align_val_t": "delete[]", "_ZdlPvmSt11align_val_t": "delete",
		"_ZdaPvmSt11align_val_t": "delete[]", "_ZdlPvRKSt9nothrow_t": "delete", "_ZdaPvRKSt9nothrow_t": "delete[]"}
)

// cxxEnds are the functions that end the program.
var cxxEnds = []string{"_ZSt9terminatev", "__clang_call_terminate", "__cxa_pure_virtual", "__cxa_bad_cast",
	"_ZSt17__throw_bad_allocv", "_ZSt28__throw_bad_array_new_lengthv", "_ZSt20__throw_length_errorPKc", "_ZSt20__throw_out_of_rangePKc",
	"_ZSt24__throw_out_of_range_fmtPKcz", "_ZSt19__throw_logic_errorPKc"}

// cxxABI are the functions of the Itanium C++ ABI.
var cxxABI = map[string]func(c *call) error{
	"__cxa_allocate_exception": allocateException,
	"__cxa_free_exception":     func(c *call) error { return c.m.Release(Ptr(c.u(0))) },
	"__cxa_throw":              throwException,
	"__cxa_begin_catch":        beginCatch,
	"__cxa_get_exception_ptr":  exceptionPtr,
	"__cxa_end_catch":          endCatch,
	"__cxa_rethrow":            rethrow,
	"__cxa_atexit":             giveZero,
	"__cxa_guard_acquire": func(c *call) error {
		v, _, err := c.m.mem.loadWord(c.u(0), 1)
		c.ret(b2u(v == 0))
		return err
	},
	"__cxa_guard_release": func(c *call) error { return c.m.mem.storeWord(c.u(0), 1, 1, 0) },
	"__cxa_guard_abort":   nothing,
}

func init() {
	addAll(cxxABI)
	for name, how := range cxxNew {
		addLibc(name, func(c *call) error { return c.cxxNew(how) })
	}
	for name, how := range cxxDelete {
		addLibc(name, func(c *call) error { return c.release(how) })
	}
	for _, name := range cxxEnds {
		addLibc(name, func(c *call) error { return faultf(Abort, "%s", c.name()) })
	}
}

func (c *call) cxxNew(how string) error {
	if err := c.want(1); err != nil {
		return err
	}
	align := uint64(16)
	if c.nargs() > 1 && c.typ(1).IsInt() {
		align = max(c.u(1), 1)
	}
	p, err := c.m.heapAlloc(c.u(0), align, false, how)
	c.ret(p)
	return err
}

func allocateException(c *call) error {
	if err := c.want(1); err != nil {
		return err
	}
	o, err := c.m.mem.newObject(hostObj, c.u(0), 16) // the runtime's, no leak of the program
	if err != nil {
		return err
	}
	c.m.mem.fill(o, false)
	c.ret(o.base)
	return nil
}

func throwException(c *call) error {
	if err := c.want(3); err != nil {
		return err
	}
	return c.m.exc.throw(&thrown{obj: c.u(0), at: c.u(0), typ: c.u(1), dtor: c.u(2)})
}

func beginCatch(c *call) error {
	e := c.m.exc.exception
	if e == nil || e.obj != c.u(0) {
		return faultf(BadCall, "__cxa_begin_catch without an exception")
	}
	c.m.exc.exception = nil
	c.m.exc.caught = append(c.m.exc.caught, e)
	c.ret(e.at)
	return nil
}

func exceptionPtr(c *call) error {
	c.ret(c.u(0))
	if e := c.m.exc.exception; e != nil && e.obj == c.u(0) {
		c.ret(e.at)
	}
	return nil
}

func endCatch(c *call) error {
	x := &c.m.exc
	n := len(x.caught)
	if n == 0 {
		return faultf(BadCall, "__cxa_end_catch without __cxa_begin_catch")
	}
	e := x.caught[n-1]
	x.caught = x.caught[:n-1]
	if x.exception == e { // rethrown
		return nil
	}
	if e.dtor != 0 {
		if _, err := c.callback(e.dtor, Pointer(Ptr(e.obj))); err != nil {
			return err
		}
	}
	return c.m.Release(Ptr(e.obj))
}

func rethrow(c *call) error {
	n := len(c.m.exc.caught)
	if n == 0 {
		return faultf(Uncaught, "rethrow without an exception")
	}
	return c.m.exc.throw(c.m.exc.caught[n-1])
}
