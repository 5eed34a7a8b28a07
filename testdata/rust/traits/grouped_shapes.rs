// Shapes behind dyn that are cloned by a method, in groups of shapes.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0
// llad: builds oldest 1
trait Shape {
    fn area(&self) -> f64;
    fn clone_box(&self) -> Box<dyn Shape>;
    fn scale(&mut self, s: f64);
    fn name(&self) -> &str {
        "shape"
    }
}
impl Clone for Box<dyn Shape> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}
#[derive(Clone)]
struct Circle {
    r: f64,
}
#[derive(Clone)]
struct Rect {
    w: f64,
    h: f64,
    tag: String,
}
#[derive(Clone)]
struct Group {
    parts: Vec<Box<dyn Shape>>,
    k: f64,
}
impl Shape for Circle {
    fn area(&self) -> f64 {
        3.0 * self.r * self.r
    }
    fn clone_box(&self) -> Box<dyn Shape> {
        Box::new(self.clone())
    }
    fn scale(&mut self, s: f64) {
        self.r *= s;
    }
}
impl Shape for Rect {
    fn area(&self) -> f64 {
        self.w * self.h + self.tag.len() as f64
    }
    fn clone_box(&self) -> Box<dyn Shape> {
        Box::new(self.clone())
    }
    fn scale(&mut self, s: f64) {
        self.w *= s;
        self.h *= s;
    }
    fn name(&self) -> &str {
        &self.tag
    }
}
impl Shape for Group {
    fn area(&self) -> f64 {
        self.k * self.parts.iter().map(|p| p.area()).sum::<f64>()
    }
    fn clone_box(&self) -> Box<dyn Shape> {
        Box::new(self.clone())
    }
    fn scale(&mut self, s: f64) {
        for p in self.parts.iter_mut() {
            p.scale(s);
        }
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut g = Group {
        parts: vec![],
        k: x[0],
    };
    for i in 1..n {
        if i % 2 == 0 {
            g.parts.push(Box::new(Circle { r: x[i] }));
        } else {
            g.parts.push(Box::new(Rect {
                w: x[i],
                h: x[i - 1],
                tag: "ab".to_string(),
            }));
        }
        if i % 3 == 0 {
            let c = g.clone();
            g.parts.push(Box::new(c));
        }
    }
    let mut h = g.clone();
    h.scale(x[2]);
    let names: usize = g.parts.iter().map(|p| p.name().len()).sum();
    g.area() + h.area() + names as f64
}
