// Counters of 32 bits beside sums, in maps whose entries optimised code moves word by word.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest s

use std::collections::HashMap;

pub enum Shape {
    Point(f64),
    Named(String, f64),
    Counted { last: f64, mean: f64, count: u32 },
}

pub struct By {
    map: HashMap<String, (Shape, u32)>,
}

impl By {
    fn push(&mut self, name: &str, v: f64) -> u32 {
        let e = self.map.entry(name.to_string()).or_insert_with(|| (Shape::Point(v), 0));
        e.1 += 1;
        let next = match &mut e.0 {
            Shape::Point(u) if *u > 1.0 => Shape::Named(format!("{}{}", name, e.1), *u * v),
            Shape::Point(u) => Shape::Counted { last: *u, mean: (*u + v) / 2.0, count: 1 },
            Shape::Named(_, w) => Shape::Counted { last: v, mean: *w * v, count: 2 },
            Shape::Counted { last, mean, count } => {
                let k = v * *last;
                *mean = *mean * 0.5 + k;
                *last = v;
                *count += 1;
                return e.1;
            }
        };
        e.0 = next;
        e.1
    }
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut by = By { map: HashMap::new() };
    let mut sum = 0.0;
    for k in 0..4 * n {
        let name = ["ab", "c", "def"][k % 3];
        sum += by.push(name, x[k % n] * (1.0 + 0.1 * k as f64)) as f64 * x[(k + 1) % n];
    }
    for name in ["ab", "c", "def"] {
        if let Some((s, n)) = by.map.get(name) {
            sum += match s {
                Shape::Point(v) => *v,
                Shape::Named(t, v) => *v * t.len() as f64,
                Shape::Counted { last, mean, count } => last * mean * (*count + *n) as f64,
            };
        }
    }
    sum
}
