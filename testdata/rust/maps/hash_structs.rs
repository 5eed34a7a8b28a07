// A hash map of structs with floats and strings.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds newest 0 1 s 3
use std::collections::HashMap;

struct Account {
    name: String,
    balance: f64,
    rate: f64,
    visits: u32,
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut bank: HashMap<u32, Account> = HashMap::new();
    for i in 0..n / 2 {
        let (balance, rate) = (x[2 * i], x[2 * i + 1]);
        bank.insert(i as u32, Account { name: format!("a{i}"), balance, rate, visits: 0 });
    }
    let mut s = 0.0;
    for i in 0..n / 2 {
        let a = bank.get_mut(&(i as u32)).unwrap();
        a.balance *= 1.0 + a.rate;
        a.visits += 1;
        s += a.balance * a.visits as f64 + a.name.len() as f64;
    }
    s
}
