// Nodes and visitors behind dyn, which call each other; another trait has methods of the same
// forms in the same places.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 1 3
// llad: builds oldest 0
trait Visitor {
    fn num(&mut self, v: f64) -> f64;
    fn pair(&mut self, a: &dyn Node, b: &dyn Node) -> f64;
}
trait Node {
    fn accept(&self, v: &mut dyn Visitor) -> f64;
    fn child(&self) -> Option<&dyn Node>;
    fn weight(&mut self) -> &mut f64;
    fn twin(&self) -> Box<dyn Node>;
}
trait Store {
    fn keep(&self, v: &mut dyn Visitor) -> f64;
    fn first(&self) -> Option<&dyn Node>;
    fn slot(&mut self) -> &mut f64;
    fn grow(&self) -> Box<dyn Store>;
}
struct Leaf {
    w: f64,
}
struct Fork {
    a: Box<dyn Node>,
    b: Box<dyn Node>,
    w: f64,
}
impl Node for Leaf {
    fn accept(&self, v: &mut dyn Visitor) -> f64 {
        v.num(self.w)
    }
    fn child(&self) -> Option<&dyn Node> {
        None
    }
    fn weight(&mut self) -> &mut f64 {
        &mut self.w
    }
    fn twin(&self) -> Box<dyn Node> {
        Box::new(Leaf { w: self.w * 1.5 })
    }
}
impl Node for Fork {
    fn accept(&self, v: &mut dyn Visitor) -> f64 {
        self.w * v.pair(&*self.a, &*self.b)
    }
    fn child(&self) -> Option<&dyn Node> {
        Some(&*self.a)
    }
    fn weight(&mut self) -> &mut f64 {
        self.b.weight()
    }
    fn twin(&self) -> Box<dyn Node> {
        Box::new(Fork {
            a: self.b.twin(),
            b: self.a.twin(),
            w: self.w,
        })
    }
}
struct Sum {
    total: f64,
    depth: usize,
}
struct Prod {
    scale: f64,
}
impl Visitor for Sum {
    fn num(&mut self, v: f64) -> f64 {
        self.total += v;
        v
    }
    fn pair(&mut self, a: &dyn Node, b: &dyn Node) -> f64 {
        self.depth += 1;
        a.accept(self) + b.accept(self)
    }
}
impl Visitor for Prod {
    fn num(&mut self, v: f64) -> f64 {
        v * self.scale
    }
    fn pair(&mut self, a: &dyn Node, b: &dyn Node) -> f64 {
        let s = self.scale;
        self.scale *= 1.1;
        let r = a.accept(self) * b.accept(self);
        self.scale = s;
        r
    }
}
struct Shelf {
    n: Box<dyn Node>,
    rest: Option<Box<dyn Store>>,
    bonus: f64,
}
impl Store for Shelf {
    fn keep(&self, v: &mut dyn Visitor) -> f64 {
        self.n.accept(v) * self.bonus + self.rest.as_ref().map_or(0.0, |r| r.keep(v))
    }
    fn first(&self) -> Option<&dyn Node> {
        Some(&*self.n)
    }
    fn slot(&mut self) -> &mut f64 {
        match &mut self.rest {
            Some(r) => r.slot(),
            None => &mut self.bonus,
        }
    }
    fn grow(&self) -> Box<dyn Store> {
        Box::new(Shelf {
            n: self.n.twin(),
            rest: self.rest.as_ref().map(|r| r.grow()),
            bonus: self.bonus,
        })
    }
}
fn tree(x: &[f64], lo: usize, hi: usize) -> Box<dyn Node> {
    if hi - lo == 1 {
        Box::new(Leaf { w: x[lo] })
    } else {
        let m = (lo + hi) / 2;
        Box::new(Fork {
            a: tree(x, lo, m),
            b: tree(x, m, hi),
            w: x[lo] * x[hi - 1],
        })
    }
}
fn leftmost(n: &dyn Node) -> &dyn Node {
    match n.child() {
        Some(c) => leftmost(c),
        None => n,
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut t = tree(x, 0, n);
    *t.weight() *= x[1];
    let mut s = Sum {
        total: 0.0,
        depth: 0,
    };
    let mut p = Prod { scale: x[0] };
    let mut r = t.accept(&mut s) + t.accept(&mut p) + s.total * s.depth as f64;
    r += leftmost(&*t).accept(&mut p);
    let mut sh: Box<dyn Store> = Box::new(Shelf {
        n: t,
        rest: None,
        bonus: x[2],
    });
    for i in 0..3 {
        sh = Box::new(Shelf {
            n: sh.first().unwrap().twin(),
            rest: Some(sh),
            bonus: x[i + 1],
        });
    }
    *sh.slot() += x[5] * x[5];
    let g = sh.grow();
    r + sh.keep(&mut s) + g.keep(&mut p)
}
