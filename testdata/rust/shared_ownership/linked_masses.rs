// Masses that links join, found by hash maps: one of shared nodes, and one of forces that is made
// of an iterator in each step; and a count behind a lock.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 1 s

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};
use std::sync::Mutex;

struct Mass {
    id: u32,
    at: Cell<f64>,
    speed: Cell<f64>,
    links: RefCell<Vec<(Weak<Mass>, f64)>>,
}

struct Net {
    nodes: HashMap<u32, Rc<Mass>>,
    order: Vec<Rc<Mass>>,
}

impl Net {
    fn link(&self, a: u32, b: u32, k: f64) -> Result<(), String> {
        let p = self.nodes.get(&a).ok_or_else(|| format!("no {}", a))?;
        let q = self.nodes.get(&b).ok_or_else(|| format!("no {}", b))?;
        p.links.borrow_mut().push((Rc::downgrade(q), k));
        q.links.borrow_mut().push((Rc::downgrade(p), k));
        Ok(())
    }

    fn step(&self, dt: f64) {
        let forces: HashMap<u32, f64> = self
            .order
            .iter()
            .map(|m| (m.id, m.links.borrow().iter().filter_map(|(to, k)| to.upgrade().map(|o| k * (o.at.get() - m.at.get()).sin())).sum()))
            .collect();
        for m in &self.order {
            m.speed.set(m.speed.get() + dt * forces[&m.id]);
            m.at.set(m.at.get() + dt * m.speed.get());
        }
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut net = Net { nodes: HashMap::new(), order: Vec::new() };
    for (k, v) in x.iter().enumerate() {
        let m = Rc::new(Mass { id: 7 * k as u32, at: Cell::new(*v + k as f64), speed: Cell::new(0.0), links: RefCell::default() });
        net.nodes.insert(m.id, Rc::clone(&m));
        net.order.push(m);
    }
    for k in 1..n as u32 {
        if net.link(7 * k - 7, 7 * k, x[k as usize] * 2.0).is_err() {
            return -1.0;
        }
    }
    let total = Mutex::new(0.0);
    for _ in 0..5 {
        net.step(0.1);
        *total.lock().unwrap() += net.order[1].at.get();
    }
    let sum = *total.lock().unwrap();
    sum + net.order.iter().map(|m| m.speed.get().powi(2)).sum::<f64>()
}
