// Floats that optimised code moves as the addresses which errors, or cells, have in their words.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds oldest 1

use std::cell::RefCell;
use std::rc::Rc;

pub struct Source<'a> {
    x: &'a [f64],
    at: usize,
}

fn next(s: &mut Source) -> Result<f64, &'static str> {
    let v = s.x[s.at % s.x.len()] * (1.0 + 0.1 * (s.at % 5) as f64);
    s.at += 1;
    if v > 1e6 {
        return Err("bad number");
    }
    Ok(v)
}

pub struct Pair {
    p: f64,
    q: f64,
    k: usize,
}

fn pair(s: &mut Source) -> Result<Pair, &'static str> {
    Ok(Pair {
        p: next(s)?,
        q: next(s)?,
        k: {
            s.at += 1;
            s.at % 5
        },
    })
}

#[derive(Clone)]
pub struct Cell(Rc<RefCell<f64>>);

fn cell(s: &mut Source) -> Result<Cell, &'static str> {
    if s.x[0] > 1e5 {
        return Err("none");
    }
    Ok(Cell(Rc::new(RefCell::new(next(s)?))))
}

fn boxed(s: &mut Source) -> Result<Box<Pair>, &'static str> {
    if s.x[0] > 1e5 {
        return Err("none");
    }
    Ok(Box::new(pair(s)?))
}

impl Cell {
    #[inline(never)]
    fn step(&mut self, a: f64) {
        let o = self.0.clone();
        let mut v = o.borrow_mut();
        *v = *v * a + v.sin();
    }
}

fn run(x: &[f64]) -> Result<f64, &'static str> {
    let mut s = Source { x, at: 0 };
    let mut c = cell(&mut s)?;
    c.step(0.7);
    let mut sum = *c.0.borrow();
    let b = boxed(&mut s)?;
    sum += b.p * b.q + [0.1, 0.4, 0.2, 0.6, 0.3][b.k];
    let mut o = if s.at % 3 > 0 { Some(boxed(&mut s)?) } else { None };
    if let Some(e) = o.as_mut() {
        e.p = e.p * 0.7 + e.p.sin();
        e.k += 2;
    }
    sum += o.map_or(0.2, |e| e.p.exp() * e.q);
    let mut d = cell(&mut s)?;
    std::mem::swap(&mut c, &mut d);
    d.step(0.9);
    sum += *d.0.borrow() * *c.0.borrow();
    let mut l = Vec::new();
    for k in 0..3 {
        let mut e = cell(&mut s)?;
        if k % 2 == 0 {
            e.step(0.6);
        }
        l.push((k as u32, e));
    }
    for (k, e) in &l {
        sum += (*k as f64 + 1.0) * *e.0.borrow() * 0.2;
    }
    Ok(sum)
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    run(std::slice::from_raw_parts(x, n)).unwrap_or(0.0)
}
