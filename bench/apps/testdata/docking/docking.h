// Energies of a ligand in many poses before a protein.
#ifndef DOCKING_H
#define DOCKING_H

enum { BLOCK = 16, POSE = 6 }; // poses that are worked on together; numbers of a pose: three angles, three shifts

struct atom {
  double x, y, z;
  int type;
};

enum { ACCEPTOR = 'F', DONOR = 'E', OTHER = 'N' };

struct element {
  int bond;
  double radius, hydrophobic, charge;
};

struct deck {
  int ligands, proteins, poses;
  const struct atom *ligand, *protein;
  const struct element *elements;
};

// pose: six arrays, one after the other, of as many numbers as there are poses; energy: one of each.
void docking(const struct deck *d, const double *pose, double *energy);

void docking_hand(const struct deck *d, const double *pose, double *d_pose, double *energy, double *d_energy);

#endif
