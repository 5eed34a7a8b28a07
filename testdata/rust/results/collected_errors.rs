// Vectors collected into results whose errors are one byte where the vectors have their
// addresses, samples in results, and numbers in variants beside floats: words are moved in parts.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
// llad: builds newest 0 1 2 s 3
// llad: builds oldest 1 3 s

#[derive(Clone, Copy, PartialEq)]
pub enum Fault {
    Empty,
    Range,
    Later,
}

#[derive(Clone)]
pub struct Sample {
    weight: f64,
    label: String,
    kind: u8,
}

pub enum Entry {
    Value(f64),
    Count(i64),
    Pair(u32, f64),
}

#[inline(never)]
fn reading(x: &[f64], k: usize) -> Result<f64, Fault> {
    if k >= 40 {
        return Err(Fault::Range);
    }
    Ok(x[k % x.len()] * (1.0 + 0.1 * k as f64))
}

#[inline(never)]
fn readings(x: &[f64], k: usize) -> Result<Vec<f64>, Fault> {
    if x.is_empty() {
        return Err(Fault::Empty);
    }
    (k..k + 3).map(|i| reading(x, i)).collect()
}

#[inline(never)]
fn sample(x: &[f64], k: usize) -> Result<Sample, Fault> {
    if k % 5 == 4 {
        return Err(Fault::Later);
    }
    let weight = reading(x, k)?;
    Ok(Sample { weight, label: "ab".repeat_of(k), kind: (k % 3) as u8 })
}

trait RepeatOf {
    fn repeat_of(&self, k: usize) -> String;
}

impl RepeatOf for str {
    fn repeat_of(&self, k: usize) -> String {
        let mut s = String::new();
        for _ in 0..k {
            s.push_str(self);
        }
        s
    }
}

fn worth(s: &Result<Sample, Fault>) -> f64 {
    match s {
        Ok(s) => s.weight * s.weight + 0.1 * s.label.len() as f64 + s.kind as f64,
        Err(e) => if *e == Fault::Later { 0.5 } else { 0.25 },
    }
}

#[inline(never)]
fn change(entries: &mut Vec<Entry>, a: f64) {
    for e in entries.iter_mut() {
        match e {
            Entry::Value(v) => *v *= a + v.sin(),
            Entry::Count(k) => *k -= 1,
            Entry::Pair(k, v) => {
                *k ^= 3;
                *v += a;
            }
        }
    }
}

fn run(x: &[f64]) -> Result<f64, Fault> {
    let mut r = 0.0;
    let mut kept = Vec::new();
    for k in 0..6 {
        let l = readings(x, k)?;
        r += l.iter().map(|v| v * v).sum::<f64>();
        let s = sample(x, k);
        r += worth(&s);
        kept.push(s);
    }
    let (mut first, mut last) = (sample(x, 1), sample(x, 4));
    std::mem::swap(&mut first, &mut last);
    r += worth(&first) * worth(&last);
    let all: Result<Vec<Sample>, Fault> = kept.into_iter().take(4).collect();
    r += all?.iter().map(|s| s.weight * 0.5).sum::<f64>();
    let mut entries = Vec::new();
    for k in 0..6 {
        entries.push(match k % 3 {
            0 => Entry::Value(reading(x, k)?),
            1 => Entry::Count(k as i64),
            _ => Entry::Pair(k as u32, x[k]),
        });
    }
    change(&mut entries, x[0]);
    for e in &entries {
        r += match e {
            Entry::Value(v) => v * v,
            Entry::Count(k) => *k as f64,
            Entry::Pair(k, v) => *k as f64 * v,
        };
    }
    Ok(r)
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    match run(x) {
        Ok(v) => v,
        Err(e) => e as u8 as f64,
    }
}
