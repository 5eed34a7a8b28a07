// A vector is made of pairs, and only its length and two of its elements are needed: optimised code knows the
// length by the last iteration of an unrolled loop, or of the one in front of it.
// llad: func f double
// llad: arg x dup double[10] range(0.5,1.5)
// llad: arg n const size_t 10
// llad: builds newest 2 3

#[derive(Clone)]
struct Pair([f64; 2]);

fn ends(x: &[f64]) -> f64 {
    let pairs: Vec<Pair> = x.chunks_exact(2).map(|c| Pair([c[0], c[1] * c[0]])).collect();
    let count = pairs.len();
    if count < 3 {
        return 14.0;
    }
    pairs[(count - 1) / 2].0[0] * pairs[count - 1].0[1]
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    ends(unsafe { std::slice::from_raw_parts(x, n) })
}
