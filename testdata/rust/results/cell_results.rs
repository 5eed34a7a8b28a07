// A word holds a number, a character, a vector's address or the halves of an error, and is
// moved as an address through slots and registers.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
// llad: builds newest 0 2

enum Cell {
    Char(char),
    Val(f64),
    Row(Vec<f64>),
}
enum Error {
    End,
    Depth(u16),
}

fn cell(i: usize, x: &[f64]) -> Result<Cell, Error> {
    if i > 4 {
        return Err(Error::End);
    }
    if i == 77 {
        return Err(Error::Depth(3));
    }
    Ok(match i {
        2 => Cell::Char('a'),
        3 => Cell::Row(vec![x[0] * 2.0, x[1]]),
        _ => Cell::Val(x[i] * x[5]),
    })
}

fn all(n: usize, x: &[f64]) -> Result<Vec<Cell>, Error> {
    let mut v = vec![];
    for i in 0..n {
        v.push(cell(i, x)?);
    }
    Ok(v)
}

fn number(c: &Cell) -> f64 {
    match c {
        Cell::Char(c) => *c as u32 as f64,
        Cell::Val(v) => v * v,
        Cell::Row(r) => r.iter().product(),
    }
}

fn run(x: &[f64]) -> f64 {
    let mut r = 0.0;
    for n in [2, 4, 6] {
        r += match all(n, x) {
            Ok(v) => v.iter().map(number).sum::<f64>(),
            Err(Error::End) => x[0],
            Err(Error::Depth(d)) => d as f64 * x[2],
        }
    }
    r
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    run(x)
}
