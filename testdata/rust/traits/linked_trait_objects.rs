// Units behind Rc<RefCell<dyn ..>> that are linked and step each other; iterators and closures
// behind dyn in recursive functions.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest s
// llad: builds oldest 2
use std::cell::RefCell;
use std::rc::Rc;
trait Base {
    fn id(&self) -> usize;
    fn value(&self) -> f64;
}
trait Unit: Base {
    fn step(&mut self, dt: f64);
    fn link(&mut self, o: Rc<RefCell<dyn Unit>>);
    fn twin(&self) -> Rc<RefCell<dyn Unit>>;
}
struct Tank {
    h: f64,
    k: f64,
    out: Option<Rc<RefCell<dyn Unit>>>,
}
struct Pump {
    q: f64,
    out: Vec<Rc<RefCell<dyn Unit>>>,
}
impl Base for Tank {
    fn id(&self) -> usize {
        1
    }
    fn value(&self) -> f64 {
        self.h + self.out.as_ref().map_or(0.0, |o| 0.1 * o.borrow().value())
    }
}
impl Base for Pump {
    fn id(&self) -> usize {
        2
    }
    fn value(&self) -> f64 {
        self.q
            + self
                .out
                .iter()
                .map(|o| o.borrow().value() * o.borrow().id() as f64)
                .sum::<f64>()
    }
}
impl Unit for Tank {
    fn step(&mut self, dt: f64) {
        let f = self.k * self.h.sqrt() * dt;
        self.h -= f;
        if let Some(o) = &self.out {
            o.borrow_mut().step(dt * 0.5 + 0.01 * f);
        }
    }
    fn link(&mut self, o: Rc<RefCell<dyn Unit>>) {
        self.out = Some(o);
    }
    fn twin(&self) -> Rc<RefCell<dyn Unit>> {
        Rc::new(RefCell::new(Tank {
            h: self.h,
            k: self.k,
            out: self.out.as_ref().map(|o| o.borrow().twin()),
        }))
    }
}
impl Unit for Pump {
    fn step(&mut self, dt: f64) {
        self.q *= 1.0 - dt;
        for o in &self.out {
            o.borrow_mut().step(dt * self.q);
        }
    }
    fn link(&mut self, o: Rc<RefCell<dyn Unit>>) {
        self.out.push(o);
    }
    fn twin(&self) -> Rc<RefCell<dyn Unit>> {
        let mut p = Pump {
            q: self.q,
            out: vec![],
        };
        for o in &self.out {
            p.link(o.borrow().twin());
        }
        Rc::new(RefCell::new(p))
    }
}
fn take(it: &mut dyn Iterator<Item = f64>, d: usize) -> f64 {
    match it.next() {
        Some(v) if d > 0 => v + 0.5 * v * take(it, d - 1),
        Some(v) => v,
        None => 1.0,
    }
}
fn walk(d: usize, f: &mut dyn FnMut(f64) -> f64, x: f64) -> f64 {
    if d == 0 {
        f(x)
    } else {
        let y = f(x);
        walk(d - 1, &mut |t| f(t * y) + x, y)
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let a: Rc<RefCell<dyn Unit>> = Rc::new(RefCell::new(Tank {
        h: x[0],
        k: x[1],
        out: None,
    }));
    let b: Rc<RefCell<dyn Unit>> = Rc::new(RefCell::new(Pump {
        q: x[2],
        out: vec![],
    }));
    let c: Rc<RefCell<dyn Unit>> = Rc::new(RefCell::new(Tank {
        h: x[3],
        k: x[4],
        out: None,
    }));
    a.borrow_mut().link(b.clone());
    b.borrow_mut().link(c.clone());
    let t = a.borrow().twin();
    for _ in 0..3 {
        a.borrow_mut().step(0.1 * x[5]);
    }
    t.borrow_mut().step(0.2);
    let mut s = 0.0;
    let r = take(&mut x.iter().map(|v| v * v), 4)
        + take(&mut x.iter().copied().filter(|v| *v > 0.7), 2);
    let w = walk(
        2,
        &mut |t| {
            s += t;
            s * 0.3
        },
        x[1],
    );
    let o = a.borrow().value() + t.borrow().value() + r + w + s;
    o
}
