package interp

import "math"

// The functions that C23 added to math.h. Those of pi times the argument
// reduce it exactly before they multiply.
func init() {
	for name, f := range map[string]func(float64) float64{
		"sinpi": sinPi, "cospi": cosPi, "tanpi": func(x float64) float64 { return sinPi(x) / cosPi(x) },
		"asinpi": func(x float64) float64 { return math.Asin(x) / math.Pi }, "acospi": func(x float64) float64 { return math.Acos(x) / math.Pi },
		"atanpi":  func(x float64) float64 { return math.Atan(x) / math.Pi },
		"exp10m1": func(x float64) float64 { return math.Expm1(x * math.Ln10) }, "exp2m1": func(x float64) float64 { return math.Expm1(x * math.Ln2) },
		"log10p1": func(x float64) float64 { return math.Log1p(x) / math.Ln10 }, "log2p1": func(x float64) float64 { return math.Log1p(x) / math.Ln2 },
		"logp1": math.Log1p, "rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) },
	} {
		mathTable[name] = &mathFunc{f1: f, libm: true}
	}
	mathTable["atan2pi"] = &mathFunc{f2: func(y, x float64) float64 { return math.Atan2(y, x) / math.Pi }, libm: true}
	mathTable["powr"] = &mathFunc{f2: powr, libm: true}
	for name, f := range map[string]func(x float64, n int64) float64{
		"pown": func(x float64, n int64) float64 { return math.Pow(x, float64(n)) }, "rootn": rootn,
		"compoundn": func(x float64, n int64) float64 { return math.Exp(float64(n) * math.Log1p(x)) },
	} {
		mathOther[name] = func(c *call) error {
			if err := c.want(2); err != nil {
				return err
			}
			c.retF(f(c.f(0), c.s(1)))
			return nil
		}
	}
	for name, to := range map[string]float64{"nextup": math.Inf(1), "nextdown": math.Inf(-1)} {
		mathOther[name] = func(c *call) error {
			if err := c.want(1); err != nil {
				return err
			}
			if leafKindOf(c.typ(0)) == f32Leaf {
				c.retF(float64(math.Nextafter32(float32(c.f(0)), float32(to))))
			} else {
				c.retF(math.Nextafter(c.f(0), to))
			}
			return nil
		}
	}
	sincospi := func(x float64) (float64, float64) { return sinPi(x), cosPi(x) }
	addIntrinsic("sincospi", "pure", func(c *call) error { return c.twoFloats(sincospi) })
	mathOther["sincospi"] = func(c *call) error { return twoOut(c, sincospi) }
	mathOther["__sincospi"] = mathOther["sincospi"]
	mathOther["sincos"] = func(c *call) error {
		return twoOut(c, func(x float64) (float64, float64) { return math.Sin(x), math.Cos(x) })
	}
}

// twoOut stores two functions of the first argument at the other two.
func twoOut(c *call, f func(float64) (float64, float64)) error {
	if err := c.want(3); err != nil {
		return err
	}
	s, k := f(c.f(0))
	if err := c.storeF(1, s, c.typ(0)); err != nil {
		return err
	}
	return c.storeF(2, k, c.typ(0))
}

// sinPi is sin(pi*x), exact at multiples of 1/2.
func sinPi(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	r := math.Mod(x, 2)
	switch {
	case r > 1:
		r -= 2
	case r < -1:
		r += 2
	}
	switch a := math.Abs(r); {
	case a == 1:
		return math.Copysign(0, x)
	case a <= 0.25:
		return math.Sin(math.Pi * r)
	case a <= 0.75:
		return math.Copysign(math.Cos(math.Pi*(0.5-a)), r)
	default:
		return math.Copysign(math.Sin(math.Pi*(1-a)), r)
	}
}

// cosPi is cos(pi*x), exact at multiples of 1/2.
func cosPi(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	a := math.Mod(math.Abs(x), 2)
	if a > 1 {
		a = 2 - a
	}
	switch {
	case a == 0.5:
		return 0
	case a <= 0.25:
		return math.Cos(math.Pi * a)
	case a <= 0.75:
		return math.Sin(math.Pi * (0.5 - a))
	}
	return -math.Cos(math.Pi * (1 - a))
}

func powr(x, y float64) float64 {
	if x < 0 || x == 0 && y == 0 {
		return math.NaN()
	}
	return math.Pow(x, y)
}

func rootn(x float64, n int64) float64 {
	if n == 0 || x < 0 && n%2 == 0 {
		return math.NaN()
	}
	return math.Copysign(math.Pow(math.Abs(x), 1/float64(n)), x)
}
