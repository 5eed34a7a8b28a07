package interp

import "io"

// streams are the standard streams, and the files that a program made for
// itself, which are nowhere but here.
type streams struct {
	stdout, stderr io.Writer
	stdio          [3]*object // what the FILE of each standard stream points to
	files          map[int64]*scratchFile
	made           int
}

type scratchFile struct {
	data, und []byte
}

// variable makes the variable of C's library that has the given name; nil for others.
func (s *streams) variable(mem *memory, name string) (*object, error) {
	var size, at, n, v uint64
	switch name {
	case "stdin", "stdout", "stderr":
		stream, err := s.stream(mem, map[string]int{"stdin": 0, "stdout": 1, "stderr": 2}[name])
		if err != nil {
			return nil, err
		}
		size, n, v = 8, 8, stream.base
	case "__cpu_model": // vendor, type, subtype, features: up to AVX2, and AVX-512 F, VL and DQ
		size, at, n, v = 16, 12, 4, 1<<11-1|1<<15|1<<20|1<<22
	default:
		return nil, nil
	}
	o, err := mem.newObject(globalObj, size, n)
	if err != nil {
		return nil, err
	}
	mem.fill(o, true)
	return o, mem.storeWord(o.base+at, n, v, 0)
}

// stream is the object whose address stands for a FILE.
func (s *streams) stream(mem *memory, fd int) (*object, error) {
	if s.stdio[fd] == nil {
		o, err := mem.newObject(opaqueObj, 0, 16)
		if err != nil {
			return nil, err
		}
		s.stdio[fd] = o
	}
	return s.stdio[fd], nil
}

// write sends text to the stream whose FILE is at an address; 0 is stdout.
func (s *streams) write(file uint64, text string) error {
	w := s.stdout
	if file != 0 {
		switch {
		case s.stdio[1] != nil && file == s.stdio[1].base:
		case s.stdio[2] != nil && file == s.stdio[2].base:
			w = s.stderr
		default:
			return faultf(BadCall, "output to %#x, which is neither stdout nor stderr", file)
		}
	}
	if w == nil {
		return nil
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	return nil
}

// create opens a new file.
func (s *streams) create() (fd int64) {
	if s.files == nil {
		s.files = map[int64]*scratchFile{}
	}
	const first = 3 // behind the standard streams
	fd = int64(first + s.made)
	s.made++
	s.files[fd] = &scratchFile{}
	return fd
}

// OpenFiles is how many files the program has not closed.
func (m *Machine) OpenFiles() int { return len(m.files.files) }
