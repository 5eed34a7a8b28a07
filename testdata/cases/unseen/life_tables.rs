// Life insurance: units by phantom types, policies as enums, assumptions by struct update, premiums swapped and taken.
use std::marker::PhantomData;
use std::ops::{Add, Mul};

#[derive(Debug)]
struct Unit<U> { v: f64, unit: PhantomData<U> }
impl<U> Clone for Unit<U> { fn clone(&self) -> Self { *self } }
impl<U> Copy for Unit<U> {}
impl<U> Unit<U> { const fn new(v: f64) -> Self { Unit { v, unit: PhantomData } } }
impl<U> Add for Unit<U> { type Output = Self; fn add(self, o: Self) -> Self { Unit::new(self.v + o.v) } }
impl<U> Mul<f64> for Unit<U> { type Output = Self; fn mul(self, k: f64) -> Self { Unit::new(self.v * k) } }
#[derive(Debug)]
struct Money;
#[derive(Debug)]
struct Share;

#[derive(Clone, Debug)]
struct Basis { interest: f64, base: f64, growth: f64, lapses: Vec<f64>, smoker: Option<f64> }
impl Default for Basis {
    fn default() -> Self { Basis { interest: 0.03, base: 0.001, growth: 0.09, lapses: vec![0.1, 0.05, 0.02], smoker: None } }
}
impl Basis {
    fn dies(&self, age: usize) -> Unit<Share> {
        let q = self.base * (self.growth * age as f64 / 10.0).exp() * self.smoker.unwrap_or(1.0);
        Unit::new(q / (1.0 + q))
    }
    fn lapse(&self, year: usize) -> Unit<Share> { Unit::new(self.lapses.get(year).or(self.lapses.last()).copied().unwrap_or(0.0) * 0.1) }
}

enum Policy {
    Term { years: usize, sum: Unit<Money> },
    Endowment { years: usize, sum: Unit<Money>, bonus: f64 },
    Annuity { from: usize, rate: Unit<Money> },
    Bundle(Vec<Policy>),
}
use Policy::*;

impl Policy {
    fn pays(&self, year: usize, alive: f64, dead: f64) -> Option<Unit<Money>> {
        match self {
            Term { years, sum } if year < *years => Some(*sum * dead),
            Term { .. } => None,
            Endowment { years, sum, bonus } => match year.cmp(years) {
                std::cmp::Ordering::Less => Some(*sum * dead * (1.0 + bonus * year as f64)),
                std::cmp::Ordering::Equal => Some(*sum * alive),
                std::cmp::Ordering::Greater => None,
            },
            Annuity { from, rate } => (year >= *from).then(|| *rate * alive),
            Bundle(l) => l.iter().filter_map(|p| p.pays(year, alive, dead)).reduce(|a, b| a + b),
        }
    }
    fn value(&self, b: &Basis, age: usize) -> Unit<Money> {
        let (mut alive, mut v) = (1.0, 1.0);
        (0..12).filter_map(|year| {
            let dead = alive * b.dies(age + 3 * year).v;
            alive -= dead;
            alive *= 1.0 - b.lapse(year).v;
            v /= 1.0 + b.interest;
            self.pays(year, alive, dead).map(|m| m * v)
        }).fold(Unit::new(0.0), |a, m| a + m)
    }
    fn sums(&self) -> Vec<f64> {
        match self {
            Term { sum, .. } | Endowment { sum, .. } => vec![sum.v],
            Annuity { rate, .. } => vec![rate.v; 2],
            Bundle(l) => l.iter().flat_map(|p| p.sums()).collect(),
        }
    }
}

fn run(x: &[f64]) -> f64 {
    let plain = Basis { interest: 0.05 * x[0], base: 0.1 * x[1], ..Default::default() };
    let smoker = Basis { smoker: Some(1.0 + x[2]), lapses: x[3..5].to_vec(), ..plain.clone() };
    let mut held = vec![
        Term { years: 8, sum: Unit::new(10.0 * x[5]) },
        Bundle(vec![Annuity { from: 6, rate: Unit::new(x[6]) }, Term { years: 3, sum: Unit::new(x[7]) }, Bundle(vec![])]),
        Endowment { years: 9, sum: Unit::new(2.0 * x[8]), bonus: 0.05 * x[9] },
    ];
    let mut s = 0.0;
    for b in [&plain, &smoker] {
        s += held.iter().map(|p| p.value(b, 30)).fold(Unit::<Money>::new(0.0), |a, m| a + m).v;
        let last = held.len() - 1;
        held.swap(0, last);
        let old = std::mem::replace(&mut held[1], Annuity { from: 2, rate: Unit::new(0.3 * x[10]) });
        s += 0.2 * old.value(b, 50).v;
        if let Endowment { bonus, .. } = &mut held[0] { *bonus += std::mem::take(bonus) * x[11] + 0.01; }
        held.push(old);
    }
    let sums: Vec<f64> = held.iter().flat_map(Policy::sums).filter(|v| *v > 0.2).collect();
    s + sums.iter().map(|v| v.sqrt()).sum::<f64>() * 0.1 + 0.01 * sums.len() as f64
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
