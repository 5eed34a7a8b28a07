// A tree whose nodes are split in the middle: lengths are halved and subtracted in nodes that stand
// beside floats.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds oldest 0
enum Item {
    Point(f64),
    Span { lo: f64, hi: f64 },
    Label(String),
    Many(Vec<Item>),
}

#[derive(Default)]
struct Node {
    keys: Vec<u32>,
    items: Vec<Option<Item>>,
    kids: Vec<Box<Node>>,
}

enum Up {
    Done(Option<Item>),
    Split(u32, Option<Item>, Box<Node>),
}

impl Node {
    fn insert(&mut self, k: u32, v: Item) -> Up {
        let at = match self.keys.binary_search(&k) {
            Ok(i) => return Up::Done(self.items[i].replace(v)),
            Err(i) => i,
        };
        if self.kids.is_empty() {
            self.keys.insert(at, k);
            self.items.insert(at, Some(v));
        } else {
            match self.kids[at].insert(k, v) {
                Up::Done(o) => return Up::Done(o),
                Up::Split(k, v, right) => {
                    self.keys.insert(at, k);
                    self.items.insert(at, v);
                    self.kids.insert(at + 1, right);
                }
            }
        }
        if self.keys.len() <= 3 {
            return Up::Done(None);
        }
        let mid = self.keys.len() / 2;
        let mut right = Box::new(Node::default());
        right.keys = self.keys.split_off(mid + 1);
        right.items = self.items.split_off(mid + 1);
        if !self.kids.is_empty() {
            right.kids = self.kids.split_off(mid + 1);
        }
        let k = self.keys.pop().unwrap();
        let v = self.items.pop().unwrap();
        Up::Split(k, v, right)
    }

    fn sum(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.keys.len() {
            if let Some(c) = self.kids.get(i) {
                s += c.sum() * 1.1;
            }
            if let Some(v) = &self.items[i] {
                s += self.keys[i] as f64 * size(v);
            }
        }
        s + self.kids.get(self.keys.len()).map_or(0.0, |c| c.sum())
    }
}

fn size(i: &Item) -> f64 {
    match i {
        Item::Point(p) => *p,
        Item::Span { lo, hi } => hi - lo * 0.5,
        Item::Label(s) => s.len() as f64,
        Item::Many(l) => l.iter().map(size).sum(),
    }
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut root = Box::new(Node::default());
    let mut replaced = 0.0;
    for i in 0..16u32 {
        let a = x[i as usize % n];
        let v = match i % 4 {
            0 => Item::Point(a * a),
            1 => Item::Span { lo: a, hi: a + x[(i as usize + 2) % n] * 2.0 },
            2 => Item::Label(format!("k{}", i * 5)),
            _ => Item::Many(vec![Item::Point(a.sin()), Item::Label("zz".into())]),
        };
        match root.insert((i * 7) % 13, v) {
            Up::Done(o) => replaced += o.map_or(0.0, |o| size(&o)),
            Up::Split(k, v, right) => {
                let left = std::mem::take(&mut root);
                root.keys.push(k);
                root.items.push(v);
                root.kids.push(left);
                root.kids.push(right);
            }
        }
    }
    root.sum() + replaced * x[1]
}
