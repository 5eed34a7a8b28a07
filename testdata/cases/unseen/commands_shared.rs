// Commands parsed from text with match guards, handlers as Rc<dyn Trait> in a list, states replaced and taken.
use std::cell::RefCell;
use std::mem;
use std::rc::Rc;
#[derive(Debug, Clone, PartialEq)]
enum Command { Set(usize, f64), Mix { from: usize, to: usize, part: f64 }, Undo, Label(String) }
impl std::str::FromStr for Command {
    type Err = String;
    fn from_str(s: &str) -> Result<Self, String> {
        let words: Vec<&str> = s.split(' ').collect();
        let index = |w: &str| w.parse::<usize>().map_err(|e| format!("{w}: {e}"));
        match words.as_slice() {
            ["set", i, v] => Ok(Command::Set(index(i)?, v.parse().map_err(|_| format!("bad value {v}"))?)),
            ["mix", a, b, rest @ ..] if rest.len() < 2 => Ok(Command::Mix { from: index(a)?, to: index(b)?, part: rest.first().and_then(|p| p.parse().ok()).unwrap_or(0.5) }),
            ["undo"] => Ok(Command::Undo),
            [w, text @ ..] if w.starts_with('#') => Ok(Command::Label(text.join("_"))),
            other => Err(format!("{} words", other.len())),
        }
    }
}
trait Handler { fn handle(&self, c: &Command, s: &mut State) -> Option<f64>; }
#[derive(Default)]
struct State { level: Vec<f64>, saved: Option<Vec<f64>>, labels: Vec<String> }
struct Setter { gain: f64 }
struct Mixer { log: RefCell<Vec<f64>>, next: Option<Rc<dyn Handler>> }
struct Undoer;
impl Handler for Setter {
    fn handle(&self, c: &Command, s: &mut State) -> Option<f64> {
        match c {
            Command::Set(i, v) if *i < s.level.len() => { s.saved = Some(s.level.clone()); Some(mem::replace(&mut s.level[*i], v * self.gain)) }
            Command::Set(i, _) => Some(*i as f64 * self.gain),
            _ => None,
        }
    }
}
impl Handler for Mixer {
    fn handle(&self, c: &Command, s: &mut State) -> Option<f64> {
        match *c {
            Command::Mix { from, to, part } if from != to => {
                let moved = s.level[from] * part;
                s.level[from] -= moved;
                s.level[to] += moved * s.level[to];
                self.log.borrow_mut().push(moved);
                Some(moved)
            }
            Command::Mix { from, .. } => self.next.as_ref()?.handle(&Command::Set(from, 1.0), s),
            _ => self.next.as_ref().and_then(|n| n.handle(c, s)),
        }
    }
}
impl Handler for Undoer {
    fn handle(&self, c: &Command, s: &mut State) -> Option<f64> {
        match c {
            Command::Undo => s.saved.take().map(|old| { let now = mem::replace(&mut s.level, old); now.iter().sum() }),
            Command::Label(l) => { s.labels.push(l.clone()); None }
            _ => None,
        }
    }
}
const SCRIPT: &str = "set 2 0.5\nmix 0 1 0.25\n# first part\nmix 2 2\nundo\nset 9 1\nmix 1 x\nmix 3 0\nset 1 zero\nundo\n\nmix 0 2 0.75\n#x a b c\nset 0 2.5\nundo";
fn run(x: &[f64]) -> f64 {
    let setter: Rc<dyn Handler> = Rc::new(Setter { gain: x[0] });
    let mixer = Rc::new(Mixer { log: RefCell::new(vec![]), next: Some(Rc::clone(&setter)) });
    let chain: Vec<Rc<dyn Handler>> = vec![mixer.clone(), Rc::new(Undoer), setter];
    let mut state = State { level: x[1..6].to_vec(), ..Default::default() };
    let mut s = 0.0f64;
    for (k, line) in SCRIPT.lines().enumerate() {
        s += match line.parse::<Command>() {
            Ok(c) => chain.iter().find_map(|h| h.handle(&c, &mut state)).map_or(0.1 * x[6], |v| v * (k + 1) as f64 * 0.1),
            Err(e) if e.contains("invalid") => e.len() as f64 * 0.01 * x[7],
            Err(e) => e.len() as f64 * 0.02 * x[8] * s.signum(),
        };
    }
    let log = mixer.log.take();
    s + state.level.iter().enumerate().map(|(i, v)| v * v * (i + 1) as f64).sum::<f64>() + log.iter().rev().fold(0.0, |a, v| 0.5 * a + v) + state.labels.concat().len() as f64 * x[9] + Rc::strong_count(&mixer) as f64
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
