package interp

import (
	"math"
	"strings"
)

// x86Functions are the floating-point intrinsics of x86 that compilers' headers
// lead to, as Intel's manual describes the instructions. rcp and rsqrt are exact
// here; the processors' have 12 or 14 bits. Those with a mask compute all lanes: see ExpandMasks of transform/typerecovery.
var x86Functions = []struct {
	names string
	run   func(c *call) error
}{
	{"sse.min.ps sse2.min.pd avx.min.ps.256 avx.min.pd.256 avx512.min.ps.512 avx512.min.pd.512", secondX86(func(x, y float64) bool { return x < y })},
	{"sse.max.ps sse2.max.pd avx.max.ps.256 avx.max.pd.256 avx512.max.ps.512 avx512.max.pd.512", secondX86(func(x, y float64) bool { return x > y })},
	{"avx512.sqrt.ps.512 avx512.sqrt.pd.512", eachX86(math.Sqrt)},
	{`sse.rcp.ps avx.rcp.ps.256 avx512.rcp14.pd.128 avx512.rcp14.pd.256 avx512.rcp14.pd.512
		avx512.rcp14.ps.128 avx512.rcp14.ps.256 avx512.rcp14.ps.512`, eachX86(func(x float64) float64 { return 1 / x })},
	{`sse.rsqrt.ps avx.rsqrt.ps.256 avx512.rsqrt14.pd.128 avx512.rsqrt14.pd.256 avx512.rsqrt14.pd.512
		avx512.rsqrt14.ps.128 avx512.rsqrt14.ps.256 avx512.rsqrt14.ps.512`, eachX86(func(x float64) float64 { return 1 / math.Sqrt(x) })},
	{`sse41.round.ps sse41.round.pd avx.round.ps.256 avx.round.pd.256 avx512.mask.rndscale.pd.128
		avx512.mask.rndscale.pd.256 avx512.mask.rndscale.pd.512 avx512.mask.rndscale.ps.128
		avx512.mask.rndscale.ps.256 avx512.mask.rndscale.ps.512`, roundX86},
	{"sse41.blendvpd sse41.blendvps avx.blendv.pd.256 avx.blendv.ps.256", blendX86},
	{"sse.movmsk.ps sse2.movmsk.pd avx.movmsk.ps.256 avx.movmsk.pd.256 sse2.pmovmskb.128", signsX86},
	{"sse2.cvtps2dq avx.cvt.ps2dq.256 avx512.mask.cvtpd2dq.512 avx512.mask.cvtps2dq.512", toIntX86(math.RoundToEven)},
	{`sse2.cvttps2dq avx.cvtt.ps2dq.256 avx.cvtt.pd2dq.256 avx512.mask.cvttpd2dq.512
		avx512.mask.cvttps2dq.512`, toIntX86(math.Trunc)},
	{"sse.cvttss2si sse2.cvttsd2si sse.cvttss2si64 sse2.cvttsd2si64", toIntX86(math.Trunc)},
	{"sse.cvtss2si sse2.cvtsd2si sse.cvtss2si64 sse2.cvtsd2si64", toIntX86(math.RoundToEven)},
	{"sse3.addsub.ps sse3.addsub.pd avx.addsub.ps.256 avx.addsub.pd.256", addSubX86},
	{"sse3.hadd.ps sse3.hadd.pd avx.hadd.ps.256 avx.hadd.pd.256", pairsX86(opFAdd)},
	{"sse3.hsub.ps sse3.hsub.pd avx.hsub.ps.256 avx.hsub.pd.256", pairsX86(opFSub)},
	{"sse41.dpps sse41.dppd avx.dp.ps.256", dotX86},
	{"sse.cmp.ps sse2.cmp.pd avx.cmp.ps.256 avx.cmp.pd.256", compareX86},
	{"sse.cmp.ss sse2.cmp.sd", compareX86},
	{"sse.min.ss sse2.min.sd", lowestX86(func(x, y float64) bool { return x < y })},
	{"sse.max.ss sse2.max.sd", lowestX86(func(x, y float64) bool { return x > y })},
	{"sse2.cvtsd2ss", narrowLowestX86},
	{"sse2.cvtpd2ps avx.cvt.pd2.ps.256", narrowX86},
	{"sse.sfence sse2.lfence sse2.mfence sse2.pause avx.vzeroupper avx.vzeroall", nothing},
}

