/* Derivatives of C++17 functions and lambdas, with types.

     double f(double x, const std::vector<double> &y, int n);

     #include "llad.hpp"
     std::vector<double> dy(y.size());
     double dx = llad::gradient(f, llad::active(x), llad::duplicated(y, dy), llad::constant(n));
     double t = llad::tangent(f, llad::direction(x, 1.0), llad::duplicated(y, dy), llad::constant(n));

   active(x)           a float (or a struct of floats) by value; its gradient is returned
   direction(x, dx)    the same with its tangent, for tangents
   duplicated(x, dx)   a pointer, array or object and its shadow: gradients are added to the shadow
                       (reverse), tangents are read from it and written to it (forward)
   no_need(x, dx)      the same where what the function leaves in x is not wanted
   constant(x)         anything, without a derivative

   gradient            the gradients of the active arguments: nothing, one, or a std::tuple
   value_and_gradient  a std::pair of the function's result and the gradients (a std::tuple, always)
   tangent             the tangent of the result
   value_and_tangent   a std::pair of the result and its tangent

   Several at once, for one run of the function:

   directions(x, {dx, ...})      x with N tangents
   duplicated(x, {&dx, ...})     x with N shadows (no_need likewise)
   tangents, value_and_tangents  a std::array of N tangents of the result
   gradients                     a function that returns nothing, weighed N times by what stands in the
                                 shadows of its outputs: as gradient, with a std::array of N gradients
                                 for each active argument

   The function may be a function, a pointer to one that is known where the
   derivative is called, a lambda, or another object that can be called: its
   own data are constants. It returns a floating-point number or nothing.

   The program is compiled to IR, `llad file.ll -o out.ll` replaces the calls,
   and out.ll is compiled further; see llad.h. No flag is needed, at any level. */
#ifndef LLAD_HPP
#define LLAD_HPP

#if __cplusplus < 201703L
#error "llad.hpp needs C++17 (-std=c++17)"
#endif

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "llad.h"

#define LLAD_INLINE __attribute__((always_inline)) inline

extern "C" {
struct llad_both_float { float value, tangent; };
struct llad_both_double { double value, tangent; };
struct llad_both_long_double { long double value, tangent; };
void __llad_reverse_void(const void *, ...);
float __llad_reverse_float(const void *, ...);
double __llad_reverse_double(const void *, ...);
long double __llad_reverse_long_double(const void *, ...);
void __llad_forward_void(const void *, ...);
llad_both_float __llad_forward_float(const void *, ...);
llad_both_double __llad_forward_double(const void *, ...);
llad_both_long_double __llad_forward_long_double(const void *, ...);
}

/* N tangents at once: the result, then its tangents. */
template <typename R, typename... P> R __llad_forward_wide(const void *, P...);

