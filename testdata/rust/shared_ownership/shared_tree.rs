// A tree of shared nodes that a recursive function sums by closures, which have the address of a
// number without a derivative: iterators that hold them are copied from function to function.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 0
use std::cell::RefCell;
use std::rc::{Rc, Weak};
struct TreeNode {
    val: f64,
    kids: RefCell<Vec<Rc<TreeNode>>>,
    parent: RefCell<Weak<TreeNode>>,
}
fn depth_sum(n: &Rc<TreeNode>, d: f64) -> f64 {
    n.val * d
        + n.kids
            .borrow()
            .iter()
            .map(|k| depth_sum(k, d + 1.0))
            .sum::<f64>()
        + n.parent.borrow().upgrade().map_or(0.0, |p| p.val * 0.1)
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let leaf = Rc::new(TreeNode {
        val: x[5],
        kids: RefCell::new(vec![]),
        parent: RefCell::new(Weak::new()),
    });
    let root = Rc::new(TreeNode {
        val: x[0] * x[5],
        kids: RefCell::new(vec![leaf.clone()]),
        parent: Default::default(),
    });
    *leaf.parent.borrow_mut() = Rc::downgrade(&root);
    depth_sum(&root, 1.0)
}
