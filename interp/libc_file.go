package interp

// scratchFile is a file that a program made for itself; it is nowhere but here.
type scratchFile struct {
	data, und []byte
}

// initFiles are the functions on files without a name that gradients put
// snapshots into.
func initFiles() {
	addLibc("mkstemp", func(c *call) error {
		if _, err := c.str(0); err != nil {
			return err
		}
		if c.m.files == nil {
			c.m.files = map[int64]*scratchFile{}
		}
		const first = 3 // behind the standard streams
		fd := int64(first + c.m.filesMade)
		c.m.filesMade++
		c.m.files[fd] = &scratchFile{}
		c.ret(uint64(fd))
		return nil
	})
	addLibc("unlink", func(c *call) error {
		c.ret(0)
		return nil
	})
	addLibc("close", func(c *call) error {
		if _, err := c.file(); err != nil {
			return err
		}
		delete(c.m.files, c.s(0))
		c.ret(0)
		return nil
	})
	addLibc("posix_fadvise", func(c *call) error {
		_, err := c.file()
		c.ret(0)
		return err
	})
	addLibc("pwrite", func(c *call) error {
		f, err := c.file()
		if err != nil {
			return err
		}
		n, at := c.u(2), c.u(3)
		o, off, err := c.m.reach(c.u(1), n)
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
	})
	addLibc("pread", func(c *call) error {
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
		o, off, err := c.m.reachW(c.u(1), n)
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
	})
}

// file is the file whose descriptor is the first argument.
func (c *call) file() (*scratchFile, error) {
	if err := c.want(1); err != nil {
		return nil, err
	}
	f := c.m.files[c.s(0)]
	if f == nil {
		return nil, faultf(BadCall, "%s of file %d, which is not open", c.name(), c.s(0))
	}
	return f, nil
}

// OpenFiles is how many files the program has not closed.
func (m *Machine) OpenFiles() int { return len(m.files) }
