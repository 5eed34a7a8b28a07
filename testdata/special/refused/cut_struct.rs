// A struct that is copied in an odd number of bytes to where no word begins.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6

#[repr(C)]
struct Entry {
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
    let entries: Vec<Entry> = x.iter().map(|v| Entry { balance: *v, rate: v * v, visits: 1 }).collect();
    let mut packed = vec![0u8; 20 * n + 4];
    for (k, e) in entries.iter().enumerate() {
        std::ptr::copy_nonoverlapping((e as *const Entry).cast::<u8>(), packed.as_mut_ptr().add(20 * k + 4), 20);
    }
    let mut s = 0.0;
    for k in 0..n {
        let e = packed.as_ptr().add(20 * k + 4).cast::<Entry>();
        s += std::ptr::addr_of!((*e).balance).read_unaligned() * std::ptr::addr_of!((*e).rate).read_unaligned();
    }
    s
}
