// Vectors of structs of floats and tags, copied by blocks and struct by struct.

// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: tags float
// llad: difftol 1e-3
// llad: dottol 1e-6

#include <cstdlib>
#include <vector>

struct Atom {
  float x, y;
  int kind;
};

struct Kind {
  int tag;
  float radius, depth;
};

struct Deck {
  std::vector<Atom> atoms;
  std::vector<Kind> kinds;
};

static __attribute__((noinline)) double sum(const Deck &d) {
  int n = d.atoms.size(), m = d.kinds.size();
  Atom *atoms = (Atom *)std::malloc(n * sizeof(Atom));
  Kind *kinds = (Kind *)std::malloc(m * sizeof(Kind));
  for (int i = 0; i < n; i++)
    atoms[i] = d.atoms[i];
  for (int i = 0; i < m; i++)
    kinds[i] = d.kinds[i];
  double s = 0;
  for (int i = 0; i < n; i++) {
    Atom a = atoms[i];
    Kind k = kinds[a.kind];
    s += (k.tag == 3 ? 2 : 1) * a.x * k.radius + a.y * k.depth;
  }
  std::free(atoms);
  std::free(kinds);
  return s;
}

extern "C" double f(const double *x) {
  Deck d;
  d.atoms.resize(7);
  d.kinds.resize(3);
  for (int i = 0; i < 7; i++)
    d.atoms[i] = Atom{float(x[0] * i), float(x[1] + i), i % 3};
  for (int i = 0; i < 3; i++)
    d.kinds[i] = Kind{i + 1, float(x[2] * (i + 1)), float(x[3] * x[1])};
  return sum(d);
}
