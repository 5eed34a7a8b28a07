// Wave packets on a grid that a tree refines, potentials as boxed functions, energies by name through entries.
use std::collections::HashMap;
use std::ops::{Add, Index, IndexMut, Mul};

#[derive(Clone, Copy, Debug, PartialEq)]
struct C { re: f64, im: f64 }
impl Add for C { type Output = C; fn add(self, o: C) -> C { C { re: self.re + o.re, im: self.im + o.im } } }
impl Mul for C { type Output = C; fn mul(self, o: C) -> C { C { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re } } }
impl Mul<C> for f64 { type Output = C; fn mul(self, o: C) -> C { C { re: self * o.re, im: self * o.im } } }
impl C {
    fn norm2(self) -> f64 { self.re * self.re + self.im * self.im }
    fn phase(t: f64) -> C { C { re: t.cos(), im: t.sin() } }
}

struct Wave { psi: Vec<C>, h: f64 }
impl Index<isize> for Wave {
    type Output = C;
    fn index(&self, i: isize) -> &C { &self.psi[i.rem_euclid(self.psi.len() as isize) as usize] }
}
impl IndexMut<isize> for Wave {
    fn index_mut(&mut self, i: isize) -> &mut C {
        let n = self.psi.len() as isize;
        &mut self.psi[i.rem_euclid(n) as usize]
    }
}

enum Tree { Leaf { from: f64, to: f64 }, Split { at: f64, low: Box<Tree>, high: Box<Tree> } }
impl Tree {
    fn refine(from: f64, to: f64, depth: usize, steep: &dyn Fn(f64) -> f64) -> Tree {
        let at = 0.5 * (from + to);
        if depth == 0 || steep(at) * (to - from) < 0.4 { return Tree::Leaf { from, to }; }
        Tree::Split { at, low: Box::new(Tree::refine(from, at, depth - 1, steep)), high: Box::new(Tree::refine(at, to, depth - 1, steep)) }
    }
    fn integrate(&self, g: &dyn Fn(f64) -> f64) -> f64 {
        match self {
            Tree::Leaf { from, to } => (to - from) / 6.0 * (g(*from) + 4.0 * g(0.5 * (from + to)) + g(*to)),
            Tree::Split { low, high, .. } => low.integrate(g) + high.integrate(g),
        }
    }
    fn cuts(&self) -> Vec<f64> {
        match self {
            Tree::Leaf { .. } => vec![],
            Tree::Split { at, low, high } => low.cuts().into_iter().chain(std::iter::once(*at)).chain(high.cuts()).collect(),
        }
    }
}

fn evolve(w: &mut Wave, v: &dyn Fn(f64) -> f64, dt: f64, steps: usize) {
    let n = w.psi.len() as isize;
    for _ in 0..steps {
        for i in 0..n {
            let p = C::phase(-dt * v(i as f64 * w.h));
            w[i] = p * w[i];
        }
        let old = w.psi.clone();
        let old = Wave { psi: old, h: w.h };
        for i in 0..n {
            let lap = old[i - 1] + old[i + 1] + -2.0 * old[i];
            w[i] = old[i] + 0.5 * dt / (w.h * w.h) * (C { re: 0.0, im: 1.0 } * lap);
        }
    }
}

fn run(x: &[f64]) -> f64 {
    let potentials: Vec<(&str, Box<dyn Fn(f64) -> f64>)> = {
        let (a, b, c) = (x[0], x[1], x[2]);
        vec![
            ("well", Box::new(move |q| a * (q - 1.5) * (q - 1.5))),
            ("barrier", Box::new(move |q: f64| b * (-4.0 * (q - c) * (q - c)).exp())),
            ("well", Box::new(move |q: f64| 0.3 * a * (2.0 * q).cos())),
        ]
    };
    let mut energy: HashMap<String, Vec<f64>> = HashMap::new();
    for (k, (name, v)) in potentials.iter().enumerate() {
        let center = 0.8 + 0.4 * x[3 + k];
        let mut w = Wave { psi: (0..12).map(|i| { let q = i as f64 * 0.3; (-(q - center) * (q - center)).exp() * C::phase(x[6 + k] * q) }).collect(), h: 0.3 };
        evolve(&mut w, v.as_ref(), 0.02, 4);
        let kinetic: f64 = (0..12).map(|i| (w[i + 1] + -1.0 * w[i]).norm2()).sum();
        let list = energy.entry(name.to_string()).or_default();
        list.push(kinetic);
        list.extend(w.psi.iter().enumerate().filter_map(|(i, c)| if i % 3 == 0 { Some(v(i as f64 * 0.3) * c.norm2()) } else { None }));
        *energy.entry("all".into()).or_insert_with(|| vec![0.0]).first_mut().unwrap() += kinetic * 0.5;
    }
    let steep = |q: f64| x[9] * (1.0 + q.sin()) * 2.0;
    let tree = Tree::refine(0.0, 2.0 + 0.1 * x[10], 4, &steep);
    let mut s = tree.integrate(&|q| (x[11] * q).sin() * q) + 0.05 * tree.cuts().iter().sum::<f64>();
    let mut names: Vec<&String> = energy.keys().collect();
    names.sort();
    s += names.iter().flat_map(|n| energy[*n].iter().map(move |e| e * n.len() as f64)).sum::<f64>() * 0.1;
    s
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
