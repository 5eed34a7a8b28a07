// A tree with cells that are numbers, texts or vectors: optimised code chooses among their words as doubles,
// and clones hand on a vector's capacity, or a float, to the end of what was cloned.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 2 3
#[derive(Clone)]
pub struct Node {
    key: f64,
    val: Cell,
    left: Option<Box<Node>>,
    right: Option<Box<Node>>,
}
#[derive(Clone)]
pub enum Cell {
    Num(f64),
    Pair(f64, f64),
    Text(String),
    Many(Vec<f64>),
}
impl Cell {
    fn val(&self) -> f64 {
        match self {
            Cell::Num(v) => *v,
            Cell::Pair(a, b) => a * b,
            Cell::Text(s) => s.len() as f64,
            Cell::Many(v) => v.iter().product(),
        }
    }
}
fn insert(root: &mut Option<Box<Node>>, key: f64, val: Cell) {
    let mut at = root;
    while let Some(n) = at {
        at = if key < n.key { &mut n.left } else { &mut n.right };
    }
    *at = Some(Box::new(Node { key, val, left: None, right: None }));
}
fn total(n: &Option<Box<Node>>) -> f64 {
    match n {
        None => 0.0,
        Some(n) => n.key * n.val.val() + total(&n.left) + total(&n.right),
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut t = None;
    for i in 0..12 {
        let v = x[i % n];
        let c = match i % 4 {
            0 => Cell::Num(v * 2.0),
            1 => Cell::Pair(v, x[(i + 1) % n]),
            2 => Cell::Text("abc"[..i % 3].to_string()),
            _ => Cell::Many(x[..i % 3 + 1].to_vec()),
        };
        insert(&mut t, v + 0.13 * (i * 7 % 12) as f64, c);
    }
    let u = t.clone();
    total(&t) + 0.5 * total(&u)
}
