// Queues of constant capacity by const generics, commands parsed from text into Cows, lists drained, deduplicated, kept.
use std::borrow::Cow;
use std::mem;
use std::str::FromStr;
#[derive(Clone, Debug, PartialEq)]
struct Item<'a> { name: Cow<'a, str>, amount: f64, rank: u32 }
struct Queue<T, const N: usize> { slots: [Option<T>; N], head: usize, len: usize }
impl<T, const N: usize> Queue<T, N> {
    fn new() -> Self { Queue { slots: [(); N].map(|_| None), head: 0, len: 0 } }
    fn push(&mut self, v: T) -> Result<(), T> {
        if self.len == N { return Err(v); }
        self.slots[(self.head + self.len) % N] = Some(v);
        self.len += 1;
        Ok(())
    }
    fn pop(&mut self) -> Option<T> {
        let v = self.slots[self.head].take()?;
        self.head = (self.head + 1) % N;
        self.len -= 1;
        Some(v)
    }
    fn force(&mut self, v: T) -> Option<T> {
        match self.push(v) {
            Ok(()) => None,
            Err(v) => { let old = mem::replace(&mut self.slots[self.head], Some(v)); self.head = (self.head + 1) % N; old }
        }
    }
}
enum Command<'a> { Put(Cow<'a, str>, usize, u32), Drop(u32), Merge, Scale(f64) }
impl<'a> Command<'a> {
    fn parse(line: &'a str) -> Result<Command<'a>, String> {
        let mut words = line.split_whitespace();
        match words.next().ok_or("empty")? {
            "put" => {
                let name = words.next().ok_or_else(|| String::from("no name"))?;
                let index = usize::from_str(words.next().unwrap_or("0")).map_err(|e| e.to_string())?;
                let rank = words.next().map(|w| w.parse::<u32>()).transpose().map_err(|e| format!("{}: {}", line, e))?.unwrap_or(1);
                Ok(Command::Put(if name.starts_with('#') { Cow::Owned(name.to_uppercase()) } else { Cow::Borrowed(name) }, index, rank))
            }
            "drop" => Ok(Command::Drop(words.next().and_then(|w| w.parse().ok()).unwrap_or(0))),
            "merge" => Ok(Command::Merge),
            "scale" => words.next().unwrap_or("").parse().map(Command::Scale).map_err(|_| "bad scale".to_string()),
            other => Err(other.repeat(2)),
        }
    }
}
const SCRIPT: &str = "put a 0 2\nput #b 1\nput a 2 2\nput a 3 2\nmerge\nput long_name_of_an_item 4 5\nscale 1.5\nput c 5 x\nput #b 6 1\nput #b 7 1\ndrop 5\nmerge\nhm\nput d 8 3\n\nput e 9 4\nscale q\nput a 10 2";
fn run(x: &[f64]) -> f64 {
    let mut list: Vec<Item> = Vec::new();
    let mut queue: Queue<Item, 3> = Queue::new();
    let mut s = 0.0;
    for line in SCRIPT.lines() {
        match Command::parse(line) {
            Ok(Command::Put(name, i, rank)) => list.push(Item { name, amount: x[i] * x[(i + 1) % x.len()], rank }),
            Ok(Command::Drop(rank)) => { let before = list.len(); list.retain(|i| i.rank != rank); s += (before - list.len()) as f64 * x[11]; }
            Ok(Command::Merge) => {
                let mut sums = Vec::new();
                list.dedup_by(|b, a| { let same = a.name == b.name; if same { a.amount += b.amount; sums.push(b.amount); } same });
                s += sums.iter().sum::<f64>();
            }
            Ok(Command::Scale(v)) => for i in list.iter_mut() { i.amount *= v; if i.rank > 3 { i.name.to_mut().push('!'); } },
            Err(e) => s += e.len() as f64 * 0.1 * x[0],
        }
        if list.len() > 3 {
            for item in list.drain(1..3) { if let Some(out) = queue.force(item) { s += out.amount * out.rank as f64 + out.name.len() as f64; } }
        }
    }
    while let Some(i) = queue.pop() { s += i.amount.sqrt(); list.push(i); }
    let mut rest = mem::take(&mut list);
    rest.dedup_by_key(|i| i.rank);
    let all: Vec<f64> = rest.drain(..).map(|i| i.amount * i.name.len() as f64).collect();
    s + all.iter().rev().fold(0.0, |acc, v| 0.5 * acc + v)
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
