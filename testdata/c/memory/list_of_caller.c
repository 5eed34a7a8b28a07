// A list in the caller's memory; the shadows are linked likewise.
// llad: func f double
// llad: decl struct node { double v; struct node *next; };
// llad: arg head dup struct-node[5] range(0.5,1.5) inout
// llad: leaves head v
// llad: setup for (int i = 0; i < 4; i++) head[i].next = &head[i + 1];
// llad: tags list loop unknown-trip pointer
struct node { double v; struct node *next; };

double f(struct node *head) {
  double s = 1;
  for (struct node *p = head; p; p = p->next) {
    s = s * p->v + 0.25;
    p->v = p->v * s;
  }
  return s;
}
