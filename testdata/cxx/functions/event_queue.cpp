// A queue of events with functions that captured a job, which stands behind the address of a
// server and has bytes between its number and its doubles.
// llad: func timed_events double
// llad: arg x dup double[6] {0.5,1.25,2,0.75,1.5,0.25}
// llad: arg n const int 6
// llad: tags heap call

#include <functional>
#include <queue>
#include <utility>

class simulator {
  struct event {
    double when;
    long id;
    std::function<void(simulator &)> act;
    bool operator<(const event &o) const { return when > o.when || (when == o.when && id > o.id); }
  };
  std::priority_queue<event> events;
  long next = 0;
  double time = 0;

public:
  double now() const { return time; }
  void after(double delay, std::function<void(simulator &)> act) { events.push(event{time + delay, next++, std::move(act)}); }
  void run() {
    while (!events.empty()) {
      event e = events.top();
      events.pop();
      time = e.when;
      e.act(*this);
    }
  }
};

struct job {
  int id;
  double arrived, work;
};

class server {
  double rate;
  bool busy = false;
  std::queue<job> waiting;

public:
  std::function<void(simulator &, job)> done;
  explicit server(double rate) : rate(rate) {}
  void accept(simulator &s, job j) {
    if (busy)
      waiting.push(j);
    else
      start(s, j);
  }
  void start(simulator &s, job j) {
    busy = true;
    s.after(j.work / rate, [this, j](simulator &t) {
      busy = false;
      if (done)
        done(t, j);
      if (!waiting.empty()) {
        job k = waiting.front();
        waiting.pop();
        start(t, k);
      }
    });
  }
};

extern "C" double timed_events(const double *x, int n) {
  simulator sim;
  server front(1 + x[0]), back(0.8 + x[1]);
  double profit = 0, t = 0;
  front.done = [&](simulator &s, job j) {
    j.work *= x[2];
    back.accept(s, j);
  };
  back.done = [&profit, price = x[3]](simulator &s, job j) { profit += price * j.work * (s.now() - j.arrived); };
  for (int i = 0; i < n; i++) {
    t += x[4] * (1 + 0.37 * (i % 3));
    job j{i, t, x[5] * (1 + 0.2 * (i % 4))};
    sim.after(t, [&front, j](simulator &s) { front.accept(s, j); });
  }
  sim.run();
  return profit;
}
