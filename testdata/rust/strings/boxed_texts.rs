// Series with boxed texts beside shared numbers, which are cloned.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 2
// llad: builds oldest 2
use std::rc::Rc;

#[derive(Clone)]
struct Series {
    unit: Option<Box<str>>,
    data: Rc<[f64]>,
    scale: f64,
}

#[derive(Clone)]
enum Expr {
    One(Series),
    Sum(Box<[Expr]>),
    Const(f64),
}

impl Expr {
    fn at(&self, i: usize) -> f64 {
        match self {
            Expr::One(s) => s.data[i % s.data.len()] * s.scale * s.unit.as_ref().map_or(1.0, |u| u.len() as f64),
            Expr::Sum(l) => l.iter().map(|e| e.at(i)).sum(),
            Expr::Const(c) => *c * *c,
        }
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let data: Rc<[f64]> = x.iter().map(|v| v.sqrt()).collect::<Vec<_>>().into();
    let a = Series { unit: None, data: data.clone(), scale: x[0] };
    let b = Series { unit: Some("kg".into()), data: Rc::from(&x[1..4]), ..a.clone() };
    let sum = Expr::Sum(vec![Expr::One(a), Expr::Const(x[2]), Expr::One(b)].into_boxed_slice());
    let all: Box<[Expr]> = Box::new([sum.clone(), Expr::Const(x[4]), sum]);
    (0..n).map(|i| all.iter().map(|e| e.at(i)).sum::<f64>() * x[i]).sum::<f64>() + Rc::strong_count(&data) as f64 * x[5]
}
