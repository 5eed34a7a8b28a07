// Populations by cohorts, generic over the numbers they are kept in, with duals; events are an enum, totals by entries.
use std::collections::BTreeMap;
use std::ops::{Add, Mul, Sub};

trait Number: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    const ONE: Self;
    fn from(v: f64) -> Self;
    fn value(self) -> f64;
    fn exp(self) -> Self;
}
impl Number for f64 {
    const ONE: f64 = 1.0;
    fn from(v: f64) -> f64 { v }
    fn value(self) -> f64 { self }
    fn exp(self) -> f64 { f64::exp(self) }
}
#[derive(Clone, Copy)]
struct Dual { v: f64, d: f64 }
impl Add for Dual { type Output = Dual; fn add(self, o: Dual) -> Dual { Dual { v: self.v + o.v, d: self.d + o.d } } }
impl Sub for Dual { type Output = Dual; fn sub(self, o: Dual) -> Dual { Dual { v: self.v - o.v, d: self.d - o.d } } }
impl Mul for Dual { type Output = Dual; fn mul(self, o: Dual) -> Dual { Dual { v: self.v * o.v, d: self.v * o.d + self.d * o.v } } }
impl Number for Dual {
    const ONE: Dual = Dual { v: 1.0, d: 0.0 };
    fn from(v: f64) -> Dual { Dual { v, d: 0.0 } }
    fn value(self) -> f64 { self.v }
    fn exp(self) -> Dual { let e = self.v.exp(); Dual { v: e, d: e * self.d } }
}

#[derive(Clone)]
enum Event<T> { Harvest { age: usize, part: T }, Winter(T), Split(usize, usize), Nothing }

struct Population<T, const A: usize> { size: [T; A], matrix: [[T; A]; A] }
impl<T: Number, const A: usize> Population<T, A> {
    fn new(size: [T; A], births: &[T], survival: &[T]) -> Self {
        let mut matrix = [[T::from(0.0); A]; A];
        for k in 0..A {
            matrix[0][k] = births[k % births.len()];
            if k + 1 < A { matrix[k + 1][k] = survival[k % survival.len()]; }
        }
        Population { size, matrix }
    }
    fn total(&self) -> T { self.size.iter().fold(T::from(0.0), |s, v| s + *v) }
    fn year(&mut self, crowding: T) {
        let limit = (T::from(0.0) - crowding * self.total()).exp();
        let old = self.size;
        for (i, row) in self.matrix.iter().enumerate() {
            let s = row.iter().zip(old).fold(T::from(0.0), |s, (m, v)| s + *m * v);
            self.size[i] = s * limit;
        }
    }
    fn apply(&mut self, e: &Event<T>) {
        match e {
            Event::Harvest { age, part } if *age < A => self.size[*age] = self.size[*age] * (T::ONE - *part),
            Event::Harvest { .. } | Event::Nothing => {}
            Event::Winter(s) => for v in self.size.iter_mut() { *v = *v * *s; },
            Event::Split(a, b) => {
                let half = self.size[*a] * T::from(0.5);
                self.size[*a] = half;
                self.size[*b] = self.size[*b] + half;
            }
        }
    }
}

fn simulate<T: Number>(x: &[T], sums: &mut BTreeMap<u32, f64>) -> T {
    let mut p = Population::<T, 4>::new([x[0], x[1], x[2], T::ONE], &[T::from(0.1), x[3], x[4] * T::from(0.8)], &[T::from(0.7), x[5] * T::from(0.5)]);
    let calendar = [(2u32, Event::Winter(x[6])), (4, Event::Harvest { age: 2, part: x[7] * T::from(0.3) }), (5, Event::Split(1, 3)), (8, Event::Harvest { age: 9, part: x[0] }), (9, Event::Nothing)];
    let mut out = T::from(0.0);
    for year in 0..10 {
        p.year(x[8] * T::from(0.05));
        if let Ok(k) = calendar.binary_search_by(|(y, _)| y.cmp(&year)) { p.apply(&calendar[k].1); }
        out = out + p.total() * x[(year as usize) % 12] * T::from(0.2);
        *sums.entry(year % 3).or_insert(0.0) += p.size[0].value();
    }
    let sorted: Vec<f64> = { let mut v: Vec<f64> = p.size.iter().map(|t| t.value()).collect(); v.sort_by(|a, b| a.partial_cmp(b).unwrap()); v };
    let at = sorted.binary_search_by(|v| v.partial_cmp(&0.6).unwrap()).unwrap_or_else(|i| i);
    out + p.size[at.min(3)] * T::from(0.3)
}

fn run(x: &[f64]) -> f64 {
    let mut sums = BTreeMap::new();
    let plain = simulate(x, &mut sums);
    let duals: Vec<Dual> = x.iter().enumerate().map(|(i, &v)| Dual { v, d: if i == 3 { 1.0 } else { 0.0 } }).collect();
    let dual = simulate(&duals, &mut sums);
    plain + 0.1 * dual.d + sums.iter().map(|(k, v)| (*k as f64 + 1.0) * v * 0.05 * x[9 + *k as usize]).sum::<f64>()
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
