// Option<Box<Node>>: a list built, reversed with take and replace, walked by
// reference and mutably, dropped.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6

struct Node {
    value: f64,
    next: Option<Box<Node>>,
}

#[derive(Default)]
struct List {
    head: Option<Box<Node>>,
    len: usize,
}

impl List {
    fn push(&mut self, value: f64) {
        let next = self.head.take();
        self.head = Some(Box::new(Node { value, next }));
        self.len += 1;
    }
    fn pop(&mut self) -> Option<f64> {
        self.head.take().map(|node| {
            let node = *node;
            self.head = node.next;
            self.len -= 1;
            node.value
        })
    }
    fn reverse(&mut self) {
        let mut done = None;
        let mut rest = self.head.take();
        while let Some(mut node) = rest {
            rest = std::mem::replace(&mut node.next, done);
            done = Some(node);
        }
        self.head = done;
    }
    fn iter(&self) -> impl Iterator<Item = &f64> {
        std::iter::successors(self.head.as_deref(), |n| n.next.as_deref()).map(|n| &n.value)
    }
    fn for_each_mut(&mut self, mut g: impl FnMut(&mut f64)) {
        let mut at = &mut self.head;
        while let Some(node) = at {
            g(&mut node.value);
            at = &mut node.next;
        }
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut list = List::default();
    for a in x {
        list.push(a.sqrt());
    }
    list.reverse();
    let mut running = 0.0;
    list.for_each_mut(|v| {
        running += *v;
        *v *= running;
    });
    let top = list.pop().unwrap_or(0.0);
    let horner = list.iter().fold(0.0, |s, v| s * 0.5 + v);
    horner * top + list.len as f64 * x[0]
}
