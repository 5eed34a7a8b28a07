// A union of floats of 32 bits and an address, written anew in every turn of a loop: what shadow memory has
// there as an address is none of a float's derivative.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
#include <stddef.h>
union U { float f[2]; const float *p; };
__attribute__((noinline)) float take(union U *u, int k){ return k ? *u->p * 2.0f : u->f[0]*3.0f + u->f[1]*u->f[0]; }
__attribute__((noinline)) void point(union U *u, const float *x){ u->p = x; }
__attribute__((noinline)) void fill(union U *u, const float *x){ u->f[0] = x[0]*x[0]; u->f[1]=x[0]; }
__attribute__((noinline)) float lo(union U *u){ return u->f[0]*3.0f; }
__attribute__((noinline)) float at(union U *u){ return *u->p*3.0f; }
float f(const float *x, size_t n){
  union U u; float s=0;
  for(size_t i=0;i<n;i++){
    int k = i%2==0;
    if(k) point(&u, x+i); else fill(&u, x+i);
    s += k ? at(&u) : lo(&u) * take(&u, k);
  }
  return s;
}
