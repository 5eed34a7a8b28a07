// Polynomials by overloaded operators in boxed trees of sums, rings with associated types, halves by split_at_mut.
use std::ops::{Add, AddAssign, Mul, Neg, Sub};
trait Ring { type Elem: Clone; fn zero(&self) -> Self::Elem; fn plus(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem; fn times(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem; }
#[derive(Clone, Debug, PartialEq)]
struct Poly(Vec<f64>);
impl Poly {
    fn at(&self, t: f64) -> f64 { self.0.iter().rev().fold(0.0, |s, c| s * t + c) }
    fn derivative(&self) -> Poly { Poly(self.0.iter().enumerate().skip(1).map(|(k, c)| c * k as f64).collect()) }
    fn trimmed(mut self) -> Poly { while self.0.last() == Some(&0.0) { self.0.pop(); } self }
}
impl<'a> Add<&'a Poly> for Poly { type Output = Poly; fn add(mut self, o: &Poly) -> Poly { self += o; self } }
impl AddAssign<&Poly> for Poly { fn add_assign(&mut self, o: &Poly) { if self.0.len() < o.0.len() { self.0.resize(o.0.len(), 0.0); } for (a, b) in self.0.iter_mut().zip(&o.0) { *a += b; } } }
impl Neg for Poly { type Output = Poly; fn neg(self) -> Poly { Poly(self.0.into_iter().map(|c| -c).collect()) } }
impl Sub for Poly { type Output = Poly; fn sub(self, o: Poly) -> Poly { (-o + &self).trimmed() } }
impl Mul for &Poly {
    type Output = Poly;
    fn mul(self, o: &Poly) -> Poly {
        let mut r = vec![0.0; (self.0.len() + o.0.len()).saturating_sub(1)];
        for (i, a) in self.0.iter().enumerate() { for (j, b) in o.0.iter().enumerate() { r[i + j] += a * b; } }
        Poly(r)
    }
}
struct Truncated { degree: usize }
impl Ring for Truncated {
    type Elem = Poly;
    fn zero(&self) -> Poly { Poly(Vec::new()) }
    fn plus(&self, a: &Poly, b: &Poly) -> Poly { a.clone() + b }
    fn times(&self, a: &Poly, b: &Poly) -> Poly { let mut p = a * b; p.0.truncate(self.degree + 1); p }
}
enum Tree<E> { Leaf(E), Sum(Box<Tree<E>>, Box<Tree<E>>), Product(Box<Tree<E>>, Box<Tree<E>>), Lazy(Box<dyn Fn() -> E>) }
impl<E: Clone> Tree<E> {
    fn eval<R: Ring<Elem = E>>(&self, r: &R) -> E {
        match self {
            Tree::Leaf(e) => e.clone(),
            Tree::Sum(a, b) => r.plus(&a.eval(r), &b.eval(r)),
            Tree::Product(a, b) => r.times(&a.eval(r), &b.eval(r)),
            Tree::Lazy(f) => f(),
        }
    }
}
fn butterfly(v: &mut [f64], t: f64) {
    if v.len() < 2 { return; }
    let mid = v.len() / 2;
    let (a, b) = v.split_at_mut(mid);
    for (p, q) in a.iter_mut().zip(b.iter_mut()) { let s = *p + t * *q; *q = *p - t * *q; *p = s; }
    butterfly(a, t * 0.5);
    butterfly(b, t + 0.1);
}
fn run(x: &[f64]) -> f64 {
    let p = Poly(x[0..4].to_vec());
    let q = Poly(x[4..7].to_vec());
    let k = x[7];
    let base = x[8..].to_vec();
    let lazy = Tree::Lazy(Box::new(move || { let mut v = base.clone(); butterfly(&mut v, k); Poly(v) }));
    let t = Tree::Sum(Box::new(Tree::Product(Box::new(Tree::Leaf(p.clone())), Box::new(lazy))), Box::new(Tree::Product(Box::new(Tree::Leaf(q.clone())), Box::new(Tree::Leaf(p.derivative())))));
    let a = t.eval(&Truncated { degree: 4 });
    let b = t.eval(&Truncated { degree: 2 });
    let d = a.clone() - b.clone();
    let zero = Truncated { degree: 0 }.zero();
    let mut s = a.at(0.7) + d.at(x[1] * 0.5) * b.derivative().at(-0.3) + (zero + &q).at(x[2]);
    let mut work: Vec<f64> = a.0.iter().chain(&q.0).copied().collect();
    butterfly(&mut work, 0.5);
    if let Some((last, rest)) = work.split_last() { s += last * rest.iter().sum::<f64>(); }
    s + if p == q { 1.0 } else { (&p * &q).0.len() as f64 * x[3] }
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
