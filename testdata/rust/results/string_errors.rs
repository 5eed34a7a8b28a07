// Enums, options and boxed slices of floats behind results whose errors are strings: LLVM
// moves the words that hold a float here and an address or a length there as addresses, or as
// integers, also through stores and choices that the other case needs.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 1 2 s 3

type Failure = &'static str;

struct Reader<'a> {
    x: &'a [f64],
    at: usize,
}

impl Reader<'_> {
    fn number(&mut self) -> Result<f64, Failure> {
        let v = self.x[self.at % self.x.len()];
        self.at += 1;
        if v > 1e6 {
            return Err("too large");
        }
        Ok(v)
    }

    fn count(&mut self) -> usize {
        self.at += 1;
        self.at
    }
}

#[derive(Clone)]
enum Shape {
    Box(f64, f64),
    Ball(f64),
    Nothing,
}

impl Shape {
    #[inline(never)]
    fn read(r: &mut Reader) -> Result<Shape, Failure> {
        Ok(match r.count() % 4 {
            1 => Shape::Box(r.number()?, r.number()?),
            2 => Shape::Ball(r.number()?),
            _ => Shape::Nothing,
        })
    }

    fn size(&self) -> f64 {
        match self {
            Shape::Box(a, b) => a * b,
            Shape::Ball(r) => 4.2 * r * r,
            Shape::Nothing => 0.25,
        }
    }
}

struct Shapes(Vec<Shape>);

impl Shapes {
    fn read(r: &mut Reader) -> Result<Shapes, Failure> {
        if r.x[0] > 1e5 {
            return Err("no shapes");
        }
        let mut l = Vec::new();
        for _ in 0..3 {
            l.push(Shape::read(r)?);
        }
        Ok(Shapes(l))
    }
}

#[derive(Clone)]
struct Point {
    p: f64,
    kind: u32,
    q: f64,
}

impl Point {
    #[inline(never)]
    fn read(r: &mut Reader) -> Result<Point, Failure> {
        Ok(Point { p: r.number()?, kind: r.count() as u32, q: r.number()? })
    }
}

#[derive(Clone)]
struct Part((Point, u8, f64));

impl Part {
    #[inline(never)]
    fn read(r: &mut Reader) -> Result<Part, Failure> {
        Ok(Part((Point::read(r)?, (r.count() % 7) as u8, r.number()?)))
    }
}

#[derive(Clone)]
struct Rows(Box<[Option<f64>]>);

impl Rows {
    fn read(r: &mut Reader) -> Result<Rows, Failure> {
        let mut l = Vec::new();
        for _ in 0..2 {
            l.push(if r.count() % 2 > 0 { Some(r.number()?) } else { None });
        }
        Ok(Rows(l.into_boxed_slice()))
    }
}

#[derive(Clone)]
struct Model {
    part: Part,
    rows: Rows,
}

impl Model {
    #[inline(never)]
    fn read(r: &mut Reader) -> Result<Model, Failure> {
        Ok(Model { part: Part::read(r)?, rows: Rows::read(r)? })
    }

    fn value(&self) -> f64 {
        let (p, kind, w) = &self.part.0;
        p.p * p.q * w + *kind as f64 + (p.kind % 3) as f64 + self.rows.0.iter().flatten().map(|v| v * v).sum::<f64>()
    }
}

fn run(x: &[f64]) -> Result<f64, Failure> {
    let mut r = Reader { x, at: 0 };
    let shapes = Shapes::read(&mut r)?;
    let model = Model::read(&mut r)?;
    let mut other = model.clone();
    other.part.0 .0.p *= 0.7;
    let last = Shapes::read(&mut r)?;
    let sum: f64 = shapes.0.iter().chain(last.0.iter().rev()).enumerate().map(|(k, s)| (k + 1) as f64 * s.size()).sum();
    Ok(sum + model.value() + 0.5 * other.value())
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    run(unsafe { std::slice::from_raw_parts(x, n) }).unwrap_or(0.0)
}
