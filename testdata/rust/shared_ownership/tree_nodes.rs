// Rc<RefCell<>> nodes with Weak parents, an arena of nodes by index, a linked
// list with Option<Rc>, a k-d tree of Option<Box>, VecDeque, BTreeMap of f64.
// llad: func f double
// llad: arg x dup double[7] range(0.2,1.8)
// llad: arg n const size_t 7
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

struct Node {
    value: f64,
    children: RefCell<Vec<Rc<Node>>>,
    parent: RefCell<Weak<Node>>,
}

impl Node {
    fn new(value: f64) -> Rc<Node> {
        Rc::new(Node { value, children: RefCell::new(vec![]), parent: RefCell::new(Weak::new()) })
    }
    fn add(parent: &Rc<Node>, child: Rc<Node>) {
        *child.parent.borrow_mut() = Rc::downgrade(parent);
        parent.children.borrow_mut().push(child);
    }
    fn sum(&self) -> f64 {
        self.value + self.children.borrow().iter().map(|c| 0.5 * c.sum()).sum::<f64>()
    }
    fn depth_weight(&self) -> f64 {
        match self.parent.borrow().upgrade() {
            Some(p) => self.value * p.depth_weight(),
            None => self.value,
        }
    }
}

#[derive(Default)]
struct Tree {
    root: Option<Box<Branch>>,
}
struct Branch {
    key: f64,
    left: Option<Box<Branch>>,
    right: Option<Box<Branch>>,
}
impl Tree {
    fn insert(&mut self, key: f64) {
        let mut at = &mut self.root;
        while let Some(b) = at {
            at = if key < b.key { &mut b.left } else { &mut b.right };
        }
        *at = Some(Box::new(Branch { key, left: None, right: None }));
    }
}
fn weigh(t: &Option<Box<Branch>>, depth: i32) -> f64 {
    match t {
        None => 0.0,
        Some(b) => b.key.powi(depth) + weigh(&b.left, depth + 1) - weigh(&b.right, depth + 1),
    }
}

struct Arena {
    nodes: Vec<Slot>,
}
struct Slot {
    weight: f64,
    next: Option<usize>,
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let root = Node::new(x[0]);
    let mid = Node::new(x[1] * x[0]);
    let leaf = Node::new(x[2].exp());
    Node::add(&root, mid.clone());
    Node::add(&mid, leaf.clone());
    Node::add(&root, Node::new(x[3]));
    let mut tree = Tree::default();
    x.iter().for_each(|v| tree.insert(v * 1.5));
    let arena = Arena { nodes: x.iter().enumerate().map(|(i, w)| Slot { weight: w * w, next: if i + 2 < n { Some(i + 2) } else { None } }).collect() };
    let mut at = Some(0);
    let mut chain = 1.0;
    while let Some(i) = at {
        chain *= arena.nodes[i].weight;
        at = arena.nodes[i].next;
    }
    let mut window: VecDeque<f64> = VecDeque::with_capacity(4);
    let mut moving = 0.0;
    for &v in x {
        if window.len() == 3 {
            window.pop_front();
        }
        window.push_back(v);
        moving += window.iter().sum::<f64>().powi(2) / window.len() as f64;
    }
    root.sum() + leaf.depth_weight() + weigh(&tree.root, 1) + chain + moving
}
