// Enums of 32-bit floats, one with a number that is counted up, in vectors that are cloned and reversed.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds newest 0 2 s
// llad: builds oldest 0 1 2

#[derive(Clone, Copy)]
enum Shape {
    Circle(f32),
    Rect(f32, f32),
    Poly(u32, f32),
}
impl Shape {
    fn area(&self) -> f32 {
        match *self {
            Shape::Circle(r) => 3.14159 * r * r,
            Shape::Rect(w, h) => w * h,
            Shape::Poly(n, s) => {
                let a = 3.14159 / n as f32;
                n as f32 * s * s / (4.0 * a.tan())
            }
        }
    }
    fn scale(self, k: f32) -> Shape {
        match self {
            Shape::Circle(r) => Shape::Circle(r * k),
            Shape::Rect(w, h) => Shape::Rect(w * k, h),
            Shape::Poly(n, s) => Shape::Poly(n + 1, s * k),
        }
    }
}
fn run(x: &[f32]) -> f32 {
    let v: Vec<Shape> = x
        .iter()
        .enumerate()
        .map(|(i, &a)| match i % 3 {
            0 => Shape::Circle(a),
            1 => Shape::Rect(a, x[0]),
            _ => Shape::Poly(i as u32 + 3, a),
        })
        .collect();
    let mut w = v.clone();
    for s in w.iter_mut() {
        *s = s.scale(x[1]);
    }
    w.reverse();
    w.iter().chain(v.iter()).map(|s| s.area()).sum()
}
#[no_mangle]
pub extern "C" fn f(x: *const f32, n: usize) -> f32 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    run(x)
}
