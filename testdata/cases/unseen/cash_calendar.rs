// Cash flows on a calendar: ladders of bonds in Rc cells, sums of flows by Sum and Product, walked backwards by steps.
use std::cell::RefCell;
use std::iter::{Product, Sum};
use std::ops::{Add, Mul};
use std::rc::Rc;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Flow { day: u32, amount: f64 }
impl Add for Flow { type Output = Flow; fn add(self, o: Flow) -> Flow { Flow { day: self.day.max(o.day), amount: self.amount + o.amount } } }
impl Sum for Flow { fn sum<I: Iterator<Item = Flow>>(i: I) -> Flow { i.fold(Flow::default(), Add::add) } }
impl<'a> Sum<&'a Flow> for Flow { fn sum<I: Iterator<Item = &'a Flow>>(i: I) -> Flow { i.copied().sum() } }

#[derive(Clone, Copy)]
struct Discount(f64);
impl Mul for Discount { type Output = Discount; fn mul(self, o: Discount) -> Discount { Discount(self.0 * o.0) } }
impl Product for Discount { fn product<I: Iterator<Item = Discount>>(i: I) -> Discount { i.fold(Discount(1.0), Mul::mul) } }

trait Dated { fn day(&self) -> u32; }
trait Years { fn years(&self) -> f64; }
impl<T: Dated> Years for T { fn years(&self) -> f64 { self.day() as f64 / 360.0 } }
impl Dated for Flow { fn day(&self) -> u32 { self.day } }

struct Bond { face: f64, coupon: f64, last: u32 }
impl Dated for Bond { fn day(&self) -> u32 { self.last } }

struct Schedule<T> { items: Vec<T>, rate: f64 }
impl<T: Dated + Clone> Schedule<T> {
    fn late(&self, days: u32) -> Vec<T> { self.items.iter().rev().skip_while(|i| i.day() > days).step_by(2).cloned().collect() }
    fn factor(&self, i: &T) -> Discount {
        let whole = i.years().floor() as usize;
        let rest = i.years() - whole as f64;
        (0..whole).map(|k| Discount(1.0 / (1.0 + self.rate + 0.01 * k as f64))).product::<Discount>() * Discount((-self.rate * rest).exp())
    }
}

struct Account { bonds: Vec<Rc<RefCell<Bond>>>, cash: f64 }

fn flows(a: &Account) -> Vec<Flow> {
    let mut all: Vec<Flow> = Vec::new();
    for b in &a.bonds {
        let b = b.borrow();
        for day in (1..=b.last).rev().step_by(180) {
            let amount = b.face * b.coupon / 2.0 + if day == b.last { b.face } else { 0.0 };
            all.push(Flow { day, amount });
        }
    }
    all.sort_by_key(|f| f.day);
    all
}

fn run(x: &[f64]) -> f64 {
    let shared = Rc::new(RefCell::new(Bond { face: x[0], coupon: 0.05 * x[1], last: 900 }));
    let own = Rc::new(RefCell::new(Bond { face: 2.0 * x[2], coupon: 0.03, last: 400 }));
    let accounts = [
        Account { bonds: vec![shared.clone(), own], cash: x[3] },
        Account { bonds: vec![Rc::new(RefCell::new(Bond { face: 0.5, coupon: x[4], last: 1300 })), shared.clone()], cash: 0.2 },
    ];
    let mut s = 0.0;
    for (k, a) in accounts.iter().enumerate() {
        let plan = Schedule { items: flows(a), rate: 0.02 + 0.05 * x[5 + k] };
        let whole: Flow = plan.items.iter().sum();
        let worth: f64 = plan.items.iter().map(|f| plan.factor(f).0 * f.amount).sum();
        let late: Flow = plan.late(700).into_iter().map(|f| Flow { amount: f.amount * f.years(), ..f }).sum();
        s += worth + 0.1 * whole.amount * x[7] + late.amount * late.years() * 0.2 + a.cash;
        shared.borrow_mut().face *= 1.0 + 0.1 * x[8];
        let longest = a.bonds.iter().map(|b| b.borrow().years()).fold(0.0, f64::max);
        s += 0.05 * longest * x[9];
    }
    if let Ok(mut b) = shared.try_borrow_mut() { let f = std::mem::replace(&mut b.face, x[10]); s += f * b.face; }
    let left = shared.borrow().face;
    s + left * Rc::strong_count(&shared) as f64 * x[11]
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