func init() {
	for _, row := range x86Functions {
		names := row.names
		flags := "pure"
		switch {
		case strings.HasPrefix(names, "sse41.dpps"):
			flags = "pure whole"
		case strings.Contains(names, "hadd") || strings.Contains(names, "hsub") || strings.Contains(names, ".min.ss") ||
			strings.Contains(names, ".max.ss") || strings.Contains(names, ".cmp.") || strings.Contains(names, "cvt"):
			flags = "lenient" // they say themselves which lanes are undefined
		}
		for _, n := range strings.Fields(names) {
			addIntrinsic("x86."+n, flags, row.run)
		}
	}
}

// secondX86 takes the first operand where pick says so, otherwise the second.
func secondX86(pick func(x, y float64) bool) func(c *call) error {
	return func(c *call) error {
		if err := c.want(2); err != nil {
			return err
		}
		k := leafKindOf(c.typ(0).Scalar())
		for j, x := range c.slots(0) {
			y := c.slots(1)[j]
			if pick(toF64(k, x), toF64(k, y)) {
				y = x
			}
			c.result()[j] = y
		}
		return nil
	}
}

func eachX86(f func(float64) float64) func(c *call) error {
	return func(c *call) error {
		if err := c.want(1); err != nil {
			return err
		}
		k := leafKindOf(c.typ(0).Scalar())
		for j, x := range c.slots(0) {
			c.result()[j] = fromF64(k, f(toF64(k, x)))
		}
		return nil
	}
}

func narrowLowestX86(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	copy(c.result(), c.slots(0))
	c.result()[0] = fromF64(f32Leaf, toF64(f64Leaf, c.u(1)))
	for j := 1; j < len(c.result()); j++ {
		c.undLane(j, 0, j)
	}
	c.undLane(0, 1, 0)
	return nil
}

func narrowX86(c *call) error {
	if err := c.want(1); err != nil {
		return err
	}
	clear(c.result())
	for j, x := range c.slots(0) {
		c.result()[j] = fromF64(f32Leaf, toF64(f64Leaf, x))
		c.undLane(j, 0, j)
	}
	return nil
}

// comparisonsX86 has for the number of each comparison when it holds: 1 for equal, 2 for greater,
// 4 for less, 8 for not ordered. Those from 16 on differ in what they raise only.
var comparisonsX86 = [16]int{1, 4, 5, 8, 14, 11, 10, 7, 9, 12, 13, 0, 6, 3, 2, 15}

// compareX86 compares all elements, or the first ones where the name ends so: all ones where
// the comparison holds.
func compareX86(c *call) error {
	if err := c.want(3); err != nil {
		return err
	}
	t := c.typ(0).Scalar()
	k, ones := leafKindOf(t), uint64(1)<<(leafBits(t)-1)<<1-1
	n := len(c.result())
	if strings.HasSuffix(c.name(), ".ss") || strings.HasSuffix(c.name(), ".sd") {
		n = 1
	}
	for j := range c.result() {
		c.undLane(j, 0, j)
		if j >= n {
			c.result()[j] = c.slots(0)[j]
			continue
		}
		c.undLane(j, 1, j)
		x, y, how := toF64(k, c.slots(0)[j]), toF64(k, c.slots(1)[j]), 8
		switch {
		case x == y:
			how = 1
		case x > y:
			how = 2
		case x < y:
			how = 4
		}
		c.result()[j] = 0
		if comparisonsX86[c.u(2)&15]&how != 0 {
			c.result()[j] = ones
		}
	}
	return nil
}

