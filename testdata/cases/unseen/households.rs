// An epidemic in households: events in a heap by time, people indexed by household and place, traits in arrays mapped.
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::{Index, IndexMut};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Time(f64);
impl Eq for Time {}
impl PartialOrd for Time { fn partial_cmp(&self, o: &Time) -> Option<Ordering> { Some(self.cmp(o)) } }
impl Ord for Time { fn cmp(&self, o: &Time) -> Ordering { o.0.partial_cmp(&self.0).unwrap_or(Ordering::Equal) } }

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place { house: usize, seat: usize }

#[derive(Clone, Copy, Default)]
struct Person { load: f64, immune: Option<f64>, since: Option<f64> }

struct Grid<T> { cells: Vec<T>, width: usize }
impl<T: Clone + Default> Grid<T> {
    fn new(houses: usize, width: usize) -> Self { Grid { cells: vec![T::default(); houses * width], width } }
    fn rows(&self) -> impl Iterator<Item = &[T]> + '_ { self.cells.chunks(self.width) }
}
impl<T> Index<Place> for Grid<T> {
    type Output = T;
    fn index(&self, p: Place) -> &T { &self.cells[p.house * self.width + p.seat] }
}
impl<T> IndexMut<Place> for Grid<T> {
    fn index_mut(&mut self, p: Place) -> &mut T { &mut self.cells[p.house * self.width + p.seat] }
}

struct Virus { within: f64, between: f64, growth: f64, decay: f64 }

impl Virus {
    fn load(&self, age: f64) -> f64 { self.growth * age * (-self.decay * age).exp() }
    fn spread(&self, people: &mut Grid<Person>, from: Place, now: f64, queue: &mut BinaryHeap<(Time, Place)>) {
        let source = people[from].load;
        let width = people.width;
        let houses = people.cells.len() / width;
        for house in 0..houses {
            for seat in 0..width {
                let p = Place { house, seat };
                let other = &mut people[p];
                if p == from || other.since.is_some() { continue; }
                let rate = if house == from.house { self.within } else { self.between };
                let shield = other.immune.map_or(1.0, |i| 1.0 / (1.0 + i));
                other.load += rate * source * shield;
                if (house + seat) % 2 == 1 && house.abs_diff(from.house) < 2 {
                    other.since = Some(now);
                    queue.push((Time(now + 1.0 / (0.2 + other.load)), p));
                }
            }
        }
    }
}

fn run(x: &[f64]) -> f64 {
    let virus = Virus { within: 0.4 * x[0], between: 0.1 * x[1], growth: x[2], decay: 0.3 * x[3] };
    let mut people: Grid<Person> = Grid::new(4, 3);
    for (k, v) in x.iter().enumerate().skip(4).take(6) {
        people[Place { house: k % 4, seat: k % 3 }].immune = Some(*v).filter(|v| *v > 0.1 && k != 6);
    }
    let mut queue = BinaryHeap::new();
    let first = Place { house: 1, seat: 1 };
    people[first].since = Some(0.0);
    queue.push((Time(0.5 * x[10]), first));
    let mut clock = 0.0;
    let mut order = Vec::new();
    while let Some((Time(t), p)) = queue.pop() {
        clock = t;
        let age = people[p].since.map(|s| t - s).unwrap_or_default();
        people[p].load += virus.load(age);
        virus.spread(&mut people, p, t, &mut queue);
        order.push(p);
        if order.len() > 8 { break; }
    }
    let ages = [0.5, 1.0, 2.0, 4.0].map(|a| virus.load(a * x[11]));
    let peak = ages.iter().copied().fold(None, |m: Option<f64>, v| Some(m.map_or(v, |m| m.max(v)))).unwrap_or(0.0);
    let houses: Vec<f64> = people.rows().map(|r| r.iter().map(|p| p.load.ln_1p()).sum()).collect();
    let immune: f64 = people.cells.iter().filter_map(|p| p.immune.and_then(|i| p.since.map(|s| i * s))).sum();
    houses.iter().enumerate().map(|(k, h)| h / (k + 1) as f64).sum::<f64>() + 0.1 * clock + peak + 0.05 * immune + 0.01 * order.len() as f64 * x[0]
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
