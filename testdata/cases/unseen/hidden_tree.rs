// Hidden Markov models at the nodes of a tree whose children know their parents weakly, observations in windows.
use std::cell::RefCell;
use std::rc::{Rc, Weak};

trait Emission {
    fn likelihood(&self, v: f64) -> f64;
    fn log(&self, v: f64) -> f64 { self.likelihood(v).ln() }
    fn name(&self) -> String { "emission".to_string() }
}
struct Normal { mean: f64, sigma: f64 }
impl Emission for Normal {
    fn likelihood(&self, v: f64) -> f64 { let z = (v - self.mean) / self.sigma; (-0.5 * z * z).exp() / self.sigma }
    fn log(&self, v: f64) -> f64 { let z = (v - self.mean) / self.sigma; -0.5 * z * z - self.sigma.ln() }
}
struct Exponential(f64);
impl Emission for Exponential {
    fn likelihood(&self, v: f64) -> f64 { self.0 * (-self.0 * v).exp() }
    fn name(&self) -> String { "exponential".into() }
}

trait Score { fn score(&self, data: &[f64]) -> f64; }
impl<T: Emission> Score for T {
    fn score(&self, data: &[f64]) -> f64 { data.iter().map(|&v| self.log(v)).sum::<f64>() / self.name().len() as f64 }
}

struct Model { start: Vec<f64>, step: Vec<f64>, emit: Vec<Box<dyn Emission>> }
impl Model {
    fn forward(&self, data: &[f64]) -> f64 {
        let n = self.start.len();
        let mut alpha: Vec<f64> = self.start.iter().zip(&self.emit).map(|(s, e)| s * e.likelihood(data[0])).collect();
        let mut log = 0.0;
        for pair in data.windows(2) {
            let next: Vec<f64> = (0..n)
                .map(|j| alpha.iter().zip(self.step.chunks(n)).map(|(a, row)| a * row[j]).sum::<f64>() * self.emit[j].likelihood(0.8 * pair[1] + 0.2 * pair[0]))
                .collect();
            let total: f64 = next.iter().sum();
            log += total.ln();
            alpha = next.into_iter().map(|v| v / total).collect();
        }
        log + alpha.iter().sum::<f64>().ln()
    }
}

struct Node { model: Model, weight: f64, parent: RefCell<Weak<Node>>, children: RefCell<Vec<Rc<Node>>> }
impl Node {
    fn new(model: Model, weight: f64) -> Rc<Node> { Rc::new(Node { model, weight, parent: RefCell::new(Weak::new()), children: RefCell::default() }) }
    fn adopt(self: &Rc<Self>, child: Rc<Node>) {
        *child.parent.borrow_mut() = Rc::downgrade(self);
        self.children.borrow_mut().push(child);
    }
    fn depth(&self) -> usize { self.parent.borrow().upgrade().map_or(0, |p| p.depth() + 1) }
    fn total(&self, data: &[f64]) -> f64 {
        let own = self.weight * self.model.forward(data);
        let above = self.parent.borrow().upgrade().map_or(0.0, |p| 0.1 * p.weight * self.weight);
        let half = data.len() / 2;
        own / (1 + self.depth()) as f64 + above
            + self.children.borrow().iter().enumerate().map(|(k, c)| c.total(if k % 2 == 0 { &data[..half] } else { &data[half..] })).sum::<f64>()
    }
}

enum Plan { One(f64, f64), Mix(Box<Plan>, Box<Plan>) }
impl Plan {
    fn mean(&self) -> f64 {
        match self { Plan::One(v, w) => v * w, Plan::Mix(a, b) => 0.5 * (a.mean() + b.mean()) }
    }
}

fn model(x: &[f64], at: usize, plan: &Plan) -> Model {
    let a = 1.0 / (1.0 + (-x[at]).exp());
    let b = 0.5 * x[at + 1] / (1.0 + x[at + 1]);
    Model { start: vec![0.6, 0.4], step: vec![a, 1.0 - a, b, 1.0 - b], emit: vec![Box::new(Normal { mean: plan.mean(), sigma: 0.5 + 0.2 * x[at + 2] }), Box::new(Exponential(0.8 + x[at + 2]))] }
}

fn run(x: &[f64]) -> f64 {
    let plan = Plan::Mix(Box::new(Plan::One(x[0], 0.9)), Box::new(Plan::Mix(Box::new(Plan::One(x[1], 1.1)), Box::new(Plan::One(0.7, x[2])))));
    let root = Node::new(model(x, 3, &plan), 1.0);
    let left = Node::new(model(x, 6, &Plan::One(1.0, x[0])), 0.5 * x[3]);
    left.adopt(Node::new(model(x, 9, &plan), x[4]));
    root.adopt(left);
    root.adopt(Node::new(model(x, 8, &plan), 0.3 + x[5]));
    let data: Vec<f64> = (0..12).map(|i| 0.2 + (0.9 * i as f64).sin().abs() * x[i]).collect();
    let direct = Normal { mean: x[6], sigma: x[7] }.score(&data[..5]) + Exponential(x[8]).score(&data[5..]);
    root.total(&data) + 0.1 * direct + 0.01 * Rc::weak_count(&root) as f64 * x[9]
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
