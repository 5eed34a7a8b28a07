// Beads in linked lists with views that borrow them, forces as closures, in modules within modules.
mod physics {
    pub mod forces {
        pub type Force<'a> = Box<dyn Fn(f64, f64) -> f64 + 'a>;
        pub fn linear<'a>(k: &'a f64) -> Force<'a> { Box::new(move |d, _| k * d) }
        pub fn hard<'a>(k: &'a f64, rest: f64) -> Force<'a> { Box::new(move |d, v| k * (d - rest) * (d - rest) * (d - rest).signum() + 0.1 * v) }
        pub mod damping {
            pub fn drag(c: f64) -> impl Fn(f64) -> f64 { move |v| -c * v * (1.0 + v * v).sqrt() }
        }
    }
    pub mod state {
        use std::collections::LinkedList;
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Bead { pub p: [f64; 2], pub v: [f64; 2], pub m: f64 }
        pub struct Pairs<'a> { list: std::collections::linked_list::Iter<'a, Bead>, last: Option<&'a Bead> }
        impl<'a> Pairs<'a> {
            pub fn of(l: &'a LinkedList<Bead>) -> Self {
                let mut list = l.iter();
                let last = list.next();
                Pairs { list, last }
            }
        }
        impl<'a> Iterator for Pairs<'a> {
            type Item = (&'a Bead, &'a Bead);
            fn next(&mut self) -> Option<Self::Item> {
                let before = self.last?;
                self.last = self.list.next();
                self.last.map(|b| (before, b))
            }
        }
    }
}
use physics::forces::{self, damping, Force};
use physics::state::{Bead, Pairs};
use std::collections::LinkedList;

struct Observer<'a> { name: &'a str, worst: Option<&'a Bead>, stretch: f64 }
impl<'a> Observer<'a> {
    fn look(name: &'a str, l: &'a LinkedList<Bead>) -> Self {
        let mut o = Observer { name, worst: None, stretch: 0.0 };
        for (a, b) in Pairs::of(l) {
            let d = distance(a, b);
            if d > o.stretch { o.stretch = d; o.worst = Some(b); }
        }
        o
    }
    fn score(&self) -> f64 { self.stretch * self.name.len() as f64 + self.worst.map_or(0.0, |b| b.p[0] * b.m) }
}

fn distance(a: &Bead, b: &Bead) -> f64 {
    let d = [a.p[0] - b.p[0], a.p[1] - b.p[1]];
    (d[0] * d[0] + d[1] * d[1] + 1e-6).sqrt()
}

fn advance(l: &mut LinkedList<Bead>, forces: &[Force], drag: &dyn Fn(f64) -> f64, h: f64) {
    let mut total = vec![[0.0f64; 2]; l.len()];
    for (i, (a, b)) in Pairs::of(l).enumerate() {
        let d = distance(a, b);
        let speed = (0..2).map(|k| (b.v[k] - a.v[k]) * (b.p[k] - a.p[k]) / d).sum::<f64>();
        let pull = forces[i % forces.len()](d, speed);
        for k in 0..2 {
            let part = pull * (b.p[k] - a.p[k]) / d;
            total[i][k] += part;
            total[i + 1][k] -= part;
        }
    }
    for (b, t) in l.iter_mut().zip(&total) {
        for k in 0..2 {
            b.v[k] += h * (t[k] + drag(b.v[k])) / b.m;
            b.p[k] += h * b.v[k];
        }
    }
}

fn run(x: &[f64]) -> f64 {
    let mut chain: LinkedList<Bead> = LinkedList::new();
    let table: [[f64; 3]; 4] = [[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]], [0.5, 0.6, 1.0]];
    for (i, row) in table.iter().enumerate() {
        chain.push_back(Bead { p: [i as f64 + 0.2 * row[0], 0.3 * row[1]], m: 0.5 + row[2], ..Default::default() });
    }
    let (k, rest) = (1.0 + x[9], 0.4 * x[10]);
    let springs: [Force; 2] = [forces::linear(&k), forces::hard(&x[11], rest)];
    let drag = damping::drag(0.2 * x[0]);
    let mut s = 0.0;
    for step in 0..12 {
        advance(&mut chain, &springs, &drag, 0.08);
        if step % 4 == 3 {
            let mut tail = chain.split_off(2);
            if let Some(b) = tail.pop_front() { tail.push_back(b); }
            chain.append(&mut tail);
            s += Observer::look(if step > 5 { "late" } else { "early ones" }, &chain).score() * 0.1;
        }
    }
    s + chain.iter().map(|b| b.m * (b.v[0] * b.v[0] + b.v[1] * b.v[1]) + 0.1 * b.p[0]).sum::<f64>()
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
