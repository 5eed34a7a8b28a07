package interp

// charClasses gives each class of characters in the C locale as ranges, with
// its bit in the tables that glibc's ctype.h reads.
var charClasses = []struct {
	name   string
	ranges string // pairs: first, last
	bit    uint16
}{
	{"isupper", "AZ", 1 << 8}, {"islower", "az", 1 << 9}, {"isalpha", "AZaz", 1 << 10}, {"isdigit", "09", 1 << 11},
	{"isxdigit", "09AFaf", 1 << 12}, {"isspace", "\t\r  ", 1 << 13}, {"isprint", " ~", 1 << 14}, {"isgraph", "!~", 1 << 15},
	{"isblank", "\t\t  ", 1 << 0}, {"iscntrl", "\x00\x1f\x7f\x7f", 1 << 1}, {"ispunct", "!/:@[`{~", 1 << 2}, {"isalnum", "09AZaz", 1 << 3},
}

func inRanges(c int64, ranges string) bool {
	for k := 0; k < len(ranges); k += 2 {
		if c >= int64(ranges[k]) && c <= int64(ranges[k+1]) {
			return true
		}
	}
	return false
}

func toUpper(c int64) int64 {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

func toLower(c int64) int64 {
	if c >= 'A' && c <= 'Z' {
		return c - 'A' + 'a'
	}
	return c
}

func initCtype() {
	for _, k := range charClasses {
		addLibc(k.name, func(c *call) error { c.ret(b2u(inRanges(c.s(0), k.ranges))); return nil })
	}
	addLibc("toupper", func(c *call) error { c.ret(uint64(toUpper(c.s(0)))); return nil })
	addLibc("tolower", func(c *call) error { c.ret(uint64(toLower(c.s(0)))); return nil })
	addLibc("__ctype_b_loc", func(c *call) error {
		return c.charTable(2, func(ch int64) uint64 {
			var bits uint16
			for _, k := range charClasses {
				if inRanges(ch, k.ranges) {
					bits |= k.bit
				}
			}
			return uint64(bits)
		})
	})
	addLibc("__ctype_toupper_loc", func(c *call) error { return c.charTable(4, func(ch int64) uint64 { return uint64(toUpper(ch)) }) })
	addLibc("__ctype_tolower_loc", func(c *call) error { return c.charTable(4, func(ch int64) uint64 { return uint64(toLower(ch)) }) })
}

// charTable gives the address of a pointer to a table for the characters -128
// to 255, made once.
func (c *call) charTable(size uint64, entry func(ch int64) uint64) error {
	mem, tables := &c.m.mem, c.m.libc.charTables
	if p := tables[c.name()]; p != nil {
		c.ret(p.base)
		return nil
	}
	table, err := mem.newObject(globalObj, 384*size, 8)
	if err != nil {
		return err
	}
	mem.fill(table, true)
	for k := uint64(0); k < 384; k++ {
		putWord(table.data[k*size:], size, entry(int64(k)-128))
	}
	p, err := mem.newObject(globalObj, 8, 8)
	if err != nil {
		return err
	}
	mem.fill(p, true)
	tables[c.name()] = p
	c.ret(p.base)
	return mem.storeWord(p.base, 8, table.base+128*size, 0)
}
