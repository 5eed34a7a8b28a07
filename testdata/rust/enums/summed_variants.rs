// Variants with numbers that are added to each other and multiplied where others have floats.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds newest s
// llad: builds oldest 2 s
use std::rc::Rc;

#[derive(Clone)]
enum Val {
    Float(f64),
    Int(i64),
    Text(String),
    Pair(Rc<(f64, f64)>),
}

struct Link {
    val: Val,
    next: Option<Box<Link>>,
}

struct Stack {
    head: Option<Box<Link>>,
}

impl Stack {
    fn push(&mut self, val: Val) {
        let next = self.head.take();
        self.head = Some(Box::new(Link { val, next }));
    }
    fn pop(&mut self) -> Option<Val> {
        self.head.take().map(|l| {
            let l = *l;
            self.head = l.next;
            l.val
        })
    }
}

fn number(v: &Val) -> f64 {
    match v {
        Val::Float(f) => *f,
        Val::Int(i) => 0.1 * *i as f64,
        Val::Text(s) => s.len() as f64,
        Val::Pair(p) => p.0 * p.1,
    }
}

#[inline(never)]
fn combine(s: &mut Stack, sum: bool) -> Result<(), String> {
    let b = s.pop().ok_or("empty")?;
    let a = s.pop().ok_or_else(|| "empty".to_string())?;
    s.push(match (a, b) {
        (Val::Int(a), Val::Int(b)) => Val::Int(if sum { a + b } else { a * b }),
        (Val::Text(a), Val::Text(b)) => Val::Text(a + &b),
        (a, b) => {
            let (a, b) = (number(&a), number(&b));
            if sum {
                Val::Float(a + b)
            } else {
                Val::Pair(Rc::new((a, b)))
            }
        }
    });
    Ok(())
}

fn run(x: &[f64]) -> Result<f64, String> {
    let mut s = Stack { head: None };
    let mut total = 0.0;
    for k in 0..8 {
        for j in 0..3 {
            s.push(match (k + j) % 4 {
                0 => Val::Int(k as i64 - 2),
                1 => Val::Float(x[(k * j) % x.len()]),
                2 if k > 3 => Val::Text("ab".repeat(j + 1)),
                2 => Val::Int(j as i64 + 3),
                _ => Val::Pair(Rc::new((x[k % x.len()], x[j] + 0.5))),
            });
        }
        combine(&mut s, k % 2 == 0)?;
        combine(&mut s, k % 3 == 0)?;
        let v = s.pop().ok_or("none")?;
        total += number(&v) * (1.0 + 0.1 * k as f64);
        s.push(v);
    }
    while let Some(v) = s.pop() {
        total += number(&v).sin();
    }
    Ok(total)
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    run(std::slice::from_raw_parts(x, n)).unwrap_or(0.0)
}
