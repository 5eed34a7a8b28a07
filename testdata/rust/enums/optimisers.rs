// An enum of optimisers with their state, one variant's floats where another has a
// vector, moved through arrays; and a tape of shared values that is run backward.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: arg n const size_t 4

use std::cell::RefCell;
use std::rc::Rc;

enum Method {
    Descent { rate: f64 },
    Momentum { rate: f64, speed: Vec<f64>, steps: i32 },
}

impl Method {
    fn step(&mut self, p: &mut [f64]) {
        match self {
            Method::Descent { rate } => p.iter_mut().for_each(|p| *p -= *rate * *p),
            Method::Momentum { rate, speed, steps } => {
                *steps += 1;
                for (p, v) in p.iter_mut().zip(speed.iter_mut()) {
                    *v = 0.9 * *v + *p / *steps as f64;
                    *p -= *rate * *v;
                }
            }
        }
    }
}

#[derive(Clone)]
struct Value(Rc<RefCell<Entry>>);

struct Entry {
    data: f64,
    grad: f64,
    from: Vec<(Value, f64)>,
}

impl Value {
    fn new(data: f64, from: Vec<(Value, f64)>) -> Value {
        Value(Rc::new(RefCell::new(Entry { data, grad: 0.0, from })))
    }

    fn tanh(&self) -> Value {
        let t = self.0.borrow().data.tanh();
        Value::new(t, vec![(self.clone(), 1.0 - t * t)])
    }

    fn backward(&self, g: f64) {
        self.0.borrow_mut().grad += g;
        for (v, d) in &self.0.borrow().from {
            v.backward(g * d);
        }
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut s = 0.0;
    for mut m in [Method::Descent { rate: x[0] * 0.1 }, Method::Momentum { rate: 0.05, speed: vec![0.0; 3], steps: 0 }] {
        let mut p = vec![0.1, x[1], x[2]];
        for _ in 0..2 {
            m.step(&mut p);
        }
        s += p[1] * p[2];
    }
    let v = Value::new(x[3], Vec::new());
    v.tanh().tanh().backward(x[0]);
    let grad = v.0.borrow().grad;
    s + grad
}
