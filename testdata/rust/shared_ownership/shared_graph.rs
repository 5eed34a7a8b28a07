// Rc, RefCell and Cell: a graph of shared nodes with memoised values.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: arg n const size_t 4

use std::cell::{Cell, RefCell};
use std::rc::Rc;

struct Node {
    weight: Cell<f64>,
    visits: Cell<u32>,
    value: RefCell<Option<f64>>,
    inputs: RefCell<Vec<Rc<Node>>>,
}

impl Node {
    fn new(weight: f64) -> Rc<Node> {
        Rc::new(Node { weight: Cell::new(weight), visits: Cell::new(0), value: RefCell::new(None), inputs: RefCell::new(Vec::new()) })
    }

    fn eval(&self) -> f64 {
        self.visits.set(self.visits.get() + 1);
        if let Some(v) = *self.value.borrow() {
            return v;
        }
        let s: f64 = self.inputs.borrow().iter().map(|i| i.eval()).sum();
        let v = self.weight.get() * (1.0 + s * s).sqrt();
        *self.value.borrow_mut() = Some(v);
        v
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let leaves: Vec<Rc<Node>> = x.iter().map(|w| Node::new(*w)).collect();
    let middle = Node::new(x[0] * x[1]);
    middle.inputs.borrow_mut().extend(leaves.iter().cloned());
    let top = Node::new(0.5);
    top.inputs.borrow_mut().push(Rc::clone(&middle));
    top.inputs.borrow_mut().push(middle.clone());
    top.inputs.borrow_mut().push(leaves[2].clone());
    leaves[3].weight.set(leaves[3].weight.get() * x[2]);
    let once = top.eval();
    let twice = top.eval();
    once * twice + Rc::strong_count(&middle) as f64 + middle.visits.get() as f64
}
