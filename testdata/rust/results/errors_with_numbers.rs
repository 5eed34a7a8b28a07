// Boxed errors with numbers in them, which are asked for, beside some that the library makes of texts: their methods are
// the library's.
// llad: func f double
// llad: arg x dup double[9] range(0.5,1.5)
// llad: arg n const size_t 9
// llad: builds newest 2 3
// llad: builds oldest 2
use std::error::Error;
use std::fmt;

#[derive(Debug)]
struct Missed(f64);

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "missed {}", self.0 > 9.0)
    }
}

impl Error for Missed {}

enum Fault {
    Singular { row: usize, pivot: f64 },
    Other(Box<dyn Error>),
}

#[inline(never)]
fn pass(v: f64, k: usize) -> Result<f64, Fault> {
    match k {
        0 | 3 => Err(Fault::Other(Box::<dyn Error>::from("no text"))),
        1 | 6 => Err(Fault::Other(Box::new(Missed(v.sqrt())))),
        4 => Err(Fault::Singular { row: k, pivot: v.sin() }),
        _ => Ok(v * v),
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    x.iter()
        .enumerate()
        .map(|(k, v)| match pass(*v, k) {
            Ok(v) => v,
            Err(Fault::Singular { row, pivot }) => pivot * row as f64,
            Err(Fault::Other(e)) => e.downcast_ref::<Missed>().map_or(0.5, |m| m.0) * v * e.to_string().len() as f64,
        })
        .sum()
}
