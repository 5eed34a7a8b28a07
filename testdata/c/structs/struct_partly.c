// A struct is copied of which only some members are used: two floats in one
// word are no double.
// llad: func f double
// llad: decl struct part { double u; float w, z; double v; };
// llad: arg s dup struct-part[4] range(0.5,1.5) inout
// llad: leaves s u w:float z:float v
// llad: arg k const int 3
// llad: tags memory float
// llad: dottol 1e-6
// llad: difftol 1e-5
struct part { double u; float w, z; double v; };

double f(struct part *s, int k) {
  s[0] = s[k];
  s[0].u *= s[1].u;
  s[1] = s[0];
  return s[1].u * s[2].u;
}
