// Floats as bytes in a chosen order, through trait objects: what writes the bytes and what reads them have no float that
// would show a derivative.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 1 3

trait Order {
    fn write(&self, v: f64) -> Vec<u8>;
    fn read(&self, b: &[u8]) -> f64;
}

struct Network;
struct Native;

impl Order for Network {
    fn write(&self, v: f64) -> Vec<u8> {
        v.to_be_bytes().to_vec()
    }
    fn read(&self, b: &[u8]) -> f64 {
        let mut a = [0u8; 8];
        a.copy_from_slice(b);
        f64::from_be_bytes(a)
    }
}

impl Order for Native {
    fn write(&self, v: f64) -> Vec<u8> {
        v.to_ne_bytes().to_vec()
    }
    fn read(&self, b: &[u8]) -> f64 {
        f64::from_ne_bytes(b.try_into().unwrap())
    }
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let orders: Vec<Box<dyn Order>> = vec![Box::new(Network), Box::new(Native)];
    x.iter().enumerate().map(|(i, v)| orders[i % 2].read(&orders[i % 2].write(v.sin())) * v).sum()
}
