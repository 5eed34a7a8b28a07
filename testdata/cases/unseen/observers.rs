// Cells in Rc<RefCell> with boxed observers, own iterators with associated types over f32 and f64 numbers.
// opt: tol=3e-3
use std::cell::RefCell;
use std::ops::{Add, Mul};
use std::rc::{Rc, Weak};
trait Number: Copy + Add<Output = Self> + Mul<Output = Self> { type Wide: Into<f64>; fn of(v: f64) -> Self; fn wide(self) -> Self::Wide; }
impl Number for f32 { type Wide = f64; fn of(v: f64) -> f32 { v as f32 } fn wide(self) -> f64 { self as f64 } }
impl Number for f64 { type Wide = f64; fn of(v: f64) -> f64 { v } fn wide(self) -> f64 { self } }
struct Geometric<T> { now: T, ratio: T, left: usize }
impl<T: Number> Iterator for Geometric<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        if self.left == 0 { return None; }
        self.left -= 1;
        let v = self.now;
        self.now = v * self.ratio;
        Some(v)
    }
}
fn series<T: Number>(first: f64, ratio: f64, n: usize) -> f64 { Geometric { now: T::of(first), ratio: T::of(ratio), left: n }.map(|v| v.wide().into()).sum() }
type Observer = Box<dyn FnMut(f64, f64) -> f64>;
struct Cell { value: f64, observers: Vec<Observer>, parent: Option<Weak<RefCell<Cell>>>, history: Vec<f32> }
impl Cell {
    fn new(value: f64) -> Rc<RefCell<Cell>> { Rc::new(RefCell::new(Cell { value, observers: Vec::new(), parent: None, history: vec![] })) }
}
fn set(cell: &Rc<RefCell<Cell>>, value: f64) -> f64 {
    let (old, mut observers) = {
        let mut c = cell.borrow_mut();
        let old = std::mem::replace(&mut c.value, value);
        c.history.push(old as f32);
        (old, std::mem::take(&mut c.observers))
    };
    let mut s = 0.0;
    for o in observers.iter_mut() { s += o(old, value); }
    let mut c = cell.borrow_mut();
    c.observers = observers;
    if let Some(p) = c.parent.as_ref().and_then(|w| w.upgrade()) {
        drop(c);
        let up = p.borrow().value + 0.5 * (value - old);
        s += set(&p, up);
    }
    s
}
fn run(x: &[f64]) -> f64 {
    let root = Cell::new(x[0]);
    let leaves: Vec<_> = x[1..5].iter().map(|&v| Cell::new(v)).collect();
    let total = Rc::new(RefCell::new(0.0));
    for (i, l) in leaves.iter().enumerate() {
        l.borrow_mut().parent = if i == 3 { None } else { Some(Rc::downgrade(&root)) };
        let total = Rc::clone(&total);
        let gain = x[5 + i];
        let mut calls = 0;
        l.borrow_mut().observers.push(Box::new(move |old, new| { calls += 1; *total.borrow_mut() += gain * (new - old); new * old * calls as f64 }));
        if i % 2 == 0 { let r = Rc::downgrade(&root); l.borrow_mut().observers.push(Box::new(move |_, new| r.upgrade().map_or(0.0, |c| c.borrow().value * new))); }
    }
    let mut sum32 = 0f32;
    root.borrow_mut().observers.push(Box::new(move |old, new| { sum32 += (old * new) as f32; sum32 as f64 }));
    let mut s = 0.0;
    for (k, v) in x.iter().enumerate().skip(2) {
        s += set(&leaves[k % 4], v * v) / (k as f64);
    }
    s += series::<f32>(x[9], 0.5 * x[10], 5) + series::<f64>(x[10], 0.25 * x[11], 4);
    s += root.borrow().history.iter().map(|h| *h as f64).sum::<f64>() * 0.1;
    let t = *total.borrow();
    drop(root);
    s += set(&leaves[0], t);
    s + t * leaves.iter().map(|l| l.borrow().value).fold(0.0, |a, b| a + b)
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
