// A program whose IR is large because of the library headers, with one marker
// call in it.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

double __enzyme_autodiff(void *, ...);

static double square(double x) { return x * x; }

int main()
{
    std::map<std::string, std::vector<double>> table;
    std::regex words("(a|b)*c+");
    std::string line;
    while (std::getline(std::cin, line)) {
        std::smatch match;
        if (std::regex_search(line, match, words))
            table[match.str()].push_back(line.size());
    }
    std::vector<std::string> names;
    for (auto &entry : table)
        names.push_back(entry.first);
    std::sort(names.begin(), names.end());
    std::function<double(double)> add = [&](double x) { return x + names.size(); };
#ifdef LLAD_WIDE_TOO
    std::wregex wide(L"a+");
    std::wsmatch match;
    std::wstring text(L"aaa");
    std::regex_search(text, match, wide);
#endif
    std::cout << __enzyme_autodiff((void *)square, add(3.0)) << "\n";
}
