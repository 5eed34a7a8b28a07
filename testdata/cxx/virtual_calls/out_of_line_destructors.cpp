// A class whose constructors and virtual destructor stand outside of it, so that the compiler
// makes one function and another name for it, which stands in the table of the class: objects
// of it are kept in a vector.
// llad: func virtual_ends double
// llad: arg x dup double[6] {0.5,1.25,2,0.75,1.5,0.25}
// llad: arg n const int 6
// llad: tags heap call

#include <vector>

class segment {
  double length;

public:
  explicit segment(double length);
  segment(const segment &other);
  virtual ~segment();
  double moved(double by) const;
};

segment::segment(double length) : length(length) {}
segment::segment(const segment &other) : length(other.length) {}
segment::~segment() { length = 0; }
double segment::moved(double by) const { return length * by + length * length; }

extern "C" double virtual_ends(const double *x, int n) {
  std::vector<segment> chain;
  for (int i = 0; i + 1 < n; i++)
    chain.push_back(segment(x[i]));
  double s = 0;
  for (const segment &c : chain)
    s += c.moved(x[n - 1]) * (s + 1);
  return s;
}
