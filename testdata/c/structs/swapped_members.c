// Two members of a local struct that change places as blocks, behind stores to parts of one.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: tags struct memory loop
struct pair { double a, b; };
struct both { struct pair now, next; };

double f(const double *x) {
  struct both s = {{x[0], x[1]}, {1, 2}};
  for (int k = 0; k < 3; k++) {
    s.next.a = s.now.a * s.now.b;
    s.next.b = s.now.a + x[2 + k % 2];
    struct pair t = s.now;
    s.now = s.next;
    s.next = t;
  }
  return s.now.a * s.next.b;
}
