// A fit that runs through events in the order of their times, in single precision, with scopes that count as they end.
// opt: tol=3e-2
use std::cell::RefCell;
use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashSet, LinkedList};
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq)]
struct Ordered(f64);
impl Eq for Ordered {}
impl PartialOrd for Ordered {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> { Some(self.cmp(o)) }
}
impl Ord for Ordered {
    fn cmp(&self, o: &Self) -> Ordering { self.0.total_cmp(&o.0) }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Event { time: Ordered, id: usize }

struct Scope { log: Rc<RefCell<Vec<f64>>>, started: f64 }
impl Drop for Scope {
    fn drop(&mut self) { self.log.borrow_mut().push(self.started * 0.5); }
}

struct Normal { a: [[f64; 3]; 3], b: [f64; 3] }
impl Normal {
    fn new(ridge: f64) -> Self {
        let mut a = [[0.0; 3]; 3];
        for (i, row) in a.iter_mut().enumerate() { row[i] = ridge; }
        Normal { a, b: [0.0; 3] }
    }
    fn add(&mut self, basis: [f32; 3], y: f32, w: f64) {
        for i in 0..3 {
            for j in 0..3 { self.a[i][j] += w * (basis[i] * basis[j]) as f64; }
            self.b[i] += w * (basis[i] * y) as f64;
        }
    }
    fn solve(mut self) -> [f64; 3] {
        for k in 0..3 {
            for i in k + 1..3 {
                let m = self.a[i][k] / self.a[k][k];
                for j in k..3 { self.a[i][j] -= m * self.a[k][j]; }
                self.b[i] -= m * self.b[k];
            }
        }
        let mut c = [0.0; 3];
        for i in (0..3).rev() {
            let mut s = self.b[i];
            for j in i + 1..3 { s -= self.a[i][j] * c[j]; }
            c[i] = s / self.a[i][i];
        }
        c
    }
}

fn run(x: &[f64]) -> f64 {
    let mut queue: BinaryHeap<Reverse<Event>> = BinaryHeap::new();
    for (id, v) in x.iter().enumerate() { queue.push(Reverse(Event { time: Ordered(v + 0.4 * (id % 5) as f64), id })); }
    let log = Rc::new(RefCell::new(Vec::new()));
    let mut seen = HashSet::new();
    let mut window: LinkedList<(f32, f32)> = LinkedList::new();
    let mut normal = Normal::new(0.1 + 0.01 * x[0]);
    while let Some(Reverse(e)) = queue.pop() {
        let t = e.time.0;
        let _scope = Scope { log: log.clone(), started: t };
        if seen.insert(e.id % 6) && t < 3.0 {
            queue.push(Reverse(Event { time: Ordered(t * 1.1 + 0.3), id: e.id + 100 }));
            continue;
        }
        let y = (x[e.id % x.len()] * (1.0 + 0.3 * t)) as f32;
        window.push_back((t as f32, y));
        if window.len() > 4 {
            let (u, v) = window.pop_front().unwrap();
            normal.add([1.0, u, u * u], v, 0.5);
        }
        let mean = window.iter().map(|p| p.1).sum::<f32>() / window.len() as f32;
        normal.add([1.0, t as f32, (t * t) as f32], 0.5 * (y + mean), 1.0);
    }
    let mut rest = window.split_off(1);
    rest.append(&mut window);
    for (k, (u, v)) in rest.iter().enumerate() { normal.add([1.0, *u, *u * *u], *v, 0.1 * k as f64); }
    let c = normal.solve();
    let log = log.borrow();
    c[0] + 2.0 * c[1] + 3.0 * c[2] + 0.05 * log.iter().sum::<f64>() + 0.1 * seen.len() as f64 * x[1]
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
