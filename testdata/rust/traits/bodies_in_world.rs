// Bodies that know their world, the place of one of which is a constant array of one float: its
// bits are stored as an integer, where as far as is known only addresses stand.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 1
// llad: builds oldest 2
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
struct Body {
    mass: f64,
    pos: [f64; 1],
    force: Cell<[f64; 1]>,
    world: Weak<World>,
}
#[derive(Default)]
struct World {
    bodies: RefCell<Vec<Rc<RefCell<Body>>>>,
    joints: RefCell<Vec<Box<dyn Joint>>>,
    #[allow(dead_code)]
    log: RefCell<Vec<f64>>,
    dropped: Cell<f64>,
}
trait Joint {
    fn apply(&self) -> f64;
}
struct Spring {
    a: Rc<RefCell<Body>>,
    b: Weak<RefCell<Body>>,
    k: f64,
}
impl Joint for Spring {
    fn apply(&self) -> f64 {
        let b = match self.b.upgrade() {
            Some(b) => b,
            None => return 0.0,
        };
        let (a, b) = (self.a.borrow(), b.borrow());
        let d = b.pos[0] - a.pos[0];
        b.force.set([-self.k * d]);
        d
    }
}
impl Drop for Body {
    fn drop(&mut self) {
        if let Some(w) = self.world.upgrade() {
            w.dropped.set(w.dropped.get() + self.mass);
        }
    }
}
impl World {
    fn spawn(self: &Rc<Self>, mass: f64, pos: [f64; 1]) -> Rc<RefCell<Body>> {
        let mut list = self.bodies.borrow_mut();
        let b = Rc::new(RefCell::new(Body {
            mass,
            pos,
            force: Default::default(),
            world: Rc::downgrade(self),
        }));
        list.push(Rc::clone(&b));
        b
    }
    fn step(&self, dt: f64) -> f64 {
        let energy = self.joints.borrow().iter().map(|j| j.apply()).sum::<f64>();
        for b in self.bodies.borrow().iter() {
            let mut guard = b.borrow_mut();
            let b = &mut *guard;
            b.pos = [b.pos[0] + b.force.replace([0.0])[0] * dt];
        }
        energy
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let w = Rc::new(World::default());
    let a = w.spawn(x[0], [0.3]);
    let b = w.spawn(x[2], [x[3]]);
    w.joints.borrow_mut().push(Box::new(Spring {
        a: a.clone(),
        b: Rc::downgrade(&b),
        k: 3.0 * x[4],
    }));
    w.step(0.05)
}
