// Cells that a recursive function returns as results whose error is a string: a word that the
// function reads as an integer where a double stands is stored where the string has its address.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 1 3

enum Cell {
    Counts(u64, usize, u64),
    Value(f64),
    Pair(f64, f64),
}

fn cell(k: usize, depth: usize, x: &[f64]) -> Result<Cell, String> {
    if depth > 4 {
        return Err("deep".to_string());
    }
    Ok(match k {
        0..=2 => Cell::Value(x[k]),
        3 | 4 => Cell::Pair(x[k], x[0]),
        5 => Cell::Counts(3, k, 4),
        _ => cell(k - 5, depth + 1, x)?,
    })
}

fn number(c: &Cell) -> f64 {
    match c {
        Cell::Value(v) => v * v,
        Cell::Pair(a, b) => a * b,
        Cell::Counts(a, b, c) => (*a as usize + *b + *c as usize) as f64,
    }
}

fn cells(x: &[f64]) -> Result<Vec<Cell>, String> {
    let mut all = vec![];
    for k in 0..15 {
        all.push(cell(k, 0, x)?);
    }
    Ok(all)
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    match cells(x) {
        Ok(v) => v.iter().enumerate().map(|(i, c)| number(c) * x[i % 6]).sum(),
        Err(e) => e.len() as f64,
    }
}
