// Result with ?, custom errors with Display, From for errors, map_err, and_then,
// Option combinators, format! and println! of active values, a HashMap that is
// only read, while let, labelled loops.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
use std::collections::HashMap;
use std::fmt;

#[derive(Debug)]
enum ModelError {
    Negative(f64),
    Missing(String),
    NotConverged { steps: usize, residual: f64 },
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::Negative(v) => write!(f, "negative {v}"),
            ModelError::Missing(n) => write!(f, "missing {n}"),
            ModelError::NotConverged { steps, residual } => write!(f, "{steps} {residual:.3e}"),
        }
    }
}

impl std::error::Error for ModelError {}

fn checked_sqrt(v: f64) -> Result<f64, ModelError> {
    if v < 0.0 {
        Err(ModelError::Negative(v))
    } else {
        Ok(v.sqrt())
    }
}

fn fixed_point(a: f64, b: f64) -> Result<f64, ModelError> {
    let mut x = 1.0;
    let mut steps = 0;
    loop {
        let next = 0.3 * (a * x).cos() + b * 0.2;
        let residual = (next - x).abs();
        x = next;
        steps += 1;
        if residual < 1e-13 {
            return Ok(x);
        }
        if steps > 200 {
            return Err(ModelError::NotConverged { steps, residual });
        }
    }
}

fn lookup(table: &HashMap<&'static str, usize>, x: &[f64], name: &str) -> Result<f64, ModelError> {
    table.get(name).and_then(|&k| x.get(k)).copied().ok_or_else(|| ModelError::Missing(name.to_string()))
}

fn model(x: &[f64]) -> Result<f64, Box<dyn std::error::Error>> {
    let mut table = HashMap::new();
    for (k, name) in ["rate", "stock", "strike", "time"].iter().enumerate() {
        table.insert(*name, k);
    }
    let r = lookup(&table, x, "rate")?;
    let s = lookup(&table, x, "stock")? * (-r * lookup(&table, x, "time")?).exp();
    let k = checked_sqrt(lookup(&table, x, "strike")?)?;
    let p = fixed_point(x[4], x[5])?;
    let label = format!("{:.3} {:?}", p, s);
    if label.len() > 100 {
        println!("long {label}");
    }
    let extra = x.first().zip(x.last()).map(|(a, b)| a * b).filter(|v| *v > 0.0).unwrap_or_default();
    Ok(s * k + p + extra)
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    match model(x) {
        Ok(v) => v,
        Err(e) => {
            eprintln!("error: {e}");
            f64::NAN
        }
    }
}
