// Vectors of enums in a hash map beside a queue of events: capacities are doubled in code in which all
// buffers are one object to the analysis, with floats at offsets that are not known.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds newest s
use std::collections::{HashMap, VecDeque};

enum Part {
    Place { x: f64, y: f64 },
    Name(String),
    Tags(Vec<u32>),
    Spring { to: u32, k: f64 },
}

enum Event {
    Remove(u32),
    Note(String),
    Join { a: u32, b: u32, k: f64 },
}

#[derive(Default)]
struct World {
    parts: HashMap<u32, Vec<Part>>,
    events: VecDeque<Event>,
    notes: usize,
}

impl World {
    fn handle(&mut self) {
        while let Some(e) = self.events.pop_front() {
            match e {
                Event::Remove(id) => {
                    if let Some(l) = self.parts.remove(&id) {
                        self.events.push_back(Event::Note(format!("{} had {}", id, l.len())));
                    }
                }
                Event::Join { a, b, k } => {
                    if let Some(l) = self.parts.get_mut(&a) {
                        l.push(Part::Spring { to: b, k });
                    }
                }
                Event::Note(s) => self.notes += s.len(),
            }
        }
    }
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut w = World::default();
    for i in 0..n {
        let mut c = vec![Part::Place { x: i as f64, y: x[i] * 0.3 }];
        if i % 2 == 0 {
            c.push(Part::Name(format!("e{}", i)));
        }
        if i == 3 {
            c.insert(0, Part::Tags(vec![1, 2, 3]));
        }
        w.parts.insert(i as u32, c);
    }
    for i in 1..n as u32 {
        w.events.push_back(Event::Join { a: i - 1, b: i, k: 1.0 + x[i as usize] });
    }
    w.events.push_back(Event::Remove(1));
    w.handle();
    (0..n as u32)
        .filter_map(|i| w.parts.get(&i))
        .flatten()
        .map(|c| match c {
            Part::Place { x, y } => x * y,
            Part::Spring { to, k } => k * *to as f64,
            Part::Name(s) => 0.1 * s.len() as f64 * x[0],
            Part::Tags(l) => l.iter().sum::<u32>() as f64 * x[1] * w.notes as f64,
        })
        .sum()
}
