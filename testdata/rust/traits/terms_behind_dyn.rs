// Terms of boxed trait objects, whose derivatives and copies are methods that make others.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 2
// llad: builds oldest 3
trait Node {
    fn eval(&self, x: &[f64]) -> f64;
    fn diff(&self, i: usize) -> Box<dyn Node>;
    fn boxed(&self) -> Box<dyn Node>;
}
struct Const(f64);
struct Var(usize);
struct Add(Box<dyn Node>, Box<dyn Node>);
struct Mul(Box<dyn Node>, Box<dyn Node>);
struct Sin(Box<dyn Node>);
struct Cos(Box<dyn Node>);
impl Node for Const {
    fn eval(&self, _: &[f64]) -> f64 {
        self.0
    }
    fn boxed(&self) -> Box<dyn Node> {
        Box::new(Const(self.0))
    }
    fn diff(&self, _: usize) -> Box<dyn Node> {
        Box::new(Const(0.0))
    }
}
impl Node for Var {
    fn eval(&self, x: &[f64]) -> f64 {
        x[self.0]
    }
    fn boxed(&self) -> Box<dyn Node> {
        Box::new(Var(self.0))
    }
    fn diff(&self, i: usize) -> Box<dyn Node> {
        Box::new(Const(if i == self.0 { 1.0 } else { 0.0 }))
    }
}
impl Node for Add {
    fn eval(&self, x: &[f64]) -> f64 {
        self.0.eval(x) + self.1.eval(x)
    }
    fn boxed(&self) -> Box<dyn Node> {
        Box::new(Add(self.0.boxed(), self.1.boxed()))
    }
    fn diff(&self, i: usize) -> Box<dyn Node> {
        Box::new(Add(self.0.diff(i), self.1.diff(i)))
    }
}
impl Node for Mul {
    fn eval(&self, x: &[f64]) -> f64 {
        self.0.eval(x) * self.1.eval(x)
    }
    fn boxed(&self) -> Box<dyn Node> {
        Box::new(Mul(self.0.boxed(), self.1.boxed()))
    }
    fn diff(&self, i: usize) -> Box<dyn Node> {
        Box::new(Add(
            Box::new(Mul(self.0.diff(i), self.1.boxed())),
            Box::new(Mul(self.0.boxed(), self.1.diff(i))),
        ))
    }
}
impl Node for Sin {
    fn eval(&self, x: &[f64]) -> f64 {
        self.0.eval(x).sin()
    }
    fn boxed(&self) -> Box<dyn Node> {
        Box::new(Sin(self.0.boxed()))
    }
    fn diff(&self, i: usize) -> Box<dyn Node> {
        Box::new(Mul(Box::new(Cos(self.0.boxed())), self.0.diff(i)))
    }
}
impl Node for Cos {
    fn eval(&self, x: &[f64]) -> f64 {
        self.0.eval(x).cos()
    }
    fn boxed(&self) -> Box<dyn Node> {
        Box::new(Cos(self.0.boxed()))
    }
    fn diff(&self, i: usize) -> Box<dyn Node> {
        Box::new(Mul(
            Box::new(Mul(Box::new(Const(-1.0)), Box::new(Sin(self.0.boxed())))),
            self.0.diff(i),
        ))
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut e: Box<dyn Node> = Box::new(Const(x[0]));
    for i in 0..3 {
        let t = Box::new(Mul(Box::new(Var(i)), Box::new(Const(x[(i + 1) % n]))));
        e = if i % 2 == 0 {
            Box::new(Add(e, t))
        } else {
            Box::new(Mul(Box::new(Sin(e)), t))
        };
    }
    let mut s = e.eval(x);
    for i in 0..3 {
        s += e.diff(i).eval(x);
    }
    s
}
