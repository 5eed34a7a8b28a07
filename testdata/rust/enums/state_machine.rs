// Enums with float payloads of several shapes that change from step to step,
// Option<f64> in structs, matches!, nested enums, arrays of enums.
// llad: func f double
// llad: arg x dup double[10] range(0.2,1.8)
// llad: arg n const size_t 10

#[derive(Clone, Copy)]
enum Phase {
    Idle,
    Rising(f64),
    Holding { level: f64, left: u8 },
    Falling([f64; 2]),
}

#[derive(Clone)]
enum Event {
    Sample(f64),
    Pair(f64, f64),
    Many(Vec<f64>),
    Tick,
}

struct Tracker {
    phase: Phase,
    peak: Option<f64>,
    history: Vec<Phase>,
}

impl Tracker {
    fn feed(&mut self, e: &Event) -> f64 {
        let v = match e {
            Event::Sample(v) => *v,
            Event::Pair(a, b) => a * b,
            Event::Many(list) => list.iter().sum::<f64>() / list.len().max(1) as f64,
            Event::Tick => 0.5,
        };
        self.peak = match self.peak {
            Some(p) if p > v => Some(p),
            _ => Some(v),
        };
        self.phase = match self.phase {
            Phase::Idle if v > 0.5 => Phase::Rising(v),
            Phase::Idle => Phase::Idle,
            Phase::Rising(r) if r * v > 1.0 => Phase::Holding { level: r * v, left: 2 },
            Phase::Rising(r) => Phase::Rising(r + v),
            Phase::Holding { level, left: 0 } => Phase::Falling([level, v]),
            Phase::Holding { level, left } => Phase::Holding { level: level * 0.9 + v, left: left - 1 },
            Phase::Falling([a, b]) if a < b => Phase::Idle,
            Phase::Falling([a, b]) => Phase::Falling([a * 0.5, b + v]),
        };
        self.history.push(self.phase);
        match self.phase {
            Phase::Idle => 0.1 * v,
            Phase::Rising(r) => r,
            Phase::Holding { level, .. } => level * level,
            Phase::Falling(p) => p[0] - p[1],
        }
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut events: Vec<Event> = x.iter().map(|v| Event::Sample(*v)).collect();
    events[2] = Event::Pair(x[2], x[3]);
    events[5] = Event::Many(x[4..8].to_vec());
    events.push(Event::Tick);
    let mut t = Tracker { phase: Phase::Idle, peak: None, history: Vec::new() };
    let s: f64 = events.iter().map(|e| t.feed(e)).sum();
    let held = t.history.iter().filter(|p| matches!(p, Phase::Holding { .. })).count();
    s + t.peak.map_or(0.0, |p| p * held as f64)
}
