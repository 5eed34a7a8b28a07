// A variant of a double, an address and a negative number.
// llad: func f double
// llad: arg x dup double[12] range(0.3,1.7)
// llad: arg n const size_t 12
#include <variant>
#include <vector>
#include <cstddef>
#include <cstdint>
using V = std::variant<double, const double*, long>;
__attribute__((noinline)) static V make(const double*x, size_t i){ V v; if(i%3==0) v=x[i]*x[i]; else if(i%3==1) v=x+i; else v=-12345678l; return v; }
__attribute__((noinline)) static double ev(const V&v){ return v.index()==0?std::get<0>(v):v.index()==1?*std::get<1>(v):(double)std::get<2>(v); }
extern "C" double f(const double *x, size_t n){
  std::vector<V> a; for(size_t i=0;i<n;i++) a.push_back(make(x,i));
  double r=0; for(int k=0;k<3;k++){ for(auto&v:a) r+=ev(v)*(k+1); a.push_back(a[k]); a[k]=-12345678l; a[k+3]=r*.1; a[k+4]=(long)-7-k; a[k+5]=a[k+4]; }
  return r;
}
