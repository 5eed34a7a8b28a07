// A quadtree in boxes with an enum for its nodes, materials as Rc<dyn Trait>, optional children, a dense matrix.
use std::rc::Rc;
trait Material { fn density(&self, depth: u32) -> f64; fn mix(&self, other: &dyn Material) -> f64 { self.density(1) * other.density(2) } fn label(&self) -> Option<&str> { None } }
struct Stone(f64);
struct Layered { layers: Vec<f64>, name: String }
struct Blend { a: Rc<dyn Material>, b: Rc<dyn Material>, t: f64 }
impl Material for Stone { fn density(&self, d: u32) -> f64 { self.0 / (1 + d) as f64 } }
impl Material for Layered {
    fn density(&self, d: u32) -> f64 { self.layers.get(d as usize).or(self.layers.last()).copied().unwrap_or(0.5) }
    fn label(&self) -> Option<&str> { Some(&self.name) }
}
impl Material for Blend {
    fn density(&self, d: u32) -> f64 { self.a.density(d) * (1.0 - self.t) + self.b.density(d) * self.t }
    fn mix(&self, other: &dyn Material) -> f64 { self.a.mix(other) + self.b.mix(other) }
    fn label(&self) -> Option<&str> { self.a.label().or_else(|| self.b.label()) }
}
enum Node { Empty, Leaf { material: Rc<dyn Material>, share: f64 }, Split(Box<[Node; 4]>), Shifted(Box<Node>, [f64; 2]) }
impl Node {
    fn build(x: &[f64], m: &[Rc<dyn Material>], depth: u32) -> Node {
        match (depth, x.len()) {
            (_, 0) => Node::Empty,
            (3, _) | (_, 1) => Node::Leaf { material: Rc::clone(&m[(x.len() + depth as usize) % m.len()]), share: x.iter().product() },
            (d, n) if n % 5 == 0 => Node::Shifted(Box::new(Node::build(&x[1..], m, d + 1)), [x[0], 0.5]),
            (d, n) => {
                let q = (n + 3) / 4;
                let part = |k: usize| x.get(k * q..((k + 1) * q).min(n)).unwrap_or(&[]);
                Node::Split(Box::new([0, 1, 2, 3].map(|k| Node::build(part(k), m, d + 1))))
            }
        }
    }
    fn mass(&self, depth: u32) -> Option<f64> {
        match self {
            Node::Empty => None,
            Node::Leaf { material, share } => Some(material.density(depth) * share),
            Node::Split(kids) => kids.iter().filter_map(|k| k.mass(depth + 1)).reduce(|a, b| a + b),
            Node::Shifted(n, by) => n.mass(depth + 1).map(|m| m * by[0] + by[1]),
        }
    }
    fn moments(&self, at: [f64; 2], size: f64, out: &mut [[f64; 3]; 3]) {
        match self {
            Node::Empty => (),
            Node::Leaf { share, .. } => { let p = [1.0, at[0], at[1]]; for i in 0..3 { for j in 0..3 { out[i][j] += share * p[i] * p[j] * size; } } }
            Node::Split(kids) => for (k, n) in kids.iter().enumerate() { n.moments([at[0] + (k % 2) as f64 * size, at[1] + (k / 2) as f64 * size], size * 0.5, out); },
            Node::Shifted(n, by) => n.moments([at[0] + by[0], at[1] + by[1]], size, out),
        }
    }
    fn prune(self, least: u32) -> Node {
        match self {
            Node::Split(kids) if least > 0 => Node::Split(Box::new(kids.map(|k| k.prune(least - 1)))),
            Node::Split(kids) => kids.into_iter().find(|k| !matches!(k, Node::Empty)).unwrap_or(Node::Empty),
            Node::Shifted(n, _) => n.prune(least),
            other => other,
        }
    }
}
fn determinant(m: &[[f64; 3]; 3]) -> f64 { (0..3).map(|i| m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3])).sum() }
fn run(x: &[f64]) -> f64 {
    let stone: Rc<dyn Material> = Rc::new(Stone(x[0]));
    let layered: Rc<dyn Material> = Rc::new(Layered { layers: x[1..4].to_vec(), name: "a material of several layers".to_string() });
    let blend: Rc<dyn Material> = Rc::new(Blend { a: stone.clone(), b: Rc::new(Blend { a: layered.clone(), b: stone.clone(), t: x[5] }), t: 0.25 * x[4] });
    let all = [stone, layered, blend];
    let tree = Node::build(x, &all, 0);
    let mut m = [[0.0; 3]; 3];
    tree.moments([0.1, x[6]], 1.0, &mut m);
    let s = tree.mass(0).unwrap_or(x[7]) + determinant(&m) + all[2].mix(&*all[1]);
    let small = tree.prune(1);
    s + small.mass(0).map_or(x[8], |v| v.sqrt()) * all[2].label().map_or(1.0, |l| l.len() as f64 * 0.1) + Rc::strong_count(&all[0]) as f64 * x[9]
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
