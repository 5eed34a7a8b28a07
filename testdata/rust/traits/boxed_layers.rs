// Layers behind dyn with vectors and names, in sequences of layers that are layers: so many
// objects stand behind an address that they are taken for one.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 1 s
trait Layer {
    fn forward(&mut self, x: Vec<f64>) -> Vec<f64>;
    fn params(&self) -> Vec<f64>;
    fn clone_layer(&self) -> Box<dyn Layer>;
}
struct Dense {
    w: Vec<Vec<f64>>,
    b: Vec<f64>,
    last: Vec<f64>,
}
struct Tanh {
    last: Vec<f64>,
}
struct Seq {
    l: Vec<Box<dyn Layer>>,
    name: String,
}
struct Residual {
    inner: Box<dyn Layer>,
    k: f64,
}
impl Layer for Dense {
    fn forward(&mut self, x: Vec<f64>) -> Vec<f64> {
        self.last = x;
        self.w
            .iter()
            .zip(&self.b)
            .map(|(r, b)| b + r.iter().zip(&self.last).map(|(a, c)| a * c).sum::<f64>())
            .collect()
    }
    fn params(&self) -> Vec<f64> {
        let mut p = self.b.clone();
        for r in &self.w {
            p.extend(r);
        }
        p
    }
    fn clone_layer(&self) -> Box<dyn Layer> {
        Box::new(Dense {
            w: self.w.clone(),
            b: self.b.clone(),
            last: vec![],
        })
    }
}
impl Layer for Tanh {
    fn forward(&mut self, x: Vec<f64>) -> Vec<f64> {
        self.last = x.clone();
        x.into_iter().map(|v| v.tanh()).collect()
    }
    fn params(&self) -> Vec<f64> {
        vec![]
    }
    fn clone_layer(&self) -> Box<dyn Layer> {
        Box::new(Tanh {
            last: self.last.clone(),
        })
    }
}
impl Layer for Seq {
    fn forward(&mut self, x: Vec<f64>) -> Vec<f64> {
        let mut x = x;
        for l in self.l.iter_mut() {
            x = l.forward(x);
        }
        x
    }
    fn params(&self) -> Vec<f64> {
        self.l.iter().flat_map(|l| l.params()).collect()
    }
    fn clone_layer(&self) -> Box<dyn Layer> {
        Box::new(Seq {
            l: self.l.iter().map(|l| l.clone_layer()).collect(),
            name: self.name.clone(),
        })
    }
}
impl Layer for Residual {
    fn forward(&mut self, x: Vec<f64>) -> Vec<f64> {
        let y = self.inner.forward(x.clone());
        x.iter().zip(y).map(|(a, b)| a + self.k * b).collect()
    }
    fn params(&self) -> Vec<f64> {
        self.inner.params()
    }
    fn clone_layer(&self) -> Box<dyn Layer> {
        Box::new(Residual {
            inner: self.inner.clone_layer(),
            k: self.k,
        })
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let d = |s: f64| {
        Box::new(Dense {
            w: (0..3)
                .map(|i| (0..3).map(|j| s * x[(i + j) % n]).collect())
                .collect(),
            b: x[..3].to_vec(),
            last: vec![],
        })
    };
    let mut net = Seq {
        l: vec![
            d(0.3),
            Box::new(Tanh { last: vec![] }),
            Box::new(Residual {
                inner: Box::new(Seq {
                    l: vec![d(0.2), Box::new(Tanh { last: vec![] })],
                    name: "in".into(),
                }),
                k: x[4],
            }),
        ],
        name: "net".into(),
    };
    let mut c = net.clone_layer();
    let y = net.forward(x[3..6].to_vec());
    let z = c.forward(y.clone());
    y.iter().sum::<f64>()
        + z.iter().map(|v| v * v).sum::<f64>()
        + 0.01 * c.params().iter().sum::<f64>()
}
