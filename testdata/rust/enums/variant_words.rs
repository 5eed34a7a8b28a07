// Enums of numbers and floats by value: compilers take them apart, and a word is the number of one variant or
// the bits of the other's float.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 1 3
// llad: builds oldest 2 s
#[derive(Clone, Copy)]
pub enum Item { Count(usize, usize), Value(f64, f64), Nothing }
pub enum Wrap { One(Item), Two(Item, usize) }
#[inline(never)]
fn make(x: &[f64], k: usize) -> Item {
    match k % 3 { 0 => Item::Count(k, 3 * k + 1), 1 => Item::Value(x[k % x.len()], x[0] * x[1]), _ => Item::Nothing }
}
#[inline(never)]
fn hand(x: &[f64], k: usize, total: &mut usize) -> Option<Item> {
    let i = make(x, k);
    match i {
        Item::Count(a, b) => { *total += a * 7 + b * 24 + a / 3; if a > 100 { None } else { Some(i) } }
        Item::Nothing => None,
        o => Some(o),
    }
}
#[inline(never)]
fn put(x: &[f64], k: usize, all: &mut Vec<Item>, total: &mut usize) {
    if let Some(i) = hand(x, k, total) {
        let w = if k % 2 == 0 { Wrap::One(i) } else { Wrap::Two(i, k) };
        match w {
            Wrap::One(i) => all.push(i),
            Wrap::Two(i, k) => { if let Item::Count(a, _) = i { *total += a * k * 48; } all.push(i) }
        }
    }
}
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut all = Vec::new();
    let mut total = 0;
    for k in 0..3 * n { put(x, k, &mut all, &mut total); }
    let mut r = total as f64 * 1e-3;
    for (j, i) in all.iter().enumerate() {
        r += match *i { Item::Count(a, b) => (a * b % 17) as f64, Item::Value(v, w) => v * w * (j + 1) as f64 + w, Item::Nothing => 0.5 };
    }
    r * x[2]
}
