// Sources with associated types, delays in a VecDeque, closures that keep state, values swapped, taken and replaced.
use std::collections::VecDeque;
use std::mem;
trait Source { type Out; fn pull(&mut self) -> Option<Self::Out>; }
struct Samples<'a> { x: &'a [f64], at: usize }
impl<'a> Source for Samples<'a> { type Out = f64; fn pull(&mut self) -> Option<f64> { let v = self.x.get(self.at).copied(); self.at += 1; v } }
struct Delay<S: Source> { inner: S, line: VecDeque<S::Out>, room: usize }
impl<S: Source> Source for Delay<S> {
    type Out = (S::Out, Option<S::Out>);
    fn pull(&mut self) -> Option<Self::Out> where {
        let v = self.inner.pull()?;
        let old = if self.line.len() == self.room { self.line.pop_front() } else { None };
        self.line.push_back(self.inner.pull()?);
        Some((v, old))
    }
}
struct Mapped<S: Source, F> { inner: S, f: F }
impl<S: Source, T, F: FnMut(S::Out) -> T> Source for Mapped<S, F> { type Out = T; fn pull(&mut self) -> Option<T> { self.inner.pull().map(&mut self.f) } }
struct Blocks<S: Source> { inner: S, now: Vec<S::Out>, size: usize }
impl<S: Source> Source for Blocks<S> {
    type Out = Vec<S::Out>;
    fn pull(&mut self) -> Option<Vec<S::Out>> {
        while let Some(v) = self.inner.pull() {
            self.now.push(v);
            if self.now.len() == self.size { return Some(mem::take(&mut self.now)); }
        }
        if self.now.is_empty() { None } else { Some(mem::replace(&mut self.now, Vec::with_capacity(0))) }
    }
}
fn drain<S: Source>(mut s: S, mut f: impl FnMut(S::Out)) { while let Some(v) = s.pull() { f(v); } }
fn run(x: &[f64]) -> f64 {
    let mut peak = (0usize, 0.0f64);
    let mut state = [x[0], x[1]];
    let gain = x[2];
    let filter = |(v, old): (f64, Option<f64>)| {
        let y = gain * v + 0.5 * state[0] - 0.25 * state[1] + old.map_or(0.1, |o| o * o);
        let [a, b] = &mut state;
        mem::swap(a, b);
        *a = y;
        y
    };
    let blocks = Blocks { inner: Mapped { inner: Delay { inner: Samples { x, at: 0 }, line: VecDeque::new(), room: 2 }, f: filter }, now: Vec::new(), size: 4 };
    let mut sums: VecDeque<f64> = VecDeque::new();
    let mut count = 0;
    drain(blocks, |b| {
        count += 1;
        let e = b.iter().zip(b.iter().skip(1)).fold(0.0, |s, (p, q)| s + p * q);
        if e > peak.1 { peak = (count, e); }
        let last = sums.back().copied().unwrap_or(1.0);
        if count % 2 == 0 { sums.push_front(e * last); } else { sums.push_back(e + last); }
    });
    let (head, tail) = sums.as_slices();
    let mut s = head.iter().sum::<f64>() - tail.iter().product::<f64>() + peak.1 * peak.0 as f64;
    let table: Vec<f64> = x.iter().scan((1.0, 0.0), |st, v| { *st = (st.0 * 0.9 + v, st.0); Some(st.0 * st.1) }).collect();
    s += table.iter().zip(x.iter().rev()).map(|(a, b)| a * b).fold(f64::NEG_INFINITY, f64::max);
    let mut slots = [Some(x[3]), None, Some(x[4] * x[5])];
    slots.rotate_left(1);
    let taken = slots[1].take().unwrap_or(0.0);
    let before = slots[0].replace(taken * 2.0);
    s + slots.iter().flatten().sum::<f64>() + before.unwrap_or(x[6])
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
