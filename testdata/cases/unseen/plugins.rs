// Plugins as Rc<dyn Trait> with associated types, messages as enums, sorted by key, buffers swapped, taken, replaced.
use std::mem;
use std::rc::Rc;
trait Codec {
    type Item;
    fn decode(&self, m: &Message) -> Option<Self::Item>;
    fn weight(&self, item: &Self::Item) -> f64;
    fn score(&self, list: &[Message]) -> f64 { list.iter().filter_map(|m| self.decode(m)).map(|i| self.weight(&i)).sum() }
}
#[derive(Clone, Debug)]
enum Message { Value(f64), Pair { left: f64, right: f64 }, Batch(Vec<f64>), Named(String, f64), Tick }
struct Scalars { unit: f64 }
impl Codec for Scalars {
    type Item = f64;
    fn decode(&self, m: &Message) -> Option<f64> {
        match m { Message::Value(v) => Some(*v), Message::Named(_, v) => Some(v * v), Message::Pair { left, right } => Some(left - right), _ => None }
    }
    fn weight(&self, item: &f64) -> f64 { item * self.unit }
}
struct Batches;
impl Codec for Batches {
    type Item = Vec<f64>;
    fn decode(&self, m: &Message) -> Option<Vec<f64>> {
        match m { Message::Batch(v) => Some(v.clone()), Message::Named(s, v) => Some(vec![*v; s.len()]), _ => None }
    }
    fn weight(&self, item: &Vec<f64>) -> f64 { item.iter().enumerate().map(|(i, v)| v / (i + 1) as f64).sum() }
}
trait Plugin {
    fn run(&self, inbox: &[Message]) -> f64;
    fn key(&self) -> u32;
}
struct With<C: Codec> { codec: C, key: u32, bias: f64 }
impl<C: Codec> Plugin for With<C> {
    fn run(&self, inbox: &[Message]) -> f64 { self.codec.score(inbox) + self.bias }
    fn key(&self) -> u32 { self.key }
}
#[derive(Default)]
struct Inbox { now: Vec<Message>, next: Vec<Message>, last: Option<Message> }
impl Inbox {
    fn post(&mut self, m: Message) {
        if let Some(Message::Tick) = self.last.replace(m.clone()) { self.next.push(Message::Tick); }
        self.next.push(m);
    }
    fn turn(&mut self) -> Vec<Message> {
        mem::swap(&mut self.now, &mut self.next);
        mem::take(&mut self.now)
    }
}
fn run(x: &[f64]) -> f64 {
    let mut plugins: Vec<Rc<dyn Plugin>> = vec![
        Rc::new(With { codec: Scalars { unit: x[0] }, key: 7, bias: x[1] }),
        Rc::new(With { codec: Batches, key: 3, bias: 0.5 }),
        Rc::new(With { codec: Scalars { unit: 0.25 }, key: 5, bias: x[2] * x[3] }),
    ];
    let shared = Rc::clone(&plugins[1]);
    plugins.push(shared);
    plugins.sort_by(|a, b| a.key().cmp(&b.key()));
    let mut inbox = Inbox::default();
    let mut s = 0.0;
    for (i, w) in x.windows(3).enumerate() {
        inbox.post(match i % 5 {
            0 => Message::Value(w[0] * w[1]),
            1 => Message::Pair { left: w[0], right: w[2] * 0.5 },
            2 => Message::Batch(w.to_vec()),
            3 => Message::Named(format!("named message {}", i), w[1]),
            _ => Message::Tick,
        });
        if i % 4 == 3 {
            let mut list = inbox.turn();
            list.sort_by(|a, b| size(b).partial_cmp(&size(a)).unwrap());
            for (k, p) in plugins.iter().enumerate() { s += p.run(&list) / (k + 1) as f64; }
            if let Some(first) = list.first_mut() {
                let old = mem::replace(first, Message::Value(s * 0.01));
                inbox.post(old);
            }
        }
    }
    s + inbox.last.take().map_or(x[4], |m| size(&m)) + Rc::strong_count(&plugins[0]) as f64 * x[5] + inbox.next.len() as f64 * x[6]
}
fn size(m: &Message) -> f64 {
    match m { Message::Value(v) | Message::Named(_, v) => *v, Message::Pair { left, right } => left + right, Message::Batch(v) => v.iter().sum(), Message::Tick => 0.0 }
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
