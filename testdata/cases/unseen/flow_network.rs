// Flows on a network whose edges are trait objects, with errors in boxes, a matrix that is indexed by nodes.
use std::error::Error;
use std::fmt;
use std::ops::{Index, IndexMut};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct NodeId(usize);
impl From<usize> for NodeId { fn from(v: usize) -> Self { NodeId(v) } }
impl From<NodeId> for usize { fn from(n: NodeId) -> usize { n.0 } }

struct Matrix { n: usize, a: Vec<f64> }
impl Matrix { fn new(n: usize) -> Self { Matrix { n, a: vec![0.0; n * n] } } }
impl Index<(NodeId, NodeId)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (NodeId, NodeId)) -> &f64 { &self.a[usize::from(i) * self.n + usize::from(j)] }
}
impl IndexMut<(NodeId, NodeId)> for Matrix {
    fn index_mut(&mut self, (i, j): (NodeId, NodeId)) -> &mut f64 { &mut self.a[i.0 * self.n + j.0] }
}

#[derive(Debug)]
enum Trouble { Singular(NodeId), Limit { from: NodeId, flow: f64 } }
impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Trouble::Singular(n) => write!(f, "node {} floats", n.0),
            Trouble::Limit { from, .. } => write!(f, "too much leaves node {}", from.0),
        }
    }
}
impl Error for Trouble {}

trait Edge {
    fn ends(&self) -> (NodeId, NodeId);
    fn conductance(&self, drop: f64) -> f64;
    fn check(&self, _flow: f64) -> Result<(), Box<dyn Error>> { Ok(()) }
}
struct Pipe { ends: (NodeId, NodeId), width: f64, limit: f64 }
impl Edge for Pipe {
    fn ends(&self) -> (NodeId, NodeId) { self.ends }
    fn conductance(&self, drop: f64) -> f64 { self.width * self.width / (0.3 + drop.abs()).sqrt() }
    fn check(&self, flow: f64) -> Result<(), Box<dyn Error>> {
        if flow.abs() > self.limit { return Err(Box::new(Trouble::Limit { from: self.ends.0, flow: flow.abs() - self.limit })); }
        Ok(())
    }
}
struct Pump { ends: (NodeId, NodeId), power: f64 }
impl Edge for Pump {
    fn ends(&self) -> (NodeId, NodeId) { self.ends }
    fn conductance(&self, drop: f64) -> f64 { 0.2 + self.power / (1.0 + drop * drop) }
}

fn solve(mut a: Matrix, mut b: Vec<f64>) -> Result<Vec<f64>, Trouble> {
    let n = b.len();
    for k in 0..n {
        let pivot = a[(k.into(), k.into())];
        if pivot.abs() < 1e-9 { return Err(Trouble::Singular(k.into())); }
        for i in k + 1..n {
            let m = a[(NodeId(i), NodeId(k))] / pivot;
            for j in k..n {
                let v = a[(NodeId(k), NodeId(j))];
                a[(NodeId(i), NodeId(j))] -= m * v;
            }
            b[i] -= m * b[k];
        }
    }
    for k in (0..n).rev() {
        for j in k + 1..n { b[k] -= a[(NodeId(k), NodeId(j))] * b[j]; }
        b[k] /= a[(NodeId(k), NodeId(k))];
    }
    Ok(b)
}

fn balance(edges: &[Box<dyn Edge>], inflow: &[f64], ground: f64) -> Result<(Vec<f64>, f64), Box<dyn Error>> {
    let mut p = vec![0.0; inflow.len()];
    for _ in 0..4 {
        let mut a = Matrix::new(inflow.len());
        for e in edges {
            let (i, j) = e.ends();
            let g = e.conductance(p[i.0] - p[j.0]);
            a[(i, i)] += g;
            a[(j, j)] += g;
            a[(i, j)] -= g;
            a[(j, i)] -= g;
        }
        a[(NodeId(0), NodeId(0))] += ground;
        p = solve(a, inflow.to_vec())?;
    }
    let mut loss = 0.0;
    for e in edges {
        let (i, j) = e.ends();
        let flow = e.conductance(p[i.0] - p[j.0]) * (p[i.0] - p[j.0]);
        e.check(flow)?;
        loss += flow * flow;
    }
    Ok((p, loss))
}

fn run(x: &[f64]) -> f64 {
    let mut edges: Vec<Box<dyn Edge>> = Vec::new();
    for (k, (i, j)) in [(0, 1), (1, 2), (2, 3), (3, 0), (1, 3), (0, 2)].iter().enumerate() {
        let ends = (NodeId::from(*i), (*j).into());
        if k % 3 == 2 { edges.push(Box::new(Pump { ends, power: x[k] })) } else { edges.push(Box::new(Pipe { ends, width: 0.8 + x[k], limit: 4.0 })) }
    }
    edges.sort_by(|a, b| b.ends().cmp(&a.ends()).then_with(|| a.conductance(0.0).partial_cmp(&b.conductance(0.0)).unwrap()));
    let mut s = 0.0;
    for (ground, scale) in [(1.0 + x[6], 1.0), (0.0, 1.0), (0.5, 9.0 * x[7])] {
        let inflow: Vec<f64> = x[8..].iter().enumerate().map(|(i, v)| scale * v * if i % 2 == 0 { 1.0 } else { -0.7 }).collect();
        if ground == 0.0 { edges.retain(|e| e.ends().0 != NodeId(0) && e.ends().1 != NodeId(0)); }
        match balance(&edges, &inflow, ground) {
            Ok((p, loss)) => s += p.iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum::<f64>() + loss,
            Err(e) => {
                s += e.to_string().len() as f64 * 0.01 * x[0];
                if let Some(Trouble::Limit { flow, .. }) = e.downcast_ref::<Trouble>() { s += flow; }
            }
        }
    }
    s
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
