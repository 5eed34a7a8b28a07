// Exceptions: cleanup, filters, rethrow, nested try, noexcept, destructors.
#include <cstdio>
#include <stdexcept>
#include <string>

struct Guard {
  const char *name;
  explicit Guard(const char *n) : name(n) { std::puts(n); }
  ~Guard() { std::puts(name); }
};

struct Error : std::runtime_error {
  int code;
  Error(const std::string &m, int c) : std::runtime_error(m), code(c) {}
};

int risky(int x) {
  Guard g("risky");
  if (x < 0)
    throw Error("negative", x);
  if (x == 0)
    throw 42;
  if (x > 100)
    throw "large";
  return x;
}

int handled(int x) {
  try {
    Guard outer("outer");
    try {
      return risky(x);
    } catch (const Error &e) {
      Guard g(e.what());
      if (e.code < -10)
        throw;
      return e.code;
    }
  } catch (int i) {
    return i;
  } catch (const std::exception &) {
    return -1;
  } catch (...) {
    return -2;
  }
}

int nothrow(int x) noexcept { return risky(x); }

struct Array {
  Guard parts[3] = {Guard("a"), Guard("b"), Guard("c")};
};

Array *make() { return new Array; }
