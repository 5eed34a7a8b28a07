// Reactions with a trait's defaults, laws as boxed trees, patterns over slices of reactants, steps from successors.
enum Law { Constant(f64), Arrhenius { a: f64, e: f64 }, Scaled(f64, Box<Law>), Sum(Box<Law>, Box<Law>) }
impl Law {
    fn rate(&self, t: f64) -> f64 {
        match self {
            Law::Constant(k) => *k,
            Law::Arrhenius { a, e } => a * (-e / t).exp(),
            Law::Scaled(s, l) => s * l.rate(t),
            Law::Sum(a, b) => a.rate(t) + b.rate(t),
        }
    }
}

trait Reaction {
    fn law(&self) -> &Law;
    fn reactants(&self) -> &[usize];
    fn products(&self) -> &[usize];
    fn rate(&self, c: &[f64; 4], t: f64) -> f64 {
        let k = self.law().rate(t);
        match self.reactants() {
            [] => k,
            [a] => k * c[*a],
            [a, b] if a == b => 0.5 * k * c[*a] * c[*a],
            [a, b] => k * c[*a] * c[*b],
            [first, rest @ ..] => k * c[*first] * rest.iter().map(|i| c[*i]).product::<f64>(),
        }
    }
    fn heat(&self) -> f64 { 0.1 * self.products().len() as f64 }
}
struct Plain { law: Law, from: Vec<usize>, to: Vec<usize> }
impl Reaction for Plain {
    fn law(&self) -> &Law { &self.law }
    fn reactants(&self) -> &[usize] { &self.from }
    fn products(&self) -> &[usize] { &self.to }
}
struct Catalysed { inner: Plain, by: usize, strength: f64 }
impl Reaction for Catalysed {
    fn law(&self) -> &Law { &self.inner.law }
    fn reactants(&self) -> &[usize] { &self.inner.from }
    fn products(&self) -> &[usize] { &self.inner.to }
    fn rate(&self, c: &[f64; 4], t: f64) -> f64 { self.inner.rate(c, t) * (1.0 + self.strength * c[self.by] / (0.5 + c[self.by])) }
    fn heat(&self) -> f64 { 0.3 }
}

#[derive(Clone, Copy)]
struct Mix { c: [f64; 4], t: f64 }

fn slope(list: &[Box<dyn Reaction>], m: &Mix) -> Mix {
    let mut d = Mix { c: [0.0; 4], t: -0.05 * (m.t - 1.0) };
    for r in list {
        let v = r.rate(&m.c, m.t);
        for i in r.reactants() { d.c[*i] -= v; }
        for i in r.products() { d.c[*i] += v; }
        d.t += r.heat() * v;
    }
    d
}

fn moved(m: &Mix, h: f64, d: &Mix) -> Mix {
    let mut r = *m;
    for i in 0..4 { r.c[i] += h * d.c[i]; }
    r.t += h * d.t;
    r
}

fn jacobian(list: &[Box<dyn Reaction>], m: &Mix) -> [[f64; 4]; 4] {
    let mut j = [[0.0; 4]; 4];
    let base = slope(list, m);
    for k in 0..4 {
        let mut p = *m;
        p.c[k] += 1e-3;
        let d = slope(list, &p);
        for i in 0..4 { j[i][k] = (d.c[i] - base.c[i]) / 1e-3; }
    }
    j
}

fn run(x: &[f64]) -> f64 {
    let arrhenius = |a: f64, e: f64| Law::Arrhenius { a, e };
    let list: Vec<Box<dyn Reaction>> = vec![
        Box::new(Plain { law: arrhenius(x[0], 0.5), from: vec![0, 1], to: vec![2] }),
        Box::new(Plain { law: Law::Scaled(0.3, Box::new(arrhenius(x[1], x[2]))), from: vec![2], to: vec![0, 1] }),
        Box::new(Catalysed { inner: Plain { law: Law::Constant(0.4 * x[3]), from: vec![2, 2], to: vec![3] }, by: 1, strength: x[4] }),
        Box::new(Plain { law: Law::Sum(Box::new(Law::Constant(0.01)), Box::new(arrhenius(0.1 * x[5], 1.0))), from: vec![], to: vec![0] }),
        Box::new(Plain { law: Law::Constant(0.2), from: vec![0, 1, 3], to: vec![2, 2] }),
    ];
    let start = Mix { c: [x[6], x[7], 0.1, 0.2 * x[8]], t: 1.0 + 0.1 * x[9] };
    let h = 0.1;
    let states = std::iter::successors(Some(start), |m| {
        let k = slope(&list, m);
        let k = slope(&list, &moved(m, 0.5 * h, &k));
        Some(moved(m, h, &k))
    });
    let mut s = 0.0;
    let mut last = start;
    for (i, m) in states.enumerate().take(12) {
        s += m.c[2] * m.t / (i + 1) as f64;
        last = m;
    }
    let j = jacobian(&list, &last);
    let trace: f64 = (0..4).map(|i| j[i][i]).sum();
    let mut k = 0;
    let walk: Vec<f64> = std::iter::from_fn(|| { k += 1; if k < 5 { Some(j[k - 1][(k + 1) % 4] * x[10]) } else { None } }).collect();
    let ends = match &walk[..] { [a, .., b] => a - b, _ => 0.0 };
    s + 0.1 * trace + ends + last.c[3] * x[11]
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
