// Bodies in a world that keeps them, whose end the world is told: each leads to the other, so
// that all memory is reached through a recursive function, and three floats of a body are
// cleared at an address that may as well be that of a variable with one address.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 1
// llad: builds oldest 2
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
struct Body {
    pos: [f64; 3],
    force: Cell<[f64; 3]>,
    world: Weak<World>,
}
#[derive(Default)]
struct World {
    bodies: RefCell<Vec<Rc<RefCell<Body>>>>,
    joints: RefCell<Vec<Box<dyn Joint>>>,
    #[allow(dead_code)]
    log: RefCell<Vec<f64>>,
    dropped: Cell<u64>,
}
trait Joint {
    fn apply(&self);
}
struct Spring {
    b: Weak<RefCell<Body>>,
    k: f64,
}
fn add(a: [f64; 3], b: [f64; 3], s: f64) -> [f64; 3] {
    std::array::from_fn(|i| a[i] + s * b[i])
}
impl Joint for Spring {
    fn apply(&self) {
        let b = match self.b.upgrade() {
            Some(b) => b,
            None => return,
        };
        let b = b.borrow();
        b.force.set(add(b.force.get(), b.pos, -self.k));
    }
}
impl Drop for Body {
    fn drop(&mut self) {
        if let Some(w) = self.world.upgrade() {
            w.dropped.set(w.dropped.get() + 1);
        }
    }
}
impl World {
    fn spawn(self: &Rc<Self>, pos: [f64; 3]) -> Rc<RefCell<Body>> {
        let mut list = self.bodies.borrow_mut();
        let b = Rc::new(RefCell::new(Body { pos, force: Default::default(), world: Rc::downgrade(self) }));
        list.push(Rc::clone(&b));
        b
    }
    fn step(&self, dt: f64) {
        self.joints.borrow().iter().for_each(|j| j.apply());
        for b in self.bodies.borrow().iter() {
            let mut guard = b.borrow_mut();
            let b = &mut *guard;
            let f = b.force.replace(Default::default());
            b.pos = add(b.pos, f, dt);
        }
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let w = Rc::new(World::default());
    let b = w.spawn([x[3], 1.0, 0.2]);
    w.joints.borrow_mut().push(Box::new(Spring { b: Rc::downgrade(&b), k: 3.0 * x[4] }));
    w.step(0.05);
    w.step(0.05);
    let r = b.borrow().pos[0];
    r
}