func roundX86(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	f := map[uint64]func(float64) float64{0: math.RoundToEven, 1: math.Floor, 2: math.Ceil, 3: math.Trunc, 4: math.RoundToEven}[c.u(1)&7]
	if f == nil || c.u(1)>>4 != 0 { // of rndscale: how many binary digits stay
		return faultf(Unsupported, "%s with mode %d", c.name(), c.u(1))
	}
	k := leafKindOf(c.typ(0).Scalar())
	for j, x := range c.slots(0) {
		c.result()[j] = fromF64(k, f(toF64(k, x)))
	}
	return nil
}

func blendX86(c *call) error {
	if err := c.want(3); err != nil {
		return err
	}
	w := leafBits(c.typ(0).Scalar())
	for j, m := range c.slots(2) {
		c.result()[j] = c.slots(0)[j]
		if m>>(w-1)&1 != 0 {
			c.result()[j] = c.slots(1)[j]
		}
	}
	return nil
}

func signsX86(c *call) error {
	if err := c.want(1); err != nil {
		return err
	}
	w := leafBits(c.typ(0).Scalar())
	var r uint64
	for j, x := range c.slots(0) {
		r |= x >> (w - 1) & 1 << j
	}
	c.ret(r)
	return nil
}

// toIntX86 converts; what does not fit gives the smallest integer.
func toIntX86(round func(float64) float64) func(c *call) error {
	return func(c *call) error {
		if err := c.want(1); err != nil {
			return err
		}
		k, w := leafKindOf(c.typ(0).Scalar()), leafBits(c.retType().Scalar())
		for j := range c.result() {
			v, ok := floatToInt(round(toF64(k, c.slots(0)[j])), w, true)
			if !ok {
				v = 1 << (w - 1)
			}
			c.result()[j] = v
			c.undLane(j, 0, j)
		}
		return nil
	}
}

// registerX86 is how many elements of an argument stand in 128 bits: the wider
// instructions work on each such part by itself.
func (c *call) registerX86() int { return 128 / leafBits(c.typ(0).Scalar()) }

// arith computes op on two numbers of the first argument's kind.
func (c *call) arith(op opcode, x, y uint64) uint64 {
	in := inst{k: leafKindOf(c.typ(0).Scalar())}
	v, _, _ := laneOp(op)(op, &in, x, y)
	return v
}

func addSubX86(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	for j, x := range c.slots(0) {
		op := opFSub
		if j%2 == 1 {
			op = opFAdd
		}
		c.result()[j] = c.arith(op, x, c.slots(1)[j])
	}
	return nil
}

// pairsX86 combines neighbours: in each part of 128 bits first those of the
// first operand, then those of the second.
func pairsX86(op opcode) func(c *call) error {
	return func(c *call) error {
		if err := c.want(2); err != nil {
			return err
		}
		per := c.registerX86()
		for j := range c.result() {
			part, at := j-j%per, j%per
			from := c.slots(2 * at / per)
			at = part + 2*at%per
			c.result()[j] = c.arith(op, from[at], from[at+1])
			c.undLane(j, 2*(j%per)/per, at)
			c.undLane(j, 2*(j%per)/per, at+1)
		}
		return nil
	}
}

// undLane makes lane j of the result undefined when lane l of argument k is.
func (c *call) undLane(j, k, l int) {
	if u := c.und(k); u != nil && u[l] != 0 {
		c.fr.setUndef(c.in.dst+int32(j), 1)
	}
}

func dotX86(c *call) error {
	if err := c.want(3); err != nil {
		return err
	}
	per, mask := c.registerX86(), c.u(2)
	for part := 0; part < len(c.result()); part += per {
		p := make([]uint64, per)
		for j := range p {
			if mask>>(4+j)&1 != 0 {
				p[j] = c.arith(opFMul, c.slots(0)[part+j], c.slots(1)[part+j])
			}
		}
		sum := c.arith(opFAdd, p[0], p[1])
		if per == 4 {
			sum = c.arith(opFAdd, sum, c.arith(opFAdd, p[2], p[3]))
		}
		for j := range p {
			c.result()[part+j] = 0
			if mask>>j&1 != 0 {
				c.result()[part+j] = sum
			}
		}
	}
	return nil
}

