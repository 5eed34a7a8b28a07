// Circuits out of parts with a trait's defaults, built from text with boxed errors, eliminated by split slices.
use std::convert::TryFrom;
use std::error::Error;

trait Part {
    fn nodes(&self) -> [usize; 2];
    fn conductance(&self, _u: f64) -> f64 { 0.0 }
    fn current(&self, _u: f64) -> f64 { 0.0 }
    fn power(&self, u: f64) -> f64 { self.conductance(u) * u * u }
    fn label(&self) -> String { format!("{}-{}", self.nodes()[0], self.nodes()[1]) }
}
struct Resistor { at: [usize; 2], ohms: f64 }
struct Source { at: [usize; 2], amps: f64 }
struct Diode { at: [usize; 2], leak: f64 }
impl Part for Resistor {
    fn nodes(&self) -> [usize; 2] { self.at }
    fn conductance(&self, _: f64) -> f64 { 1.0 / self.ohms }
}
impl Part for Source {
    fn nodes(&self) -> [usize; 2] { self.at }
    fn current(&self, _: f64) -> f64 { self.amps }
    fn power(&self, u: f64) -> f64 { -self.amps * u }
}
impl Part for Diode {
    fn nodes(&self) -> [usize; 2] { self.at }
    fn conductance(&self, u: f64) -> f64 { 2.0 * self.leak * (2.0 * u).exp() }
    fn current(&self, u: f64) -> f64 { self.leak * ((2.0 * u).exp() - 1.0) - self.conductance(u) * u }
    fn label(&self) -> String { "diode".into() }
}

struct Words<'a> { text: &'a str }
impl<'a> Iterator for Words<'a> {
    type Item = &'a str;
    fn next(&mut self) -> Option<&'a str> {
        let t = self.text.trim_start();
        if t.is_empty() { return None; }
        let end = t.find(' ').unwrap_or(t.len());
        self.text = &t[end..];
        Some(&t[..end])
    }
}

struct Line<'a>(&'a str, &'a [f64]);
impl<'a> TryFrom<Line<'a>> for Box<dyn Part> {
    type Error = Box<dyn Error>;
    fn try_from(l: Line<'a>) -> Result<Self, Self::Error> {
        let mut w = Words { text: l.0 };
        let kind = w.next().ok_or("an empty line")?;
        let at = [w.next().ok_or("no node")?.parse::<usize>()?, w.next().ok_or("one node only")?.parse()?];
        let k: usize = w.next().ok_or_else(|| format!("no value of {}", kind))?.parse()?;
        let factor: f64 = w.next().map_or(Ok(1.0), |v| v.parse())?;
        let v = factor * l.1.get(k).ok_or("no such input")?;
        Ok(match kind {
            "R" => Box::new(Resistor { at, ohms: v }),
            "I" => Box::new(Source { at, amps: v }),
            "D" => Box::new(Diode { at, leak: v }),
            other => return Err(From::from(other.to_string() + " is no part")),
        })
    }
}

fn eliminate(a: &mut [f64], b: &mut [f64]) {
    let n = b.len();
    for k in 0..n {
        let (top, rest) = a.split_at_mut((k + 1) * n);
        let pivot = &top[k * n..];
        let (done, left) = b.split_at_mut(k + 1);
        for (row, r) in rest.chunks_mut(n).zip(left) {
            let m = row[k] / pivot[k];
            for (v, p) in row[k..].iter_mut().zip(&pivot[k..]) { *v -= m * p; }
            *r -= m * done[k];
        }
    }
    for k in (0..n).rev() {
        let (low, high) = b.split_at_mut(k + 1);
        let s: f64 = a[k * n + k + 1..(k + 1) * n].iter().zip(high.iter()).map(|(p, q)| p * q).sum();
        low[k] = (low[k] - s) / a[k * n + k];
    }
}

fn simulate(text: &str, x: &[f64]) -> Result<f64, Box<dyn Error>> {
    let parts = text.lines().map(|l| Box::<dyn Part>::try_from(Line(l, x))).collect::<Result<Vec<_>, _>>()?;
    let n = parts.iter().flat_map(|p| p.nodes()).max().ok_or("no parts")?;
    let mut v = vec![0.0; n];
    for _ in 0..5 {
        let mut a = vec![0.0; n * n];
        let mut b = vec![0.0; n];
        for p in &parts {
            let [i, j] = p.nodes();
            let at = |k: usize| if k == 0 { 0.0 } else { v[k - 1] };
            let (g, c) = (p.conductance(at(i) - at(j)), p.current(at(i) - at(j)));
            for (s, t, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
                if s > 0 && t > 0 { a[(s - 1) * n + t - 1] += sign * g; }
            }
            if i > 0 { b[i - 1] -= c; }
            if j > 0 { b[j - 1] += c; }
        }
        eliminate(&mut a, &mut b);
        for (old, new) in v.iter_mut().zip(&b) { *old += 0.8 * (new - *old); }
    }
    let mut s = 0.0;
    for p in &parts {
        let [i, j] = p.nodes();
        let u = (if i == 0 { 0.0 } else { v[i - 1] }) - if j == 0 { 0.0 } else { v[j - 1] };
        s += p.power(u) * (1.0 + 0.1 * p.label().len() as f64);
    }
    Ok(s)
}

fn run(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for text in ["I 0 1 0\nR 1 0 1 2.5\nR 1 2 2\nD 2 0 3 0.1\nR 2 3 4\nR 3 0 5 1e0\nI 3 1 6 0.2", "R 0 1 7\nI 0 1 8\nD 1 0 9 5e-2", "R 0 1 x", "R 0 1 40", "Q 0 1 2"] {
        match simulate(text, x) {
            Ok(v) => s += v,
            Err(e) => s += 0.01 * e.to_string().len() as f64 * x[10],
        }
    }
    s * (1.0 + 0.1 * x[11])
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
