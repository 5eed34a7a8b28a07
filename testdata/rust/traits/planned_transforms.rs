// Plans of transforms behind a trait, kept in a map by a function in recursion: which of two
// tables of functions a plan has is an integer there that is one of two constant addresses.
// llad: func f double
// llad: arg x dup double[6] range(0.55,1.2)
// llad: arg n const size_t 6
// llad: builds newest 0
use std::collections::BTreeMap;
use std::f64::consts::PI;
use std::ops::{Add, Mul, MulAssign};
use std::rc::Rc;
#[derive(Clone, Copy, Default)]
struct C {
    re: f64,
    im: f64,
}
impl C {
    fn new(re: f64, im: f64) -> C {
        C { re, im }
    }
    fn cis(t: f64) -> C {
        let (s, c) = t.sin_cos();
        C::new(c, s)
    }
    fn conj(self) -> C {
        C::new(self.re, -self.im)
    }
}
impl Add for C {
    type Output = C;
    fn add(self, o: C) -> C {
        C::new(self.re + o.re, self.im + o.im)
    }
}
impl Mul for C {
    type Output = C;
    fn mul(self, o: C) -> C {
        C::new(
            self.re * o.re - self.im * o.im,
            self.re * o.im + self.im * o.re,
        )
    }
}
impl Mul<f64> for C {
    type Output = C;
    fn mul(self, k: f64) -> C {
        C::new(self.re * k, self.im * k)
    }
}
impl MulAssign for C {
    fn mul_assign(&mut self, o: C) {
        *self = *self * o;
    }
}
trait Transform {
    fn len(&self) -> usize;
    fn forward(&self, a: &mut [C]);
    fn inverse(&self, a: &mut [C]) {
        a.iter_mut().for_each(|v| *v = v.conj());
        self.forward(a);
        let k = 1.0 / self.len() as f64;
        for v in a.iter_mut() {
            *v = v.conj() * k;
        }
    }
}
struct Radix2 {
    n: usize,
    tw: Vec<C>,
    rev: Vec<usize>,
}
impl Radix2 {
    fn new(n: usize) -> Self {
        let bits = n.trailing_zeros();
        Radix2 {
            n,
            tw: (0..n / 2)
                .map(|k| C::cis(-2.0 * PI * k as f64 / n as f64))
                .collect(),
            rev: (0..n)
                .map(|i| {
                    if bits == 0 {
                        0
                    } else {
                        i.reverse_bits() >> (usize::BITS - bits)
                    }
                })
                .collect(),
        }
    }
}
impl Transform for Radix2 {
    fn len(&self) -> usize {
        self.n
    }
    fn forward(&self, a: &mut [C]) {
        for (i, v) in a.iter_mut().enumerate() {
            *v = *v * self.tw[i / 2] * (2.0 + self.rev[i] as f64);
        }
    }
}
struct Bluestein {
    n: usize,
    inner: Rc<dyn Transform>,
    w: Vec<C>,
    wf: Vec<C>,
}
impl Bluestein {
    fn new(n: usize, plans: &mut Plans) -> Self {
        let m = (2 * n - 1).next_power_of_two();
        let inner = plans.get(m);
        let w: Vec<C> = (0..n)
            .map(|k| C::cis(-PI * ((k * k) % (2 * n)) as f64 / n as f64))
            .collect();
        let mut wf = vec![C::default(); m];
        for (k, v) in w.iter().enumerate() {
            wf[k] = v.conj();
            if k > 0 {
                wf[m - k] = v.conj();
            }
        }
        inner.forward(&mut wf);
        Bluestein { n, inner, w, wf }
    }
}
impl Transform for Bluestein {
    fn len(&self) -> usize {
        self.n
    }
    fn forward(&self, a: &mut [C]) {
        let mut b: Vec<C> = a.iter().zip(&self.w).map(|(&x, &w)| x * w).collect();
        b.resize(self.inner.len(), C::default());
        self.inner.forward(&mut b);
        b.iter_mut().zip(&self.wf).for_each(|(x, w)| *x *= *w);
        self.inner.inverse(&mut b);
        for ((o, v), w) in a.iter_mut().zip(b).zip(&self.w) {
            *o = v * *w;
        }
    }
}
#[derive(Default)]
struct Plans {
    made: BTreeMap<usize, Rc<dyn Transform>>,
}
impl Plans {
    fn get(&mut self, n: usize) -> Rc<dyn Transform> {
        if let Some(p) = self.made.get(&n) {
            return Rc::clone(p);
        }
        let p: Rc<dyn Transform> = if n.is_power_of_two() {
            Rc::new(Radix2::new(n))
        } else {
            Rc::new(Bluestein::new(n, self))
        };
        self.made.insert(n, p.clone());
        p
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut plans = Plans::default();
    let mut total = 0.0;
    for len in [8usize] {
        let p = plans.get(len);
        let mut a: Vec<C> = vec![C::new(x[0], x[1]); len];
        p.forward(&mut a);
        total += a[1].re;
    }
    total
}
