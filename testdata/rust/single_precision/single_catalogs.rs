// Shapes of 32-bit floats, of vectors and of shapes again, by their names in two kinds of maps.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds newest 2
// llad: builds oldest 0 1 s

use std::collections::{BTreeMap, HashMap};

#[derive(Clone)]
enum Shape {
    Circle { r: f32 },
    Rect(f32, f32),
    Poly(Vec<(f32, f32)>),
    Group(Vec<Shape>, f32),
    Named(String, Box<Shape>),
}
fn area(s: &Shape) -> f32 {
    match s {
        Shape::Circle { r } => 3.0 * r * r,
        Shape::Rect(w, h) => w * h,
        Shape::Poly(p) => {
            let cross =
                |i: usize| p[i].0 * p[(i + 1) % p.len()].1 - p[i].1 * p[(i + 1) % p.len()].0;
            (0..p.len()).map(cross).sum::<f32>().abs() * 0.5
        }
        Shape::Group(l, k) => k * l.iter().map(area).sum::<f32>(),
        Shape::Named(n, s) => area(s) * n.len() as f32,
    }
}
/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f32, n: usize) -> f32 {
    let x = std::slice::from_raw_parts(x, n);
    let mut m: HashMap<String, Shape> = HashMap::new();
    m.insert("circle".into(), Shape::Circle { r: x[0] });
    m.insert("rect".into(), Shape::Rect(x[1], 2.0 * x[2]));
    let corners = vec![(0.0, x[3]), (x[4], 0.1), (0.0, -x[5]), (-1.0, 0.0)];
    m.insert("poly".into(), Shape::Poly(corners));
    let group = Shape::Group(m.values().cloned().collect(), x[0]);
    m.insert("group".into(), group);
    let named = Shape::Named("xy".into(), Box::new(m["rect"].clone()));
    m.insert("named".into(), named);
    let mut sums: BTreeMap<String, f32> = BTreeMap::new();
    for (k, s) in &m {
        *sums.entry(k.clone()).or_default() += area(s);
    }
    sums.values()
        .enumerate()
        .map(|(i, a)| a * (1.0 + i as f32))
        .sum()
}
