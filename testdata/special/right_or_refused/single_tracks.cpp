// Structs with texts and vectors of structs of floats that are sorted: memory of texts says nothing of the floats.
// llad: func f float
// llad: arg x dup float[6] {0.5,1.25,0.75,1.5,0.25,1}
// llad: arg n const int 6

#include <algorithm>
#include <string>
#include <vector>

struct filter {
  float gain, delay = 0;
};

struct track {
  std::string name;
  float weight;
  std::vector<filter> filters;
};

extern "C" float f(const float *x, int n) {
  std::vector<track> tracks;
  for (int i = 0; i < n / 2; i++) {
    track t{"track", x[i], {}};
    t.filters.push_back({x[n / 2 + i], x[0]});
    tracks.push_back(t);
  }
  std::sort(tracks.begin(), tracks.end(), [](const track &a, const track &b) { return a.weight > b.weight; });
  float s = 0;
  for (track &t : tracks)
    s = t.weight * t.filters[0].gain - 0.5f * s;
  return s;
}
