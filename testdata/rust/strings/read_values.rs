// Numbers that the standard library reads from text are put into an enum that has texts as well: words
// that functions of other modules wrote, of which nothing says whether they are floats or addresses.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 2
// llad: builds oldest 0
use std::convert::Infallible;
use std::num::ParseFloatError;
use std::str::FromStr;
pub enum Value {
    Num(f64),
    Text(String),
    Missing,
}
impl FromStr for Value {
    type Err = Infallible;
    fn from_str(s: &str) -> Result<Self, Infallible> {
        Ok(if s.is_empty() {
            Value::Missing
        } else if let Ok(v) = s.parse::<f64>() {
            Value::Num(v)
        } else {
            Value::Text(s.to_owned())
        })
    }
}
#[inline(never)]
fn half(s: &str) -> Result<f64, ParseFloatError> {
    s.parse::<f64>().map(|a| a * 0.5)
}
fn halved(s: &str) -> Value {
    match half(s) {
        Ok(v) => Value::Num(v),
        Err(_) => Value::Text(s.to_owned()),
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut row: Vec<Value> = "1.5,a,,2.5,4".split(',').map(|c| c.parse().unwrap()).collect();
    row[4] = Value::Num(x[0] * x[1]);
    let mut last = halved("3.5");
    if x[5] > 2.0 {
        last = Value::Num(x[5]);
    }
    let mut sum = 0.0;
    for (v, x) in row.iter().chain([&last]).zip(x) {
        sum += match v {
            Value::Num(a) => a * x,
            Value::Text(s) => x * s.len() as f64,
            Value::Missing => 0.1,
        };
    }
    sum
}
