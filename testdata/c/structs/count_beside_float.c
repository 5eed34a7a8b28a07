// A count stands below a float in a word that is copied from the caller's memory as an integer.
// llad: func f float
// llad: decl struct item { int count; float weight; };
// llad: arg s dup struct-item[4] range(0.5,1.5)
// llad: leaves s weight:float
// llad: setup for (int k = 0; k < 4; k++) s[k].count = k + 2;
// llad: tags struct memcpy float
// llad: difftol 2e-5
// llad: dottol 1e-5
struct item { int count; float weight; };

float f(const struct item *s) {
  struct item copy[4];
  float sum = 0;
  for (int k = 0; k < 4; k++)
    copy[k] = s[3 - k];
  for (int k = 0; k < 4; k++)
    sum += copy[k].weight * copy[k].weight * (float)copy[k].count;
  return sum;
}
