// deque, list, set, queue, stack.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <deque>
#include <list>
#include <queue>
#include <set>
#include <stack>
extern "C" double f(double *x, int n) {
  std::deque<double> d;
  for (int i = 0; i < n; i++)
    if (i % 2) d.push_back(x[i] * x[i]);
    else d.push_front(std::sin(x[i]));
  d.pop_front();
  std::list<double> l(d.begin(), d.end());
  l.push_front(x[0]);
  l.insert(std::next(l.begin()), x[1] * x[2]);
  l.remove_if([](double v) { return v > 3; });
  std::stack<double> st;
  std::queue<double> q;
  for (double v : l) { st.push(v); q.push(v * v); }
  std::set<int> seen;
  double s = 0;
  while (!st.empty()) {
    seen.insert(int(st.size()) % 3);
    s += st.top() * q.front() * seen.size();
    st.pop();
    q.pop();
  }
  for (auto it = d.rbegin(); it != d.rend(); ++it) s = s * 0.5 + *it;
  return s;
}
