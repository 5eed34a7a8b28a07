// Errors that tell what they are, in notes beside numbers: a text that grows where a function of the
// library makes room.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0

use std::fmt;

pub enum Fault {
    Missing(String),
    Short { need: f64, have: f64 },
    Closed,
}

pub enum Note {
    Text(String),
    Moved(f64),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::Missing(name) => write!(f, "no {}", name),
            Fault::Short { .. } => f.write_str("short"),
            Fault::Closed => f.write_str("closed"),
        }
    }
}

pub fn draw(from: &mut [f64], k: usize, by: f64) -> Result<f64, Fault> {
    if k == 4 {
        return Err(Fault::Closed);
    }
    let have = from.get_mut(k).ok_or_else(|| Fault::Missing(k.to_string()))?;
    if *have < by {
        return Err(Fault::Short { need: by, have: *have });
    }
    *have -= by;
    Ok(*have * by)
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut all = x.to_vec();
    let mut notes = Vec::new();
    let mut sum = 0.0;
    for k in 0..n + 2 {
        match draw(&mut all, k, x[(k + 1) % n] * if k % 2 == 0 { 0.25 } else { 4.0 }) {
            Ok(v) => notes.push(Note::Moved(v)),
            Err(Fault::Short { need, have }) => sum += (need - have) * need,
            Err(e) => notes.push(Note::Text(e.to_string())),
        }
    }
    for (k, note) in notes.iter().enumerate() {
        sum += match note {
            Note::Text(t) => t.len() as f64 * x[k % n],
            Note::Moved(v) => v * v,
        };
    }
    sum + all.iter().sum::<f64>()
}
