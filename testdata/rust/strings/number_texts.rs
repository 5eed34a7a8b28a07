// Numbers that are read from texts, in a table of terms beside floats.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 0

use std::collections::HashMap;

pub enum Value {
    Float(f64),
    Int(i64),
    Name(String),
}

pub fn read(text: &str, x: &[f64]) -> Result<Value, String> {
    if let Some(at) = text.strip_prefix('x') {
        let k = at.parse::<usize>().map_err(|e| format!("{}: {:?}", text, e))?;
        return x.get(k).map(|v| Value::Float(*v)).ok_or("far".to_string());
    }
    match text.parse::<i64>() {
        Ok(n) => Ok(Value::Int(n)),
        Err(_) if text.len() < 3 => Ok(Value::Name(text.to_string())),
        Err(e) => Err(e.to_string()),
    }
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut table = HashMap::new();
    let mut sum = 0.0;
    for (k, text) in "x1 12 x3 ab x5 -7 x9 xyz x0 x2 3".split(' ').enumerate() {
        match read(text, x) {
            Ok(v) => {
                table.insert(k, v);
            }
            Err(e) => sum += e.len() as f64 * x[k % n],
        }
    }
    for k in 0..11 {
        sum += match table.get(&k) {
            Some(Value::Float(v)) => v * v * (k + 1) as f64,
            Some(Value::Int(i)) => *i as f64 * x[k % n],
            Some(Value::Name(s)) => s.len() as f64,
            None => x[0],
        };
    }
    sum
}
