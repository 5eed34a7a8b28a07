// A struct behind a pointer: doubles, a float, an integer and an array.
// llad: func f double
// llad: decl struct body { double mass; float charge; int kind; double pos[3]; };
// llad: arg b dup struct-body[1] range(0.5,1.5)
// llad: arg scale out double 1.25
// llad: leaves b mass charge:float pos[3]
// llad: setup b->kind = 2;
// llad: tags struct float
// llad: difftol 2e-5
// llad: dottol 1e-5
struct body { double mass; float charge; int kind; double pos[3]; };

double f(struct body *b, double scale) {
  double r2 = 0;
  for (int i = 0; i < 3; i++)
    r2 += b->pos[i] * b->pos[i];
  b->mass *= scale;
  if (b->kind == 2)
    b->charge = b->charge * b->charge;
  return b->mass * b->charge / r2;
}
