// Vectors of enums in a hash map, one with an element put in front: in so much code without optimisation
// all buffers are one object to the analysis, in which floats are accessed at no offset that is known.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 0
use std::collections::{HashMap, VecDeque};
#[allow(dead_code)]
enum Comp { Pos { x: f64, y: f64 }, Name(String), Tags(Vec<u32>), Spring { to: u32, k: f64 } }
#[derive(Default)]
struct World { ents: HashMap<u32, Vec<Comp>>, events: VecDeque<Ev> }
#[allow(dead_code)]
enum Ev { Kill(u32), Log(String), Join { a: u32, b: u32, k: f64 } }
impl World {
    fn handle(&mut self) {
        while let Some(e) = self.events.pop_front() {
            match e {
                Ev::Kill(id) => if let Some(l) = self.ents.remove(&id) {
                    let s = l.len();
                    self.events.push_back(Ev::Log(format!("{} had {}", id, s)));
                },
                Ev::Join { a, b, k } => if let Some(l) = self.ents.get_mut(&a) { l.push(Comp::Spring { to: b, k }); },
                _ => {}
            }
        }
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut w = World::default();
    for i in 0..n {
        let mut c = vec![Comp::Pos { x: i as f64, y: x[i] * 0.3 }];
        if i % 2 == 0 { c.push(Comp::Name(format!("e{}", i))); }
        if i == 3 { c.insert(0, Comp::Tags(vec![1, 2, 3])); }
        w.ents.insert(i as u32, c);
    }
    for i in 1..n as u32 { w.events.push_back(Ev::Join { a: i - 1, b: i, k: 1.0 + x[i as usize] }); }
    w.handle();
    w.handle();
    (0..n as u32).flat_map(|i| &w.ents[&i]).map(|c| match c {
        Comp::Pos { x, y } => x * y,
        Comp::Spring { to, k } => k * *to as f64,
        _ => 0.0,
    }).sum()
}
