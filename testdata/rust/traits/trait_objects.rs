// Box<dyn Trait> with and without state, &dyn Fn, default methods, generics
// over traits.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6

trait Shape {
    fn area(&self) -> f64;
    fn perimeter(&self) -> f64;
    fn roundness(&self) -> f64 {
        4.0 * std::f64::consts::PI * self.area() / self.perimeter().powi(2)
    }
}

struct Circle {
    r: f64,
}

struct Rectangle {
    a: f64,
    b: f64,
}

struct Polygon {
    points: Vec<(f64, f64)>,
}

impl Shape for Circle {
    fn area(&self) -> f64 {
        std::f64::consts::PI * self.r * self.r
    }
    fn perimeter(&self) -> f64 {
        2.0 * std::f64::consts::PI * self.r
    }
    fn roundness(&self) -> f64 {
        1.0
    }
}

impl Shape for Rectangle {
    fn area(&self) -> f64 {
        self.a * self.b
    }
    fn perimeter(&self) -> f64 {
        2.0 * (self.a + self.b)
    }
}

impl Shape for Polygon {
    fn area(&self) -> f64 {
        let next = self.points.iter().cycle().skip(1);
        0.5 * self.points.iter().zip(next).map(|(p, q)| p.0 * q.1 - q.0 * p.1).sum::<f64>().abs()
    }
    fn perimeter(&self) -> f64 {
        let next = self.points.iter().cycle().skip(1);
        self.points.iter().zip(next).map(|(p, q)| (p.0 - q.0).hypot(p.1 - q.1)).sum()
    }
}

fn integrate(g: &dyn Fn(f64) -> f64, a: f64, b: f64, steps: usize) -> f64 {
    let h = (b - a) / steps as f64;
    (0..steps).map(|i| g(a + (i as f64 + 0.5) * h)).sum::<f64>() * h
}

fn total<S: Shape + ?Sized>(s: &S) -> f64 {
    s.area() + 0.1 * s.perimeter() * s.roundness()
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let shapes: Vec<Box<dyn Shape>> = vec![
        Box::new(Circle { r: x[0] }),
        Box::new(Rectangle { a: x[1], b: x[2] }),
        Box::new(Polygon { points: vec![(0.0, 0.0), (x[3], 0.1), (x[4] + 1.0, x[5]), (0.2, 1.5 * x[0])] }),
    ];
    let a = x[1];
    let sum: f64 = shapes.iter().map(|s| total(s.as_ref())).sum();
    let curve = |t: f64| (a * t).sin() * sum;
    sum + integrate(&curve, 0.0, x[5], 8) + integrate(&f64::exp, x[2], 2.0, 4)
}
