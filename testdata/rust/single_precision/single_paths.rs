// Shortest paths: a heap of 32-bit floats and indices.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds newest 1 2
// llad: builds oldest 0 2 s

use std::cmp::Ordering;
use std::collections::BinaryHeap;
#[derive(Copy, Clone, PartialEq)]
struct State {
    cost: f32,
    at: usize,
}
impl Eq for State {}
impl Ord for State {
    fn cmp(&self, o: &Self) -> Ordering {
        o.cost
            .partial_cmp(&self.cost)
            .unwrap()
            .then_with(|| self.at.cmp(&o.at))
    }
}
impl PartialOrd for State {
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}
fn run(x: &[f32]) -> f32 {
    let n = 8;
    let adj: Vec<Vec<(usize, f32)>> = (0..n)
        .map(|i| {
            (1..4)
                .map(|k| ((i * k + 1) % n, x[(i + k) % x.len()] * k as f32))
                .collect()
        })
        .collect();
    let mut d = vec![f32::INFINITY; n];
    let mut h = BinaryHeap::new();
    d[0] = 0.0;
    h.push(State { cost: 0.0, at: 0 });
    while let Some(State { cost, at }) = h.pop() {
        if cost > d[at] {
            continue;
        }
        for &(to, w) in &adj[at] {
            let c = cost + w;
            if c < d[to] {
                d[to] = c;
                h.push(State { cost: c, at: to });
            }
        }
    }
    d.iter().filter(|v| v.is_finite()).map(|v| v * v).sum()
}
#[no_mangle]
pub extern "C" fn f(x: *const f32, n: usize) -> f32 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    run(x)
}