namespace llad {

namespace detail {

/* Whether gradients of a type can be returned: floats, and classes that are
   copied as bytes (their other members are passed over). */
template <typename T>
inline constexpr bool has_gradient =
    std::is_floating_point_v<T> || (std::is_class_v<T> && std::is_trivially_copyable_v<T>);

enum class kind { active, direction, duplicated, constant };

template <typename T, std::size_t N> struct active {
    static_assert(!std::is_pointer_v<T> && !std::is_reference_v<T>,
                  "llad::active is for numbers by value; pointers and references need a shadow: llad::duplicated");
    static_assert(has_gradient<T>, "llad::active: the type has no gradient; llad::constant passes it as it is");
    static constexpr detail::kind kind = detail::kind::active;
    static constexpr std::size_t width = N;
    static constexpr const int *marker = &llad_dup;
    using param = T *;
    T value;
    T slot[N]{};
    static LLAD_INLINE T &get(param p) { return *p; }
    LLAD_INLINE param primal() { return &value; }
    LLAD_INLINE param shadow(std::size_t lane = 0) { return &slot[lane]; }
};

template <typename T, std::size_t N> struct direction {
    static_assert(has_gradient<T>, "llad::direction: the type has no tangent; llad::constant passes it as it is");
    static constexpr detail::kind kind = detail::kind::direction;
    static constexpr std::size_t width = N;
    static constexpr const int *marker = &llad_dup;
    using param = T *;
    T value, slot[N];
    static LLAD_INLINE T &get(param p) { return *p; }
    LLAD_INLINE param primal() { return &value; }
    LLAD_INLINE param shadow(std::size_t lane = 0) { return &slot[lane]; }
};

/* T is a pointer or an lvalue reference. */
template <typename T, bool Need, std::size_t N> struct duplicated {
    static constexpr detail::kind kind = detail::kind::duplicated;
    static constexpr std::size_t width = N;
    static constexpr const int *marker = Need ? &llad_dup : &llad_dupnoneed;
    using object = std::remove_reference_t<std::conditional_t<std::is_pointer_v<T>, std::remove_pointer_t<T>, T>>;
    using param = object *;
    object *value;
    std::remove_const_t<object> *slot[N];
    static LLAD_INLINE T get(param p) {
        if constexpr (std::is_pointer_v<T>)
            return p;
        else
            return *p;
    }
    LLAD_INLINE param primal() { return value; }
    LLAD_INLINE param shadow(std::size_t lane = 0) { return slot[lane]; }
};

/* Scalars (pointers among them) by value, everything else by reference. */
template <typename T> struct constant {
    static constexpr detail::kind kind = detail::kind::constant;
    static constexpr std::size_t width = 0;
    static constexpr const int *marker = &llad_const;
    static constexpr bool address = std::is_pointer_v<T>;
    using param = std::conditional_t<address, T, const std::remove_reference_t<T> *>;
    T value;
    static LLAD_INLINE decltype(auto) get(param p) {
        if constexpr (address)
            return static_cast<T>(p);
        else
            return static_cast<const std::remove_reference_t<T> &>(*p);
    }
    LLAD_INLINE param primal() {
        if constexpr (address)
            return value;
        else
            return &value;
    }
    LLAD_INLINE param shadow(std::size_t = 0) { return nullptr; }
};

template <typename A> struct is_argument : std::false_type {};
template <typename T, std::size_t N> struct is_argument<active<T, N>> : std::true_type {};
template <typename T, std::size_t N> struct is_argument<direction<T, N>> : std::true_type {};
template <typename T, bool Need, std::size_t N> struct is_argument<duplicated<T, Need, N>> : std::true_type {};
template <typename T> struct is_argument<constant<T>> : std::true_type {};

/* How many arguments a function takes; -1 for what is no plain function. */
template <typename F> struct arity { static constexpr int value = -1; };
template <typename R, typename... P> struct arity<R (*)(P...)> { static constexpr int value = sizeof...(P); };
template <typename R, typename... P> struct arity<R (*)(P...) noexcept> { static constexpr int value = sizeof...(P); };

/* What is differentiated: a function of pointers that calls the user's. F is
   a pointer to the function or to the object that is called. */
template <typename F, typename... A> struct caller {
    static_assert(std::conjunction_v<is_argument<A>...>,
                  "llad: wrap every argument in llad::active, direction, duplicated, no_need or constant");
    static_assert(arity<F>::value < 0 || arity<F>::value == static_cast<int>(sizeof...(A)),
                  "llad: the function takes another number of arguments");
    static_assert(std::is_invocable_v<decltype(*std::declval<F>()), decltype(A::get(std::declval<typename A::param>()))...>,
                  "llad: the function cannot be called with these arguments");
    using result = std::invoke_result_t<decltype(*std::declval<F>()), decltype(A::get(std::declval<typename A::param>()))...>;
    static_assert(std::is_floating_point_v<result> || std::is_void_v<result>,
                  "llad: the function must return a floating-point number or nothing");
    static result call(F f, typename A::param... p) { return (*f)(A::get(p)...); }
};

/* A function pointer by value, so that the function is known at -O0 too. */
template <typename F> LLAD_INLINE F *callee(F *f) { return f; }

template <typename F, std::enable_if_t<!std::is_pointer_v<F>, int> = 0> LLAD_INLINE F *callee(F &f) { return &f; }

template <typename F> LLAD_INLINE const void *address(F *f) {
    if constexpr (std::is_function_v<F>)
        return reinterpret_cast<const void *>(f);
    else
        return f;
}

template <typename T, std::size_t N> LLAD_INLINE std::array<T, N> all(const T (&x)[N]) {
    std::array<T, N> a{};
    for (std::size_t k = 0; k < N; k++)
        a[k] = x[k];
    return a;
}

/* The gradients of the active arguments as a tuple of the others' nothing. */
template <typename A> LLAD_INLINE auto gradient_of(A &a) {
    if constexpr (A::kind == kind::active && A::width == 1)
        return std::make_tuple(a.slot[0]);
    else if constexpr (A::kind == kind::active)
        return std::make_tuple(all(a.slot));
    else
        return std::tuple<>();
}

/* The markers. They get addresses alone. */
template <typename R, typename... P> LLAD_INLINE R reverse(const void *f, P... p) {
    if constexpr (std::is_same_v<R, float>)
        return __llad_reverse_float(f, p...);
    else if constexpr (std::is_same_v<R, double>)
        return __llad_reverse_double(f, p...);
    else if constexpr (std::is_same_v<R, long double>)
        return __llad_reverse_long_double(f, p...);
    else
        __llad_reverse_void(f, p...);
}

template <typename R, typename... P> LLAD_INLINE auto forward(const void *f, P... p) {
    if constexpr (std::is_same_v<R, float>)
        return __llad_forward_float(f, &llad_primal_return, p...);
    else if constexpr (std::is_same_v<R, double>)
        return __llad_forward_double(f, &llad_primal_return, p...);
    else if constexpr (std::is_same_v<R, long double>)
        return __llad_forward_long_double(f, &llad_primal_return, p...);
    else
        __llad_forward_void(f, p...);
}

/* How many shadows the arguments have: the same for all that are not constant. */
template <typename... A> constexpr std::size_t width_of() {
    std::size_t n = 0;
    ((n = A::width > n ? A::width : n), ...);
    return n;
}

template <std::size_t N, typename... A> constexpr void check_width() {
    static_assert(N > 1 || ((A::width < 2) && ...), "llad: for several shadows at once there are tangents and gradients");
    static_assert(N > 0 && ((A::width == 0 || A::width == N) && ...), "llad: the arguments have different numbers of shadows");
}

template <std::size_t N, typename... A> constexpr void check_reverse() {
    static_assert(((A::kind != kind::direction) && ...), "llad::gradient: a direction is for tangents; use llad::active");
    check_width<N, A...>();
}

template <std::size_t N, typename... A> constexpr void check_forward() {
    static_assert(((A::kind != kind::active) && ...), "llad::tangent: an active argument needs its direction; use llad::direction");
    check_width<N, A...>();
}

/* The result and N tangents, as the marker delivers them. */
template <typename R, std::size_t N> struct results {
    R value;
    R tangents[N];
};

template <std::size_t N> struct results<void, N> {};

/* The marker calls for N shadows: what stands in front, then the shadows lane
   by lane. A is what is differentiated with respect to, Mark makes the call. */
template <typename Mark, std::size_t N, typename... A> struct lanes {
    template <std::size_t Lane = 0, typename... P> static LLAD_INLINE auto call(A &...a, P... p) {
        if constexpr (Lane == N)
            return Mark::call(p...);
        else
            return call<Lane + 1>(a..., p..., nullptr, a.shadow(Lane)...);
    }
};

template <typename R, std::size_t N> struct forward_lanes {
    template <typename... P> static LLAD_INLINE auto call(const void *f, P... p) {
        if constexpr (std::is_void_v<R>)
            __llad_forward_void(f, &llad_width, static_cast<int>(N), p...);
        else
            return __llad_forward_wide<results<R, N>>(f, &llad_primal_return, &llad_width, static_cast<int>(N), p...);
    }
};

template <std::size_t N> struct reverse_lanes {
    template <typename... P> static LLAD_INLINE void call(const void *f, P... p) {
        __llad_reverse_void(f, &llad_width, static_cast<int>(N), p...);
    }
};

/* The argument with room for N gradients. */
template <std::size_t N, typename A> LLAD_INLINE auto widened(A a) {
    if constexpr (A::kind == kind::active)
        return active<decltype(a.value), N>{a.value};
    else
        return a;
}

template <std::size_t N, typename F, typename... A> LLAD_INLINE auto gradients(F callee, A... a) {
    check_reverse<N, A...>();
    using call = caller<F, A...>;
    static_assert(std::is_void_v<typename call::result>,
                  "llad::gradients: the function returns a number, of which there is one gradient; use llad::gradient");
    lanes<reverse_lanes<N>, N, A...>::call(a..., address(&call::call), &llad_columns, &llad_const, A::marker..., address(callee), a.primal()...);
    auto all = std::tuple_cat(gradient_of(a)...);
    if constexpr (std::tuple_size_v<decltype(all)> == 1)
        return std::get<0>(all);
    else if constexpr (std::tuple_size_v<decltype(all)> > 1)
        return all;
}

template <std::size_t N, typename F, typename... A> LLAD_INLINE auto tangents(F callee, A... a) {
    check_forward<N, A...>();
    using call = caller<F, A...>;
    return lanes<forward_lanes<typename call::result, N>, N, A...>::call(a..., address(&call::call), &llad_columns, &llad_const, A::marker...,
                                                                         address(callee), a.primal()...);
}

} // namespace detail

template <typename T> LLAD_INLINE detail::active<T, 1> active(T x) { return {x}; }

template <typename T> LLAD_INLINE detail::direction<T, 1> direction(T x, std::common_type_t<T> dx) { return {x, {dx}}; }

template <typename T, std::size_t N> LLAD_INLINE detail::direction<T, N> directions(T x, const std::common_type_t<T> (&dx)[N]) {
    detail::direction<T, N> d{x, {}};
    for (std::size_t k = 0; k < N; k++)
        d.slot[k] = dx[k];
    return d;
}

namespace detail {

template <typename P, bool Need, std::size_t N, typename T>
LLAD_INLINE duplicated<P, Need, N> shadowed(T *x, std::remove_const_t<T> *const (&dx)[N]) {
    duplicated<P, Need, N> d{x, {}};
    for (std::size_t k = 0; k < N; k++)
        d.slot[k] = dx[k];
    return d;
}

template <typename T> using by_reference = std::enable_if_t<!std::is_pointer_v<T> && !std::is_array_v<T>, int>;

template <std::size_t N> using several = std::enable_if_t<(N > 1), int>;

} // namespace detail

template <typename T> LLAD_INLINE detail::duplicated<T *, true, 1> duplicated(T *x, std::remove_const_t<T> *dx) { return {x, {dx}}; }

template <typename T, std::size_t N, detail::several<N> = 0>
LLAD_INLINE detail::duplicated<T *, true, N> duplicated(T *x, std::remove_const_t<T> *const (&dx)[N]) {
    return detail::shadowed<T *, true, N>(x, dx);
}

template <typename T, detail::by_reference<T> = 0>
LLAD_INLINE detail::duplicated<T &, true, 1> duplicated(T &x, std::remove_const_t<T> &dx) {
    return {&x, {&dx}};
}

template <typename T, std::size_t N, detail::by_reference<T> = 0, detail::several<N> = 0>
LLAD_INLINE detail::duplicated<T &, true, N> duplicated(T &x, std::remove_const_t<T> *const (&dx)[N]) {
    return detail::shadowed<T &, true, N>(&x, dx);
}

template <typename T> LLAD_INLINE detail::duplicated<T *, false, 1> no_need(T *x, std::remove_const_t<T> *dx) { return {x, {dx}}; }

template <typename T, std::size_t N, detail::several<N> = 0>
LLAD_INLINE detail::duplicated<T *, false, N> no_need(T *x, std::remove_const_t<T> *const (&dx)[N]) {
    return detail::shadowed<T *, false, N>(x, dx);
}

template <typename T, detail::by_reference<T> = 0>
LLAD_INLINE detail::duplicated<T &, false, 1> no_need(T &x, std::remove_const_t<T> &dx) {
    return {&x, {&dx}};
}

template <typename T, std::size_t N, detail::by_reference<T> = 0, detail::several<N> = 0>
LLAD_INLINE detail::duplicated<T &, false, N> no_need(T &x, std::remove_const_t<T> *const (&dx)[N]) {
    return detail::shadowed<T &, false, N>(&x, dx);
}

template <typename T, std::enable_if_t<std::is_scalar_v<T>, int> = 0> LLAD_INLINE detail::constant<T> constant(T x) { return {x}; }

template <typename T, std::enable_if_t<!std::is_scalar_v<T> && !std::is_array_v<T> && !std::is_function_v<T>, int> = 0>
LLAD_INLINE detail::constant<const T &> constant(const T &x) {
    return {x};
}

/* The gradients of the active arguments; those of duplicated ones are added to
   their shadows. A function that returns nothing is weighed by what stands in
   the shadows of its outputs. */
template <typename F, typename... A> LLAD_INLINE auto gradient(F f, A... a) {
    detail::check_reverse<1, A...>();
    auto callee = detail::callee(f);
    using call = detail::caller<decltype(callee), A...>;
    detail::reverse<void>(detail::address(&call::call), &llad_columns, &llad_const, A::marker..., detail::address(callee), a.primal()...,
                          nullptr, a.shadow()...);
    auto all = std::tuple_cat(detail::gradient_of(a)...);
    if constexpr (std::tuple_size_v<decltype(all)> == 1)
        return std::get<0>(all);
    else if constexpr (std::tuple_size_v<decltype(all)> > 1)
        return all;
}

/* The result and the gradients of the active arguments. */
template <typename F, typename... A> LLAD_INLINE auto value_and_gradient(F f, A... a) {
    detail::check_reverse<1, A...>();
    auto callee = detail::callee(f);
    using call = detail::caller<decltype(callee), A...>;
    static_assert(!std::is_void_v<typename call::result>, "llad::value_and_gradient: the function returns nothing");
    auto value = detail::reverse<typename call::result>(detail::address(&call::call), &llad_primal_return, &llad_columns, &llad_const,
                                                        A::marker..., detail::address(callee), a.primal()..., nullptr, a.shadow()...);
    return std::make_pair(value, std::tuple_cat(detail::gradient_of(a)...));
}

/* The tangent of the result; those of duplicated arguments are in their
   shadows. */
template <typename F, typename... A> LLAD_INLINE auto tangent(F f, A... a) {
    detail::check_forward<1, A...>();
    auto callee = detail::callee(f);
    using call = detail::caller<decltype(callee), A...>;
    using result = typename call::result;
    if constexpr (std::is_void_v<result>)
        detail::forward<result>(detail::address(&call::call), &llad_columns, &llad_const, A::marker..., detail::address(callee),
                                a.primal()..., nullptr, a.shadow()...);
    else
        return detail::forward<result>(detail::address(&call::call), &llad_columns, &llad_const, A::marker..., detail::address(callee),
                                       a.primal()..., nullptr, a.shadow()...)
            .tangent;
}

/* The result and its tangent. */
template <typename F, typename... A> LLAD_INLINE auto value_and_tangent(F f, A... a) {
    detail::check_forward<1, A...>();
    auto callee = detail::callee(f);
    using call = detail::caller<decltype(callee), A...>;
    static_assert(!std::is_void_v<typename call::result>, "llad::value_and_tangent: the function returns nothing");
    auto r = detail::forward<typename call::result>(detail::address(&call::call), &llad_columns, &llad_const, A::marker...,
                                                    detail::address(callee), a.primal()..., nullptr, a.shadow()...);
    return std::make_pair(r.value, r.tangent);
}

/* N gradients of a function that returns nothing, in one run: each is weighed by
   one shadow of its outputs. */
template <typename F, typename... A> LLAD_INLINE auto gradients(F f, A... a) {
    constexpr std::size_t n = detail::width_of<A...>();
    return detail::gradients<n>(detail::callee(f), detail::widened<n>(a)...);
}

/* N tangents of the result in one run, one for each direction and shadow; nothing
   where the function returns nothing. */
template <typename F, typename... A> LLAD_INLINE auto tangents(F f, A... a) {
    constexpr std::size_t n = detail::width_of<A...>();
    using result = typename detail::caller<decltype(detail::callee(f)), A...>::result;
    if constexpr (std::is_void_v<result>)
        detail::tangents<n>(detail::callee(f), a...);
    else
        return detail::all(detail::tangents<n>(detail::callee(f), a...).tangents);
}

/* The result and its N tangents. */
template <typename F, typename... A> LLAD_INLINE auto value_and_tangents(F f, A... a) {
    constexpr std::size_t n = detail::width_of<A...>();
    auto r = detail::tangents<n>(detail::callee(f), a...);
    return std::make_pair(r.value, detail::all(r.tangents));
}

} // namespace llad

#undef LLAD_INLINE

#endif
