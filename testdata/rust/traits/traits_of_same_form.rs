// A trait with a method of the form that formatting has, beside errors that could be formatted.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 3
trait Shape {
    fn join(&mut self, o: &Cfg) -> bool;
    fn area(&self) -> f64;
    fn twin(&self) -> Box<dyn Shape>;
}
struct Cfg {
    k: f64,
    limit: f64,
}
struct Disc {
    r: f64,
}
struct Pair {
    a: Box<dyn Shape>,
    b: Box<dyn Shape>,
    t: f64,
}
impl Shape for Disc {
    fn join(&mut self, o: &Cfg) -> bool {
        self.r += o.k;
        self.r < o.limit
    }
    fn area(&self) -> f64 {
        self.r * self.r
    }
    fn twin(&self) -> Box<dyn Shape> {
        Box::new(Disc { r: self.r })
    }
}
impl Shape for Pair {
    fn join(&mut self, o: &Cfg) -> bool {
        self.t *= o.k;
        let c = Cfg {
            k: o.k * self.t,
            limit: o.limit,
        };
        self.a.join(&c) & self.b.join(o)
    }
    fn area(&self) -> f64 {
        self.a.area() + self.t * self.b.area()
    }
    fn twin(&self) -> Box<dyn Shape> {
        Box::new(Pair {
            a: self.b.twin(),
            b: self.a.twin(),
            t: self.t,
        })
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let k: f64 = "0.25".parse().unwrap();
    let m: i32 = "3".parse().unwrap();
    let mut s: Box<dyn Shape> = Box::new(Disc { r: x[0] });
    for i in 0..m as usize {
        s = Box::new(Pair {
            a: s.twin(),
            b: s,
            t: x[i + 1],
        });
        if s.join(&Cfg {
            k: k * x[4],
            limit: 9.0,
        }) {
            s.join(&Cfg {
                k: x[5],
                limit: 3.0,
            });
        }
    }
    s.area()
}
