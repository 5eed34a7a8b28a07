// Vectors of three and four floats and quaternions, by value: they travel in pairs, as doubles or integers, which
// optimised code takes apart and turns about side by side.
// llad: func f float
// llad: arg x dup float[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
// llad: tags float
// llad: difftol 2e-3
// llad: dottol 1e-5
#include <cmath>
#include <xmmintrin.h>
union Two { struct { float x, y; }; float e[2]; };
union Three { struct { float x, y, z; }; struct { Two xy; float rest; }; float e[3]; };
union Four { struct { union { Three xyz; struct { float x, y, z; }; }; float w; }; float e[4]; __m128 m; };
struct Matrix { Four c[4]; };
static inline Three three(float x, float y, float z) { Three r; r.x = x, r.y = y, r.z = z; return r; }
static inline Three sub(Three a, Three b) { return three(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline float dot(Three a, Three b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline Three cross(Three a, Three b) { return three(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
static inline Three unit(Three a) { float l = 1.0f / std::sqrt(dot(a, a)); return three(a.x * l, a.y * l, a.z * l); }
static inline Four combine(Four v, const Matrix &m) {
  Four r;
  r.m = _mm_mul_ps(_mm_shuffle_ps(v.m, v.m, 0x00), m.c[0].m);
  r.m = _mm_add_ps(r.m, _mm_mul_ps(_mm_shuffle_ps(v.m, v.m, 0x55), m.c[1].m));
  r.m = _mm_add_ps(r.m, _mm_mul_ps(_mm_shuffle_ps(v.m, v.m, 0xaa), m.c[2].m));
  r.m = _mm_add_ps(r.m, _mm_mul_ps(_mm_shuffle_ps(v.m, v.m, 0xff), m.c[3].m));
  return r;
}
static inline Matrix product(const Matrix &a, const Matrix &b) {
  Matrix r;
  for (int k = 0; k < 4; k++) r.c[k] = combine(b.c[k], a);
  return r;
}
static inline Matrix look(Three eye, Three at, Three up) {
  Three f = unit(sub(at, eye)), s = unit(cross(f, up)), u = cross(s, f);
  Matrix r;
  for (int k = 0; k < 3; k++) {
    r.c[k].x = s.e[k], r.c[k].y = u.e[k], r.c[k].z = -f.e[k], r.c[k].w = 0;
  }
  r.c[3].x = -dot(s, eye), r.c[3].y = -dot(u, eye), r.c[3].z = dot(f, eye), r.c[3].w = 1;
  return r;
}
static inline Four turn(Three axis, float angle) {
  Three a = unit(axis);
  float s = std::sin(angle * 0.5f);
  Four q;
  q.x = a.x * s, q.y = a.y * s, q.z = a.z * s, q.w = std::cos(angle * 0.5f);
  return q;
}
static inline Four between(Four a, Four b, float t) {
  float c = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w, angle = std::acos(c);
  float p = std::sin((1 - t) * angle), q = std::sin(t * angle);
  Four r;
  r.m = _mm_add_ps(_mm_mul_ps(a.m, _mm_set1_ps(p)), _mm_mul_ps(b.m, _mm_set1_ps(q)));
  float l = 1.0f / std::sqrt(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w);
  r.m = _mm_mul_ps(r.m, _mm_set1_ps(l));
  return r;
}
static inline Matrix rotation(Four q) {
  float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z, wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  Matrix r;
  r.c[0].x = 1 - 2 * (yy + zz), r.c[0].y = 2 * (xy + wz), r.c[0].z = 2 * (xz - wy), r.c[0].w = 0;
  r.c[1].x = 2 * (xy - wz), r.c[1].y = 1 - 2 * (xx + zz), r.c[1].z = 2 * (yz + wx), r.c[1].w = 0;
  r.c[2].x = 2 * (xz + wy), r.c[2].y = 2 * (yz - wx), r.c[2].z = 1 - 2 * (xx + yy), r.c[2].w = 0;
  r.c[3].x = r.c[3].y = r.c[3].z = 0, r.c[3].w = 1;
  return r;
}
static inline Matrix inverse(const Matrix &m) {
  auto top = [&](int k) { return three(m.c[k].x, m.c[k].y, m.c[k].z); };
  Three s = cross(top(0), top(1)), t = cross(top(2), top(3)), u, v;
  for (int k = 0; k < 3; k++) {
    u.e[k] = m.c[0].e[k] * m.c[1].w - m.c[1].e[k] * m.c[0].w;
    v.e[k] = m.c[2].e[k] * m.c[3].w - m.c[3].e[k] * m.c[2].w;
  }
  float d = 1.0f / (dot(s, v) + dot(t, u));
  for (int k = 0; k < 3; k++) s.e[k] *= d, t.e[k] *= d, u.e[k] *= d, v.e[k] *= d;
  Three a = cross(top(1), v), b = cross(v, top(0)), c = cross(top(3), u), e = cross(u, top(2));
  Matrix r;
  for (int k = 0; k < 3; k++) {
    r.c[k].x = a.e[k] + t.e[k] * m.c[1].w, r.c[k].y = b.e[k] - t.e[k] * m.c[0].w;
    r.c[k].z = c.e[k] + s.e[k] * m.c[3].w, r.c[k].w = e.e[k] - s.e[k] * m.c[2].w;
  }
  r.c[3].x = -dot(top(1), t), r.c[3].y = dot(top(0), t), r.c[3].z = -dot(top(3), s), r.c[3].w = dot(top(2), s);
  return r;
}
extern "C" float f(float *x, int n) {
  Matrix v = look(three(x[0] + 1, x[1] * 2, 3 + x[2]), three(x[3] * 0.1f, 0, 0.1f), three(0, 1, 0));
  Four q = between(turn(three(x[1], 1, x[2]), x[4]), turn(three(0, 0, 1), 1.1f), 0.5f * x[5]);
  Matrix r = rotation(q), i = inverse(product(v, r));
  float s = 0;
  for (int k = 0; k < n; k++) {
    Four p;
    p.x = 0.1f * k, p.y = 0.2f, p.z = x[0] * 0.1f, p.w = 1;
    p = combine(combine(p, r), v);
    s += p.x + 0.5f * p.y + p.z * p.z * 0.01f;
    p.x = 0.1f, p.y = 0.2f * k, p.z = 0.3f, p.w = 1;
    p = combine(p, i);
    s += p.x * 0.1f + p.y * 0.05f;
  }
  return s;
}
