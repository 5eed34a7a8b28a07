// State behind locks, steppers behind dyn that resize their buffers, expressions that
// share parts by reference counts, and optimisers that are variants of one enum.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 2 s 3

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};

trait System {
    fn rhs(&self, y: &[f64], d: &mut [f64]);
}

trait Stepper {
    fn step(&mut self, s: &dyn System, y: &mut Vec<f64>, h: f64);
}

struct Pendulum {
    gravity: f64,
    length: f64,
    damping: f64,
}

struct Euler {
    k: Vec<f64>,
}

struct Midpoint {
    k: [Vec<f64>; 2],
    at: Vec<f64>,
}

impl System for Pendulum {
    fn rhs(&self, y: &[f64], d: &mut [f64]) {
        d[0] = y[1];
        d[1] = -self.gravity / self.length * y[0].sin() - self.damping * y[1];
    }
}

impl Stepper for Euler {
    fn step(&mut self, s: &dyn System, y: &mut Vec<f64>, h: f64) {
        self.k.resize(y.len(), 0.0);
        s.rhs(y, &mut self.k);
        y.iter_mut().zip(&self.k).for_each(|(y, k)| *y += h * k);
    }
}

impl Stepper for Midpoint {
    fn step(&mut self, s: &dyn System, y: &mut Vec<f64>, h: f64) {
        self.k.iter_mut().for_each(|k| k.resize(y.len(), 0.0));
        self.at.resize(y.len(), 0.0);
        s.rhs(y, &mut self.k[0]);
        for i in 0..y.len() {
            self.at[i] = y[i] + 0.5 * h * self.k[0][i];
        }
        s.rhs(&self.at, &mut self.k[1]);
        for i in 0..y.len() {
            y[i] += h * self.k[1][i];
        }
    }
}

enum Expr {
    Const(f64),
    Var(String),
    Mul(Box<Expr>, Box<Expr>),
    Sin(Box<Expr>),
    Shared(Rc<Expr>),
}

impl Expr {
    fn eval(&self, env: &HashMap<String, f64>) -> Option<f64> {
        Some(match self {
            Expr::Const(c) => *c,
            Expr::Var(n) => *env.get(n)?,
            Expr::Mul(a, b) => a.eval(env)? * b.eval(env)?,
            Expr::Sin(a) => a.eval(env)?.sin(),
            Expr::Shared(e) => e.eval(env)?,
        })
    }
}

enum Method {
    Descent { rate: f64 },
    Momentum { rate: f64, keep: f64, speed: Vec<f64> },
    Adaptive { rate: f64, mean: Vec<f64>, square: Vec<f64>, steps: i32 },
}

impl Method {
    fn step(&mut self, p: &mut [f64], g: &[f64]) {
        match self {
            Method::Descent { rate } => p.iter_mut().zip(g).for_each(|(p, g)| *p -= *rate * g),
            Method::Momentum { rate, keep, speed } => {
                for ((p, g), v) in p.iter_mut().zip(g).zip(speed.iter_mut()) {
                    *v = *keep * *v + g;
                    *p -= *rate * *v;
                }
            }
            Method::Adaptive { rate, mean, square, steps } => {
                *steps += 1;
                for i in 0..p.len() {
                    mean[i] = 0.9 * mean[i] + 0.1 * g[i];
                    square[i] = 0.99 * square[i] + 0.01 * g[i] * g[i];
                    p[i] -= *rate * mean[i] / (square[i].sqrt() + 0.1) * *steps as f64;
                }
            }
        }
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };

    let pendulum = Pendulum { gravity: x[0], length: x[1], damping: x[2] };
    let mut ends = 0.0;
    for k in 0..2 {
        let mut stepper: Box<dyn Stepper> = if k == 0 { Box::new(Euler { k: vec![] }) } else { Box::new(Midpoint { k: Default::default(), at: Vec::new() }) };
        let mut y = x[3..5].to_vec();
        for _ in 0..4 {
            stepper.step(&pendulum, &mut y, 0.1);
        }
        ends += y[0] * y[1];
    }

    let env: HashMap<String, f64> = x.iter().enumerate().map(|(i, v)| (format!("x{i}"), *v)).collect();
    let var = |i: usize| Box::new(Expr::Var(format!("x{i}")));
    let part = Rc::new(Expr::Mul(var(0), var(1)));
    let whole = Expr::Mul(Box::new(Expr::Sin(Box::new(Expr::Shared(part.clone())))), Box::new(Expr::Mul(Box::new(Expr::Const(x[3])), Box::new(Expr::Shared(part)))));
    let value = whole.eval(&env).unwrap_or(0.0) + Expr::Sin(var(99)).eval(&env).unwrap_or(0.5);

    let weights = Arc::new(RwLock::new(vec![x[4], x[5]]));
    let calls = Arc::new(Mutex::new(0));
    let mut locked = 0.0;
    for i in 0..3 {
        *calls.lock().unwrap() += 1;
        locked += weights.read().unwrap().iter().zip(x).map(|(a, b)| a * b).sum::<f64>();
        weights.write().unwrap()[i % 2] *= 0.5;
    }

    let mut tuned = 0.0;
    for mut m in vec![
        Method::Descent { rate: 0.05 },
        Method::Momentum { rate: 0.02, keep: 0.5, speed: vec![0.0; 3] },
        Method::Adaptive { rate: 0.05, mean: vec![0.0; 3], square: vec![0.0; 3], steps: 0 },
    ] {
        let mut p = vec![0.1, 0.2, x[1]];
        for _ in 0..3 {
            let g: Vec<f64> = p.iter().zip(x).map(|(p, x)| p * x + p.sin()).collect();
            m.step(&mut p, &g);
        }
        tuned += p[0] + p[2] * p[1];
    }
    let count = *calls.lock().unwrap();
    ends + value + locked * count as f64 + tuned
}
