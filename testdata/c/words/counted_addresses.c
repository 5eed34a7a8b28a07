// Addresses in an array beside the number of them, in a program with unions: a copied word is an address, whatever
// the number beside it is.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: tags loop
struct part { int kind; union { struct { double ohms; } r; struct { double gain; int c; } g; } u; };
struct stack { struct part *at[6]; int len; };

double f(const double *x) {
  struct part parts[6], *order[6];
  struct stack s = {.len = 0};
  for (int k = 0; k < 6; k++) {
    struct part *p = &parts[k];
    p->u.g.gain = 0.5 * x[k];
    s.at[s.len++] = p;
  }
  for (int k = 0; k < 6; k++) {
    order[k] = s.at[0];
    s.at[0] = s.at[--s.len];
  }
  double sum = 0;
  for (int k = 0; k < 6; k++) sum += (1 + 0.01 * k) * order[k]->u.g.gain * x[k];
  return sum;
}
