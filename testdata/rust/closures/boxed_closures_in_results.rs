// Boxed closures in results whose error is boxed too: the table of a closure's code stands in the
// word that is a number where there is one, and goes on as an integer.
// llad: func f double
// llad: arg x dup double[6] range(0.9,1.5)
// llad: arg n const size_t 6
// llad: builds newest 1
use std::error::Error;

pub struct Numbers<'a> {
    x: &'a [f64],
    next: usize,
}

fn number(s: &mut Numbers) -> Result<f64, Box<dyn Error>> {
    let v = s.x[s.next % s.x.len()];
    s.next += 1;
    if v > 1e6 {
        return Err(Box::from(format!("no number {}", s.next)));
    }
    Ok(v)
}

pub struct Line(Box<dyn Fn(f64) -> f64>);

fn line(s: &mut Numbers) -> Result<Line, Box<dyn Error>> {
    let a = number(s)?;
    let b = s.x[1] * s.x[4];
    Ok(Line(Box::new(move |t| t * a + b * t * t)))
}

pub struct Scaled(Box<dyn Fn(f64) -> f64>);

fn scaled(s: &mut Numbers) -> Result<Scaled, Box<dyn Error>> {
    let l = line(s)?;
    Ok(Scaled(Box::new(move |t| t * (l.0)(1.5))))
}

fn sum(x: &[f64]) -> Result<f64, Box<dyn Error>> {
    let mut s = Numbers { x, next: 0 };
    let c = scaled(&mut s)?;
    Ok((c.0)(x[5]))
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    sum(std::slice::from_raw_parts(x, n)).unwrap_or(0.0)
}
