// A machine whose programs have programs in them: optimised code of the function that calls itself
// loads what a result has, a float or an address, as an address.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 2 3

use std::rc::Rc;

pub enum Op {
    Load(usize),
    Call(String),
    Block(Vec<Op>, i32),
}

pub enum Val {
    Float(f64),
    Int(i64),
    Text(String),
    Pair(Rc<(f64, f64)>),
}

struct Link {
    val: Val,
    next: Option<Box<Link>>,
}

struct Stack {
    head: Option<Box<Link>>,
    depth: usize,
}

impl Stack {
    fn push(&mut self, val: Val) {
        let next = self.head.take();
        self.head = Some(Box::new(Link { val, next }));
        self.depth += 1;
    }

    fn pop(&mut self) -> Option<Val> {
        self.head.take().map(|l| {
            let l = *l;
            self.head = l.next;
            self.depth -= 1;
            l.val
        })
    }
}

fn num(v: &Val) -> f64 {
    match v {
        Val::Float(f) => *f,
        Val::Int(i) => *i as f64,
        Val::Text(s) => s.len() as f64,
        Val::Pair(p) => p.0 * p.1,
    }
}

fn run(ops: &[Op], s: &mut Stack, env: &[f64]) -> Result<(), String> {
    for o in ops {
        match o {
            Op::Load(i) => s.push(env.get(*i).map(|v| Val::Float(*v)).ok_or(format!("no {}", i))?),
            Op::Call(name) => match name.as_str() {
                "pair" => {
                    let v = s.pop().ok_or("empty")?;
                    s.push(Val::Pair(Rc::new((num(&v), 2.0))));
                }
                "three" => s.push(Val::Int(3)),
                other => s.push(Val::Text(other.to_string())),
            },
            Op::Block(b, n) => {
                for _ in 0..*n {
                    run(b, s, env)?;
                }
            }
        }
    }
    Ok(())
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let twice = Op::Block(vec![Op::Load(2), Op::Load(3)], 3);
    let calls = ["pair", "three", "abc"].map(|name| Op::Call(name.into()));
    let mut prog = vec![Op::Load(1)];
    prog.extend(calls);
    prog.extend([twice, Op::Load(99)]);
    let mut s = Stack { head: None, depth: 0 };
    let mut sum = 0.0;
    if let Err(e) = run(&prog, &mut s, x) {
        sum += e.len() as f64;
    }
    let mut i = 1.0;
    while let Some(v) = s.pop() {
        sum += num(&v) * num(&v) * i;
        i += s.depth as f64;
    }
    sum
}
