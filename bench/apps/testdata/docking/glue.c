// Arguments: atoms of the ligand, atoms of the protein, poses (a multiple of sixteen).
#include <string.h>

#include "docking.h"
#include "tangent.h"

void docking_grad(const struct deck *d, const double *pose, double *d_pose, double *energy, double *d_energy);
void docking_jvp(const struct deck *d, const double *pose, double *d_pose, double *energy, double *d_energy);

static struct deck deck;
static double *pose, *d_pose, *energy, *d_energy, *share;

static struct atom *atoms(int n, double span) {
  struct atom *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = (struct atom){bench_uniform(-span, span), bench_uniform(-span, span), bench_uniform(-span, span), (int)bench_uniform(0, 8)};
  return a;
}

void bench_setup(const long *size) {
  static struct element elements[8];
  static const int bonds[3] = {ACCEPTOR, DONOR, OTHER};
  deck.ligands = (int)size[0], deck.proteins = (int)size[1], deck.poses = (int)size[2];
  for (int k = 0; k < 8; k++)
    elements[k] = (struct element){bonds[k % 3], bench_uniform(1, 2), k % 4 == 3 ? 0 : bench_uniform(-1, 1), bench_uniform(-1, 1)};
  deck.elements = elements;
  deck.ligand = atoms(deck.ligands, 3);
  deck.protein = atoms(deck.proteins, 12);
  pose = bench_array(POSE * (size_t)deck.poses, -3, 3);
  d_pose = bench_array(POSE * (size_t)deck.poses, 0, 0);
  energy = bench_array(deck.poses, 0, 0);
  d_energy = bench_array(deck.poses, 0, 0);
  share = bench_array(deck.poses, 0.5, 1);
}

double bench_primal(void) {
  double sum = 0;
  docking(&deck, pose, energy);
  for (int p = 0; p < deck.poses; p++)
    sum += share[p] * energy[p];
  return sum;
}

static void seed(void) {
  memset(d_pose, 0, POSE * deck.poses * sizeof *d_pose);
  memcpy(d_energy, share, deck.poses * sizeof *d_energy);
}

void bench_llad(void) {
  seed();
  docking_grad(&deck, pose, d_pose, energy, d_energy);
}

void bench_hand(void) {
  seed();
  docking_hand(&deck, pose, d_pose, energy, d_energy);
}

void bench_jvp(void) {
  bench_t[0] = 0;
  docking_jvp(&deck, pose, bench_d[0], energy, d_energy);
  for (int p = 0; p < deck.poses; p++)
    bench_t[0] += share[p] * d_energy[p];
}

const double *bench_gradient(size_t *size) {
  *size = POSE * (size_t)deck.poses;
  return d_pose;
}

double *bench_variables(void) { return pose; }