func lowestX86(first func(x, y float64) bool) func(c *call) error {
	return func(c *call) error {
		if err := c.want(2); err != nil {
			return err
		}
		k := leafKindOf(c.typ(0).Scalar())
		copy(c.result(), c.slots(0))
		if !first(toF64(k, c.u(0)), toF64(k, c.u(1))) {
			c.result()[0] = c.u(1)
		}
		for j := range c.result() {
			c.undLane(j, 0, j)
		}
		c.undLane(0, 1, 0)
		return nil
	}
}

func init() {
	for _, t := range []string{"ps", "pd", "ps.256", "pd.256"} {
		addIntrinsic("x86.avx.maskload."+t, "lenient", maskLoadX86)
		addIntrinsic("x86.avx.maskstore."+t, "lenient", maskStoreX86)
		for _, index := range []string{"d", "q"} {
			addIntrinsic("x86.avx2.gather."+index+"."+t, "lenient", gatherX86)
		}
	}
}

// laneOn reports whether lane j of argument k, a mask, has its sign bit set.
func (c *call) laneOn(k, j int) (bool, error) {
	if u := c.und(k); u != nil && u[j]>>(leafBits(c.typ(k).Scalar())-1)&1 != 0 {
		return false, faultf(Undefined, "lane %d of the mask of %s is undefined", j, c.name())
	}
	return c.slots(k)[j]>>(leafBits(c.typ(k).Scalar())-1)&1 != 0, nil
}

func maskLoadX86(c *call) error {
	if err := c.want(2); err != nil {
		return err
	}
	if err := c.defined(0); err != nil {
		return err
	}
	c.m.count.Loads++
	n := uint64(leafBits(c.retType().Scalar()) / 8)
	for j := range c.result() {
		if err := c.loadLane(j, 1, c.u(0)+uint64(j)*n, n, 0); err != nil {
			return err
		}
	}
	return nil
}

// loadLane loads one lane where the mask in argument k has it on; otherwise the
// lane is the given value.
func (c *call) loadLane(j, k int, addr, n, off uint64) error {
	on, err := c.laneOn(k, j)
	if err != nil {
		return err
	}
	c.result()[j] = off
	if !on {
		return nil
	}
	v, und, err := c.m.mem.loadWord(addr, n)
	if err != nil {
		return err
	}
	c.result()[j] = v
	if und != 0 {
		c.fr.shade()[c.in.dst+int32(j)] = und
	}
	return nil
}

func maskStoreX86(c *call) error {
	if err := c.want(3); err != nil {
		return err
	}
	if err := c.defined(0); err != nil {
		return err
	}
	c.m.count.Stores++
	n := uint64(leafBits(c.typ(2).Scalar()) / 8)
	for j, v := range c.slots(2) {
		on, err := c.laneOn(1, j)
		if err != nil {
			return err
		}
		und := uint64(0)
		if u := c.und(2); u != nil {
			und = u[j]
		}
		if on {
			if err := c.m.mem.storeWord(c.u(0)+uint64(j)*n, n, v, und); err != nil {
				return err
			}
		}
	}
	return nil
}

// gatherX86 loads from a base and signed indices in units of the scale.
func gatherX86(c *call) error {
	if err := c.want(5); err != nil {
		return err
	}
	if err := c.defined(1, 2, 4); err != nil {
		return err
	}
	c.m.count.Loads++
	n, w := uint64(leafBits(c.retType().Scalar())/8), leafBits(c.typ(2).Scalar())
	for j := range c.result() {
		if j >= len(c.slots(2)) {
			c.result()[j] = 0
			continue
		}
		addr := c.u(1) + uint64(signed(c.slots(2)[j], w))*c.u(4)
		if err := c.loadLane(j, 3, addr, n, c.slots(0)[j]); err != nil {
			return err
		}
	}
	return nil
}
