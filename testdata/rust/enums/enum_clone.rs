// A recursive enum with floats in some variants and a vector of itself in another,
// cloned by a function that handles no floats of its payloads.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds newest 0 1 3

#[derive(Clone)]
enum Shape {
    Ball { r: f64 },
    Cuboid { half: [f64; 3] },
    Compound(Vec<(f64, Shape)>),
}

impl Shape {
    fn mass(&self) -> f64 {
        match self {
            Shape::Ball { r } => r.powi(3),
            Shape::Cuboid { half } => 8.0 * half.iter().product::<f64>(),
            Shape::Compound(v) => v.iter().map(|(w, s)| w * s.mass()).sum(),
        }
    }
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let cuboid = Shape::Cuboid { half: [x[3], x[4], x[5]] };
    let parts = Shape::Compound(vec![(x[2], Shape::Ball { r: x[0] }), (x[1], cuboid)]);
    parts.clone().mass()
}
