// A stack machine over any number: words defined by closures, stacks shared through Rc and RefCell, rotations in place.
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{Add, Mul, Neg, Sub};
use std::rc::Rc;

trait Number: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self> {
    fn from_f64(v: f64) -> Self;
    fn exp(self) -> Self;
    fn value(self) -> f64;
}
impl Number for f64 {
    fn from_f64(v: f64) -> f64 { v }
    fn exp(self) -> f64 { f64::exp(self) }
    fn value(self) -> f64 { self }
}
#[derive(Clone, Copy)]
struct Dual { v: f64, d: f64 }
impl Add for Dual { type Output = Dual; fn add(self, o: Dual) -> Dual { Dual { v: self.v + o.v, d: self.d + o.d } } }
impl Sub for Dual { type Output = Dual; fn sub(self, o: Dual) -> Dual { Dual { v: self.v - o.v, d: self.d - o.d } } }
impl Mul for Dual { type Output = Dual; fn mul(self, o: Dual) -> Dual { Dual { v: self.v * o.v, d: self.v * o.d + self.d * o.v } } }
impl Neg for Dual { type Output = Dual; fn neg(self) -> Dual { Dual { v: -self.v, d: -self.d } } }
impl Number for Dual {
    fn from_f64(v: f64) -> Dual { Dual { v, d: 0.0 } }
    fn exp(self) -> Dual { let e = self.v.exp(); Dual { v: e, d: e * self.d } }
    fn value(self) -> f64 { self.v }
}

type Stack<T> = Rc<RefCell<Vec<T>>>;

#[derive(Debug)]
enum Fault { Empty(usize), Unknown(String) }

struct Machine<T> {
    stack: Stack<T>,
    words: HashMap<String, Rc<dyn Fn(&Stack<T>) -> Option<()>>>,
}

impl<T: Number + 'static> Machine<T> {
    fn new() -> Self {
        let mut m = Machine::<T> { stack: Rc::new(RefCell::new(Vec::new())), words: HashMap::new() };
        m.binary("+", |a, b| a + b);
        m.binary("-", |a, b| a - b);
        m.binary("*", |a, b| a * b);
        m.define("exp", |s| { let a = s.borrow_mut().pop()?; s.borrow_mut().push((-a).exp()); Some(()) });
        m.define("dup", |s| { let a = *s.borrow().last()?; s.borrow_mut().push(a); Some(()) });
        m.define("rot", |s| { let mut s = s.borrow_mut(); let n = s.len(); if n < 3 { return None }; s[n - 3..].rotate_left(1); Some(()) });
        m.define("pick", |s| { let mut s = s.borrow_mut(); if s.len() < 2 { return None }; let n = s.len(); let v = s.swap_remove(n - 2); s.push(v); Some(()) });
        m
    }
    fn define(&mut self, name: &str, word: impl Fn(&Stack<T>) -> Option<()> + 'static) { self.words.insert(name.to_string(), Rc::new(word)); }
    fn binary(&mut self, name: &str, op: fn(T, T) -> T) {
        self.define(name, move |s| {
            let mut s = s.borrow_mut();
            let (b, a) = (s.pop()?, s.pop()?);
            s.push(op(a, b));
            Some(())
        });
    }
    fn compile(&mut self, name: &str, text: &str) {
        let parts: Vec<_> = text.split(' ').filter_map(|w| self.words.get(w).cloned()).collect();
        self.define(name, move |s| parts.iter().try_for_each(|w| w(s)));
    }
    fn run(&self, text: &str, x: &[T]) -> Result<T, Fault> {
        for (k, w) in text.split_whitespace().enumerate() {
            if let Some(v) = w.strip_prefix('x').and_then(|d| d.parse::<usize>().ok()) { self.stack.borrow_mut().push(x[v]); continue; }
            if let Ok(v) = w.parse::<f64>() { self.stack.borrow_mut().push(T::from_f64(v)); continue; }
            let word = self.words.get(w).ok_or_else(|| Fault::Unknown(w.to_string()))?;
            word(&self.stack).ok_or(Fault::Empty(k))?;
        }
        self.stack.borrow_mut().pop().ok_or(Fault::Empty(0))
    }
}

fn run(x: &[f64]) -> f64 {
    let mut plain = Machine::<f64>::new();
    plain.compile("square", "dup *");
    plain.compile("bell", "square exp");
    let mut dual = Machine::<Dual>::new();
    dual.compile("square", "dup *");
    dual.compile("bell", "square exp");
    let programs = ["x0 x1 * x2 bell +", "x3 x4 x5 rot - * 0.5 +", "x6 square x7 pick bell *", "x8 +", "x9 frob", "x10 x11 2 rot rot * +"];
    let stack = Rc::clone(&plain.stack);
    let mut s = 0.0;
    for p in programs {
        s += match plain.run(p, x) {
            Ok(v) => v,
            Err(Fault::Empty(k)) => 0.1 * k as f64 * x[0],
            Err(Fault::Unknown(w)) => 0.01 * w.len() as f64 * x[1],
        };
    }
    s += 0.1 * stack.borrow().iter().map(|v| v * v).sum::<f64>();
    let slopes: f64 = (0..3).flat_map(|k| {
        let at: Vec<Dual> = x.iter().enumerate().map(|(i, v)| Dual { v: *v, d: if i % 3 == k { 1.0 } else { 0.0 } }).collect();
        programs.iter().filter_map(|p| dual.run(p, &at).ok()).map(|d| d.d + 0.01 * d.value()).collect::<Vec<_>>()
    }).sum();
    s + 0.2 * slopes
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
