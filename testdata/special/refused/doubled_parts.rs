// Floats that are taken apart into halves and put together doubled, in an enum of which another variant
// has counters in their words.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6

pub enum Value {
    Float(f64),
    Counts(u32, u32),
    Name(String),
}

#[inline(never)]
fn twice(all: &mut [Value]) {
    for v in all.iter_mut() {
        match v {
            Value::Float(a) => {
                let bits = a.to_bits();
                let mut halves = [bits as u32, (bits >> 32) as u32];
                halves[1] += 1 << 20;
                *a = f64::from_bits(halves[0] as u64 | (halves[1] as u64) << 32) + 1.0;
            }
            Value::Counts(c, d) => {
                *c += 1;
                *d += *c;
            }
            Value::Name(_) => {}
        }
    }
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut all: Vec<Value> = x.iter().map(|a| Value::Float(*a)).collect();
    all.push(Value::Counts(1, 2));
    all.push(Value::Name("a".to_string()));
    twice(&mut all);
    let size = |v: &Value| match v {
        Value::Float(a) => a * a,
        Value::Counts(c, d) => (*c + *d) as f64,
        Value::Name(s) => s.len() as f64,
    };
    all.iter().map(size).sum()
}
