// Tasks ordered by a BinaryHeap, guards that put back on drop, matched by ranges, running sums by scan.
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key { rank: u8, id: usize }
enum Task { Add(f64), Scale { by: f64, times: u32 }, Split(Vec<f64>), Idle }
struct Budget { left: Cell<f64>, log: RefCell<Vec<(usize, f64)>> }
struct Lease<'a> { budget: &'a Budget, id: usize, taken: f64, spent: f64 }
impl Budget {
    fn lease(&self, id: usize, want: f64) -> Option<Lease<'_>> {
        match self.left.get() {
            l if l <= 0.0 => None,
            l if l < want => { self.left.set(0.0); Some(Lease { budget: self, id, taken: l, spent: 0.0 }) }
            l => { self.left.set(l - want); Some(Lease { budget: self, id, taken: want, spent: 0.0 }) }
        }
    }
}
impl Lease<'_> { fn spend(&mut self, v: f64) -> f64 { self.spent += 0.5 * v; self.taken - self.spent } }
impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let rest = self.taken - self.spent;
        if rest > 0.0 { self.budget.left.set(self.budget.left.get() + rest); }
        self.budget.log.borrow_mut().push((self.id, rest));
    }
}
fn perform(t: &Task, lease: &mut Lease, level: f64) -> f64 {
    match t {
        Task::Add(v) if *v > 1.0 => level + lease.spend(*v),
        Task::Add(v) => level + v,
        Task::Scale { by, times: 0..=1 } => level * by,
        Task::Scale { by, times } => (0..*times).fold(level, |l, _| l * by + 0.1),
        Task::Split(parts) => parts.iter().scan(level, |acc, p| { if *acc < 0.05 { return None; } *acc *= 1.0 / (1.0 + p); Some(*acc) }).sum(),
        Task::Idle => level,
    }
}
fn run(x: &[f64]) -> f64 {
    let budget = Budget { left: Cell::new(3.0 * x[0]), log: RefCell::new(Vec::new()) };
    let tasks: Vec<Task> = x.iter().zip(x.iter().cycle().skip(3)).enumerate().map(|(i, (&a, &b))| match i % 4 {
        0 => Task::Add(a * b),
        1 => Task::Scale { by: 0.5 + 0.2 * a, times: i as u32 / 3 },
        2 => Task::Split(vec![a, b, a * b]),
        _ => Task::Idle,
    }).collect();
    let mut heap: BinaryHeap<Reverse<Key>> = (0..tasks.len()).map(|id| Reverse(Key { rank: (id * 7 % 5) as u8, id })).collect();
    let mut level = x[1];
    let mut rounds = 0;
    while let Some(Reverse(key)) = heap.pop() {
        rounds += 1;
        let want = 0.5 + 0.1 * key.id as f64 * x[2];
        if let Some(mut lease) = budget.lease(key.id, want) {
            level = perform(&tasks[key.id], &mut lease, level).min(20.0 + x[3]);
            if key.rank == 0 && rounds < 30 { heap.push(Reverse(Key { rank: 7, ..key })); }
        } else { level += 0.01 * x[key.id]; }
    }
    let log = budget.log.into_inner();
    level + log.iter().map(|(id, r)| r * (*id as f64 + 1.0) * 0.1).sum::<f64>() + log.windows(2).map(|w| w[0].1 * w[1].1).fold(0.0, f64::max) + budget.left.get()
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
