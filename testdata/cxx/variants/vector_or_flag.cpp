// A truth value in the place of a vector.

// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <variant>
#include <vector>

extern "C" double f(double *x, int n) {
  double sum = x[3] * x[4];
  std::vector<std::variant<double, std::vector<double>, bool>> terms;
  terms.push_back(sum);
  terms.push_back(std::vector<double>{x[0], sum});
  terms.push_back(std::vector<double>{x[1], x[2]});
  terms[1] = n > 3;
  for (const auto &term : terms)
    if (auto *list = std::get_if<std::vector<double>>(&term))
      sum *= (*list)[0] + (*list)[1];
  return sum + std::get<double>(terms[0]);
}
