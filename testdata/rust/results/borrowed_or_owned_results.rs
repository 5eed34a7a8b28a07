// Results whose floats are lent or owned: what is owned is dropped where the error is made.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds newest 2
use std::borrow::Cow;

struct Table<'a> {
    data: Cow<'a, [f64]>,
    first: usize,
    shape: Vec<usize>,
}

impl<'a> Table<'a> {
    fn new(data: impl Into<Cow<'a, [f64]>>, shape: &[usize]) -> Result<Table<'a>, String> {
        let data = data.into();
        if data.len() != shape.iter().product() {
            return Err(format!("{} elements for {:?}", data.len(), shape));
        }
        Ok(Table { data, first: 0, shape: shape.to_vec() })
    }

    fn zip(&self, other: &Table, f: impl Fn(f64, f64) -> f64) -> Result<Table<'static>, usize> {
        let pairs = self.data[self.first..].iter().zip(&other.data[other.first..]);
        Table::new(pairs.map(|(a, b)| f(*a, *b)).collect::<Vec<_>>(), &self.shape).map_err(|e| e.len())
    }

    fn squares(&self) -> Table<'static> {
        Table::new(self.data.iter().map(|v| v * v).collect::<Vec<_>>(), &self.shape[..]).unwrap()
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let a = Table::new(x, &[2, 3]).unwrap();
    let b = a.squares();
    let c = a.zip(&b, |a, b| a * b + 0.5 * a).unwrap();
    c.data.iter().sum::<f64>() * a.data[3]
}
