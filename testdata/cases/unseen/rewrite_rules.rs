// Expressions rewritten by patterns over slices, made from numbers and names by conversions, evaluated over a grid.
use std::collections::HashMap;

#[derive(Clone, Debug)]
enum Expr { Num(f64), Var(usize), Sum(Vec<Expr>), Product(Vec<Expr>), Call(Fun, Box<Expr>) }
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fun { Sin, Exp, Square }
use Expr::*;

impl From<f64> for Expr { fn from(v: f64) -> Expr { Num(v) } }
impl From<usize> for Expr { fn from(k: usize) -> Expr { Var(k) } }
impl From<(Fun, Expr)> for Expr { fn from((g, e): (Fun, Expr)) -> Expr { Call(g, Box::new(e)) } }
impl<const N: usize> From<[Expr; N]> for Expr { fn from(l: [Expr; N]) -> Expr { Sum(l.to_vec()) } }

fn product<const N: usize>(l: [Expr; N]) -> Expr { Product(l.into()) }

impl Expr {
    fn simplify(self, rules: &mut HashMap<&'static str, u32>) -> Expr {
        match self {
            Sum(list) => {
                let mut flat = Vec::new();
                let mut constant = 0.0;
                for e in list {
                    match e.simplify(rules) {
                        Num(v) => { constant += v; *rules.entry("constants of sums").or_insert(0) += 1; }
                        Sum(inner) => { flat.extend(inner); *rules.entry("nested sums").or_default() += 1; }
                        other => flat.push(other),
                    }
                }
                if constant != 0.0 { flat.push(Num(constant)); }
                match flat.as_slice() { [] => Num(0.0), [one] => one.clone(), _ => Sum(flat) }
            }
            Product(list) => {
                let list: Vec<Expr> = list.into_iter().map(|e| e.simplify(rules)).collect();
                match &list[..] {
                    [Num(a), Num(b)] => Num(a * b),
                    [Num(a), rest @ ..] if *a == 1.0 => { *rules.entry("ones").or_insert(0) += 1; Product(rest.to_vec()).simplify(rules) }
                    [a, Sum(parts)] | [Sum(parts), a] => {
                        *rules.entry("distributed").or_insert(0) += 1;
                        Sum(parts.iter().map(|p| Product(vec![a.clone(), p.clone()])).collect())
                    }
                    [one] => one.clone(),
                    _ => Product(list),
                }
            }
            Call(g, e) => match (g, e.simplify(rules)) {
                (Fun::Square, Num(v)) => Num(v * v),
                (Fun::Exp, Sum(parts)) => Product(parts.into_iter().map(|p| Expr::from((Fun::Exp, p))).collect()),
                (g, e) => Call(g, Box::new(e)),
            },
            e => e,
        }
    }
    fn eval(&self, v: &[f64]) -> f64 {
        match self {
            Num(c) => *c,
            Var(k) => v[*k],
            Sum(l) => l.iter().map(|e| e.eval(v)).sum(),
            Product(l) => l.iter().fold(1.0, |s, e| s * e.eval(v)),
            Call(Fun::Sin, e) => e.eval(v).sin(),
            Call(Fun::Exp, e) => e.eval(v).exp(),
            Call(Fun::Square, e) => e.eval(v).powi(2),
        }
    }
    fn size(&self) -> usize {
        match self { Num(_) | Var(_) => 1, Sum(l) | Product(l) => 1 + l.iter().map(Expr::size).sum::<usize>(), Call(_, e) => 1 + e.size() }
    }
}

fn run(x: &[f64]) -> f64 {
    let a: Expr = [product([x[0].into(), 0usize.into()]), (Fun::Sin, Expr::from([1usize.into(), x[1].into()])).into(), x[2].into(), 0.5.into()].into();
    let b = product([1.0.into(), Expr::from([2usize.into(), x[3].into()]), (Fun::Square, x[4].into()).into()]);
    let c: Expr = (Fun::Exp, Expr::from([product([(-0.3).into(), 0usize.into()]), product([x[5].into(), 1usize.into()]), Expr::from([0.1.into(), x[6].into()])])).into();
    let mut rules = HashMap::new();
    let mut s = 0.0;
    let mut grid = [[0.0f64; 3]; 4];
    for (k, e) in [a.clone(), b, Expr::from([c, product([x[7].into(), a])])].into_iter().enumerate() {
        let before = e.size();
        let e = e.simplify(&mut rules);
        s += 0.01 * (before as f64 - e.size() as f64) * x[8];
        for (i, row) in grid.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() { *cell += e.eval(&[0.2 * i as f64, 0.3 * j as f64 * x[9], x[10]]) / (k + 1) as f64; }
        }
    }
    let flat: Vec<f64> = grid.iter().flatten().copied().collect();
    for w in flat.windows(3) { s += match w { [a, b, c] if b > a => (c - a) * 0.5, [a, .., c] => a * c * 0.1, _ => 0.0 }; }
    for c in flat.chunks(5) { s += c.iter().map(|v| v * v).sum::<f64>() / c.len() as f64 * 0.1 * x[11]; }
    let mut counts: Vec<_> = rules.into_iter().collect();
    counts.sort();
    s + counts.iter().map(|(name, n)| *n as f64 * name.len() as f64).sum::<f64>() * 0.001 * x[0]
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
