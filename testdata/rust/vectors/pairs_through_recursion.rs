// Pairs of a number and floats that a function in recursion hands on to a vector, which grows
// there: all that it accesses of an element is its number, and of an enum nothing.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 0

struct Body {
    pos: f64,
    vel: f64,
}
enum Shape {
    Circle { r: f64 },
    Capsule { half: f64, r: f64 },
    Plane([f64; 2], f64),
}
struct Storage<T> {
    dense: Vec<(u32, T)>,
}
impl<T> Storage<T> {
    fn insert(&mut self, e: u32, t: T, more: u32) {
        if more > 0 {
            return self.insert(e + 10, t, more - 1);
        }
        self.dense.push((e, t));
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut bodies = Storage { dense: Vec::new() };
    let mut shapes = Storage { dense: Vec::new() };
    for i in 0..n {
        bodies.insert(i as u32, Body { pos: x[i], vel: x[(i + 1) % n] }, 1);
        let s = match i % 3 {
            0 => Shape::Circle { r: x[i] },
            1 => Shape::Capsule { half: x[0], r: x[i] },
            _ => Shape::Plane([x[i], x[1]], x[2]),
        };
        shapes.insert(i as u32, s, 1);
    }
    let mut sum = 0.0;
    for (e, b) in bodies.dense.iter() {
        sum += (1.0 + *e as f64) * b.pos * b.vel;
    }
    for (e, s) in shapes.dense.iter() {
        sum += (2.0 + *e as f64)
            * match s {
                Shape::Circle { r } => r * r,
                Shape::Capsule { half, r } => half * r.sin(),
                Shape::Plane(a, b) => a[0] * a[1] * b,
            };
    }
    sum
}
