// A k-d tree of boxes over f32 points, matrices split into halves by split_at_mut, sums by key in a BTreeMap.
// opt: tol=3e-2
use std::collections::BTreeMap;
struct Node { axis: usize, point: [f32; 2], weight: f64, below: Option<Box<Node>>, above: Option<Box<Node>> }
fn build(points: &mut [([f32; 2], f64)], axis: usize) -> Option<Box<Node>> {
    if points.is_empty() { return None; }
    points.sort_by(|a, b| a.0[axis].partial_cmp(&b.0[axis]).unwrap());
    let mid = points.len() / 2;
    let (low, rest) = points.split_at_mut(mid);
    let (here, high) = rest.split_first_mut()?;
    Some(Box::new(Node { axis, point: here.0, weight: here.1, below: build(low, 1 - axis), above: build(high, 1 - axis) }))
}
impl Node {
    fn depth(&self) -> usize { 1 + self.below.as_ref().map_or(0, |n| n.depth()).max(self.above.as_ref().map_or(0, |n| n.depth())) }
    fn kernel(&self, at: [f32; 2]) -> f64 {
        let d = self.point.iter().zip(at).map(|(p, a)| (p - a) * (p - a)).sum::<f32>();
        let own = self.weight / (1.0 + d as f64);
        let side = if at[self.axis] < self.point[self.axis] { (0.75, 0.25) } else { (0.25, 0.75) };
        own + self.below.as_ref().map_or(0.0, |n| n.kernel(at)) * (0.9 + 0.0 * side.0) + self.above.as_deref().map_or(0.0, |n| n.kernel(at) * 0.9)
    }
    fn levels(&self, at: usize, out: &mut BTreeMap<usize, (f64, f32)>) {
        let e = out.entry(at).or_insert((0.0, 1.0));
        e.0 += self.weight;
        e.1 *= self.point[0] + 0.5;
        for n in [&self.below, &self.above].into_iter().flatten() { n.levels(at + 1, out); }
    }
    fn take_leaf(mut self: Box<Self>) -> (Option<Box<Node>>, f64) {
        match (self.below.take(), self.above.take()) {
            (None, None) => (None, self.weight * self.point[1] as f64),
            (Some(b), a) => { let (rest, w) = b.take_leaf(); self.below = rest; self.above = a; (Some(self), w) }
            (None, Some(a)) => { let (rest, w) = a.take_leaf(); self.above = rest; (Some(self), w) }
        }
    }
}
struct Matrix { n: usize, a: Vec<f64> }
impl Matrix {
    fn eliminate(&mut self) -> f64 {
        let n = self.n;
        let mut det = 1.0;
        for k in 0..n {
            let (done, rest) = self.a.split_at_mut((k + 1) * n);
            let row = &done[k * n..];
            det *= row[k];
            for r in rest.chunks_exact_mut(n) {
                let l = r[k] / row[k];
                r.iter_mut().zip(row).skip(k).for_each(|(v, p)| *v -= l * p);
            }
        }
        det
    }
}
fn run(x: &[f64]) -> f64 {
    let mut points: Vec<([f32; 2], f64)> = x.iter().enumerate().map(|(i, &v)| ([v as f32 + i as f32 * 2.0, ((i * 7) % 12) as f32 * 2.0 + x[(i + 1) % x.len()] as f32], v * v)).collect();
    let mut tree = build(&mut points, 0);
    let mut levels = BTreeMap::new();
    let mut s = 0.0;
    if let Some(t) = &tree {
        t.levels(0, &mut levels);
        s += t.depth() as f64 * x[0] + t.kernel([4.0, 3.0]) + t.kernel([x[2] as f32 + 9.0, x[3] as f32]);
    }
    for (k, (w, p)) in levels.range(1..) { s += w * (*k as f64) + (*p as f64) * 0.01; }
    let mut m = Matrix { n: 4, a: vec![0.0; 16] };
    for i in 0..4 { for j in 0..4 { m.a[i * 4 + j] = if i == j { 2.0 + x[i] } else { 0.3 * x[(i * 4 + j) % 12] }; } }
    s += m.eliminate();
    while let Some(t) = tree {
        let (rest, w) = t.take_leaf();
        s = 0.97 * s + 0.1 * w;
        tree = rest;
    }
    s
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
