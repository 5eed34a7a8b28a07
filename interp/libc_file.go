package interp

// fileFunctions are the functions on files without a name that gradients put
// snapshots into.
var fileFunctions = map[string]func(c *call) error{
	"mkstemp":       mkstemp,
	"unlink":        giveZero,
	"close":         closeFile,
	"posix_fadvise": adviseFile,
	"pwrite":        writeFileAt,
	"pread":         readFileAt,
}

func mkstemp(c *call) error {
	if _, err := c.str(0); err != nil {
		return err
	}
	c.ret(uint64(c.m.files.create()))
	return nil
}

func closeFile(c *call) error {
	if _, err := c.file(); err != nil {
		return err
	}
	delete(c.m.files.files, c.s(0))
	c.ret(0)
	return nil
}

func adviseFile(c *call) error {
	_, err := c.file()
	c.ret(0)
	return err
}

func writeFileAt(c *call) error {
	f, err := c.file()
	if err != nil {
		return err
	}
	n, at := c.u(2), c.u(3)
	o, off, err := c.m.mem.reach(c.u(1), n)
	if err != nil {
		return err
	}
	if end := at + n; end > maxObject {
		return faultf(MemoryLimit, "a file of %d bytes", end)
	} else if more := int(end) - len(f.data); more > 0 {
		f.data = append(f.data, make([]byte, more)...)
		f.und = append(f.und, make([]byte, more)...)
	}
	copy(f.data[at:], o.data[off:off+n])
	clear(f.und[at : at+n])
	if o.shadow != nil {
		copy(f.und[at:], o.shadow[off:off+n])
	}
	c.ret(n)
	return nil
}

func readFileAt(c *call) error {
	f, err := c.file()
	if err != nil {
		return err
	}
	at := min(c.u(3), uint64(len(f.data)))
	n := min(c.u(2), uint64(len(f.data))-at)
	c.ret(n)
	if n == 0 {
		return nil
	}
	o, off, err := c.m.mem.reachW(c.u(1), n)
	if err != nil {
		return err
	}
	copy(o.data[off:], f.data[at:at+n])
	if anyByte(f.und[at : at+n]) {
		o.needShadow()
	}
	if o.shadow != nil {
		copy(o.shadow[off:], f.und[at:at+n])
	}
	return nil
}

// file is the file whose descriptor is the first argument.
func (c *call) file() (*scratchFile, error) {
	if err := c.want(1); err != nil {
		return nil, err
	}
	f := c.m.files.files[c.s(0)]
	if f == nil {
		return nil, faultf(BadCall, "%s of file %d, which is not open", c.name(), c.s(0))
	}
	return f, nil
}
