package interp

import "sort"

// sort is qsort, or qsort_r where there are five arguments: it sorts a copy with the program's
// comparison and writes it back, stably, which is one of the orders that C allows.
func (c *call) sort(args int) error {
	if err := c.want(args); err != nil {
		return err
	}
	base, n, size := c.u(0), c.u(1), c.u(2)
	if n < 2 || size == 0 {
		return nil
	}
	if n > maxObject/size {
		return faultf(OutOfBounds, "qsort of %d elements of %d bytes", n, size)
	}
	m := c.m
	tmp, err := m.Alloc(int(n * size))
	if err != nil {
		return err
	}
	if err := m.mem.move(uint64(tmp), base, n*size); err != nil {
		return err
	}
	idx := make([]uint64, n)
	for k := range idx {
		idx[k] = uint64(k)
	}
	var failed error
	sort.SliceStable(idx, func(a, b int) bool {
		if failed != nil {
			return false
		}
		both := []Value{Pointer(tmp + Ptr(idx[a]*size)), Pointer(tmp + Ptr(idx[b]*size))}
		if args > 4 {
			both = append(both, Pointer(Ptr(c.u(4))))
		}
		v, err := c.callback(c.u(3), both...)
		if err != nil {
			failed = err
			return false
		}
		return v.I64() < 0
	})
	if failed != nil {
		return failed
	}
	for k, from := range idx {
		if err := m.mem.move(base+uint64(k)*size, uint64(tmp)+from*size, size); err != nil {
			return err
		}
	}
	return m.Release(tmp)
}

// searchSorted is bsearch, which halves the range as glibc's does.
func searchSorted(c *call) error {
	if err := c.want(5); err != nil {
		return err
	}
	low, high, size := uint64(0), c.u(2), c.u(3)
	for low < high {
		middle := low + (high-low)/2
		at := c.u(1) + middle*size
		v, err := c.callback(c.u(4), Pointer(Ptr(c.u(0))), Pointer(Ptr(at)))
		switch {
		case err != nil:
			return err
		case v.I64() == 0:
			c.ret(at)
			return nil
		case v.I64() < 0:
			high = middle
		default:
			low = middle + 1
		}
	}
	c.ret(0)
	return nil
}
