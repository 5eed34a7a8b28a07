// opt: tol=3e-2
// Chains of small matrices in f32 multiplied by the cheapest pair first, out of a heap; costs in cells, patterns over slices.
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::mem;

#[derive(Clone, Debug, Default)]
struct Block { rows: usize, cols: usize, data: Vec<f32> }

struct Meter { flops: Cell<usize>, worst: Cell<f32> }

impl Block {
    fn build(rows: usize, cols: usize, cell: impl Fn(usize, usize) -> f64) -> Block {
        Block { rows, cols, data: (0..rows * cols).map(|k| cell(k / cols, k % cols) as f32).collect() }
    }
    fn times(&self, o: &Block, meter: &Meter) -> Block {
        let mut r = Block { rows: self.rows, cols: o.cols, data: vec![0.0; self.rows * o.cols] };
        for (row, out) in self.data.chunks_exact(self.cols).zip(r.data.chunks_exact_mut(o.cols)) {
            for (a, line) in row.iter().zip(o.data.chunks_exact(o.cols)) {
                for (v, b) in out.iter_mut().zip(line) { *v += a * b; }
            }
        }
        meter.flops.set(meter.flops.get() + self.rows * self.cols * o.cols);
        let most = r.data.iter().fold(0.0f32, |m, v| m.max(v.abs()));
        if most > meter.worst.get() { meter.worst.set(most); }
        r
    }
    fn norm(&self) -> f64 { self.data.iter().map(|v| *v as f64 * *v as f64).sum::<f64>().sqrt() }
}

#[derive(PartialEq)]
struct Pair { gain: f32, at: usize, stamp: usize }
impl Eq for Pair {}
impl Ord for Pair { fn cmp(&self, o: &Pair) -> Ordering { self.gain.total_cmp(&o.gain).then(o.at.cmp(&self.at)) } }
impl PartialOrd for Pair { fn partial_cmp(&self, o: &Pair) -> Option<Ordering> { Some(self.cmp(o)) } }

fn contract(mut chain: Vec<Block>, meter: &Meter) -> Block {
    let mut stamp = 0;
    let mut heap = BinaryHeap::new();
    let fill = |chain: &[Block], heap: &mut BinaryHeap<Pair>, stamp: usize| {
        for (at, w) in chain.windows(2).enumerate() {
            if let [a, b] = w { heap.push(Pair { gain: a.cols as f32 / (a.rows * b.cols) as f32, at, stamp }); }
        }
    };
    fill(&chain, &mut heap, stamp);
    while let Some(p) = heap.pop() {
        if p.stamp != stamp { continue; }
        let right = mem::take(&mut chain[p.at + 1]);
        let product = chain[p.at].times(&right, meter);
        drop(mem::replace(&mut chain[p.at], product));
        chain.remove(p.at + 1);
        stamp += 1;
        fill(&chain, &mut heap, stamp);
    }
    chain.pop().unwrap_or_default()
}

fn ends(v: &[f32]) -> f32 {
    match v {
        [] => 0.0,
        [one] => *one,
        [a, b] => a - b,
        [first, .., last] if first > last => first * last,
        [first, middle @ .., last] => first + last + 0.1 * middle.iter().sum::<f32>(),
    }
}

fn run(x: &[f64]) -> f64 {
    let meter = Meter { flops: Cell::new(0), worst: Cell::new(0.0) };
    let shapes = [1usize, 3, 2, 4, 2, 3];
    let mut chain: Vec<Block> = shapes.windows(2).enumerate()
        .map(|(k, s)| Block::build(s[0], s[1], |i, j| (x[(k + 2 * i + 3 * j) % 12] - 0.4 * (k % 3) as f64) * 0.7))
        .collect();
    let (a, b) = chain.split_at_mut(3);
    mem::swap(&mut a[0].data[1], &mut b[0].data[2]);
    let first = contract(chain.clone(), &meter);
    let work = meter.flops.replace(0);
    chain.truncate(3);
    let second = contract(chain, &meter);
    let s = first.norm() + ends(&first.data) as f64 + 0.5 * ends(&second.data) as f64;
    s + 0.1 * meter.worst.get() as f64 + 1e-3 * work as f64 * x[11] + second.norm() * x[10]
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
