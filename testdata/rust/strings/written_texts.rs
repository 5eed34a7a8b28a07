// Texts that the library writes to, by write! and to_string, whose characters are then appended to another.
// llad: func f double
// llad: arg x dup double[7] range(0.5,1.5)
// llad: arg n const size_t 7
// llad: builds newest 0 2
// llad: builds oldest 1 2
use std::fmt::{self, Write};

enum Fault {
    Empty,
    Over { have: usize },
    Deep(f64),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::Empty => write!(f, "empty"),
            Fault::Over { have } => write!(f, "{} over", have),
            Fault::Deep(d) => write!(f, "deep {:.1}", d),
        }
    }
}

#[inline(never)]
fn pass(v: f64, k: usize) -> Result<f64, Fault> {
    match k {
        2 => Err(Fault::Empty),
        4 => Err(Fault::Over { have: k }),
        5 => Err(Fault::Deep(v)),
        _ => Ok(v * v),
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut notes = String::new();
    let mut sum = 0.0;
    for (k, v) in x.iter().enumerate() {
        match pass(*v, k) {
            Ok(v) => sum += v * x[0],
            Err(e) => notes.push_str(&e.to_string()),
        }
        let mut line = String::new();
        if write!(line, "{}: {}\n", k, notes.len()).is_ok() {
            notes.push_str(&line);
        }
    }
    sum + notes.lines().count() as f64 * x[1]
}
