// A network that is trained, with activations in constants that hold closures: layers of
// growing size, the memory of whose products serves all iterations.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 2
// llad: builds oldest 1
use std::fmt;
use std::ops::{Add, Index, IndexMut, Mul, Sub};
#[derive(Clone, Debug)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}
#[derive(Debug)]
pub enum MatErr {
    Shape {
        l: (usize, usize),
        r: (usize, usize),
    },
    Empty,
}
impl fmt::Display for MatErr {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            MatErr::Shape { l, r } => write!(f, "shapes {:?} {:?}", l, r),
            MatErr::Empty => write!(f, "empty"),
        }
    }
}
impl std::error::Error for MatErr {}
impl Matrix {
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Matrix {
            rows,
            cols,
            data: vec![0.0; rows * cols],
        }
    }
    pub fn from_fn(rows: usize, cols: usize, mut g: impl FnMut(usize, usize) -> f64) -> Self {
        let mut data = Vec::with_capacity(rows * cols);
        for i in 0..rows {
            for j in 0..cols {
                data.push(g(i, j));
            }
        }
        Matrix { rows, cols, data }
    }
    pub fn from(v: Vec<Vec<f64>>) -> Self {
        Matrix {
            rows: v.len(),
            cols: v[0].len(),
            data: v.into_iter().flatten().collect(),
        }
    }
    pub fn t(&self) -> Matrix {
        Matrix::from_fn(self.cols, self.rows, |i, j| self[(j, i)])
    }
    pub fn dot(&self, o: &Matrix) -> Result<Matrix, MatErr> {
        if self.cols != o.rows {
            return Err(MatErr::Shape {
                l: (self.rows, self.cols),
                r: (o.rows, o.cols),
            });
        }
        let mut r = Matrix::zeros(self.rows, o.cols);
        for i in 0..self.rows {
            for j in 0..o.cols {
                r[(i, j)] = (0..self.cols).map(|k| self[(i, k)] * o[(k, j)]).sum();
            }
        }
        Ok(r)
    }
    pub fn map<F: Fn(f64) -> f64>(&self, f: F) -> Matrix {
        Matrix {
            data: self.data.iter().map(|&v| f(v)).collect(),
            ..*self
        }
    }
    pub fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }
}
impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.cols + j]
    }
}
impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.cols + j]
    }
}
macro_rules! ew { ($T:ident, $f:ident, $o:tt) => { impl<'a> $T<&'a Matrix> for &'a Matrix { type Output = Matrix; fn $f(self, r: &Matrix) -> Matrix { assert_eq!((self.rows, self.cols), (r.rows, r.cols)); Matrix { rows: self.rows, cols: self.cols, data: self.data.iter().zip(&r.data).map(|(a, b)| a $o b).collect() } } } } }
ew!(Add, add, +);
ew!(Sub, sub, -);
ew!(Mul, mul, *);
#[derive(Clone)]
pub struct Activation<'a> {
    pub function: &'a dyn Fn(f64) -> f64,
    pub derivative: &'a dyn Fn(f64) -> f64,
}
pub const SIGMOID: Activation = Activation {
    function: &|x| 1.0 / (1.0 + (-x).exp()),
    derivative: &|y| y * (1.0 - y),
};
pub const TANH: Activation = Activation {
    function: &|x| x.tanh(),
    derivative: &|y| 1.0 - y * y,
};
pub struct Network<'a> {
    layers: Vec<usize>,
    weights: Vec<Matrix>,
    biases: Vec<Matrix>,
    data: Vec<Matrix>,
    lr: f64,
    act: Activation<'a>,
}
impl<'a> Network<'a> {
    pub fn new(layers: Vec<usize>, lr: f64, act: Activation<'a>, x: &[f64]) -> Self {
        let mut weights = vec![];
        let mut biases = vec![];
        for (l, w) in layers.windows(2).enumerate() {
            weights.push(Matrix::from_fn(w[1], w[0], |i, j| {
                (x[(i * 3 + j + l) % x.len()] * (1.0 + i as f64 - j as f64)).sin()
            }));
            biases.push(Matrix::from_fn(w[1], 1, |i, _| 0.1 * x[i % x.len()]));
        }
        Network {
            layers,
            weights,
            biases,
            data: vec![],
            lr,
            act,
        }
    }
    pub fn forward(&mut self, input: Vec<f64>) -> Result<Vec<f64>, Box<dyn std::error::Error>> {
        if input.len() != self.layers[0] {
            return Err(Box::new(MatErr::Empty));
        }
        let mut cur = Matrix::from(vec![input]).t();
        self.data = vec![cur.clone()];
        for (w, b) in self.weights.iter().zip(self.biases.iter()) {
            cur = (&w.dot(&cur)? + b).map(self.act.function);
            self.data.push(cur.clone());
        }
        Ok(cur.data)
    }
    pub fn backward(&mut self, out: Vec<f64>, target: Vec<f64>) -> Result<(), MatErr> {
        let parsed = Matrix::from(vec![out]).t();
        let mut err = &Matrix::from(vec![target]).t() - &parsed;
        let mut grad = parsed.map(self.act.derivative);
        for i in (0..self.layers.len() - 1).rev() {
            grad = (&grad * &err).map(|v| v * self.lr);
            let dw = grad.dot(&self.data[i].t())?;
            self.weights[i] = &self.weights[i] + &dw;
            self.biases[i] = &self.biases[i] + &grad;
            err = self.weights[i].t().dot(&err)?;
            grad = self.data[i].map(self.act.derivative);
        }
        Ok(())
    }
    pub fn train(&mut self, xs: Vec<Vec<f64>>, ys: Vec<Vec<f64>>, epochs: u16) {
        for _e in 1..=epochs {
            for j in 0..xs.len() {
                let o = self.forward(xs[j].clone()).unwrap();
                self.backward(o, ys[j].clone()).expect("shapes");
            }
        }
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut total = 0.0;
    for act in [SIGMOID, TANH] {
        let mut net = Network::new(vec![2, 3, 1], 0.5, act, x);
        let xs = vec![
            vec![0.0, 0.0],
            vec![0.0, 1.0],
            vec![1.0, 0.0],
            vec![1.0, x[1]],
        ];
        let ys = vec![vec![0.0], vec![1.0], vec![1.0], vec![0.0]];
        net.train(xs.clone(), ys.clone(), 2);
        total += xs
            .into_iter()
            .zip(ys)
            .map(|(a, y)| {
                let o = net.forward(a).unwrap();
                (o[0] - y[0]).powi(2)
            })
            .sum::<f64>();
        total += net.weights[0].row(1)[0];
    }
    total
}
