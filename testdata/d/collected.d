// memory of the collector of garbage: arrays, what is appended, classes, structs, copies, closures
module collected;

extern(C) double fresh(const(double)* x, int n) {
    auto y = new double[n];
    foreach (i; 0 .. n) y[i] = x[i] * x[i];
    double s = 0;
    foreach (v; y) s += v * x[0];
    return s;
}
extern(C) double appended(const(double)* x, int n) {
    double[] y;
    foreach (i; 0 .. n) y ~= x[i] * x[i];
    double s = 0;
    foreach (v; y) s += v * x[0];
    return s;
}
class Node { double v; Node next; this(double v, Node n) { this.v = v; this.next = n; } double f() { return v * v; } }
extern(C) double linked(const(double)* x, int n) {
    Node head = null;
    foreach (i; 0 .. n) head = new Node(x[i], head);
    double s = 0;
    for (auto p = head; p !is null; p = p.next) s += p.f() * x[0];
    return s;
}
struct S { double a, b; }
extern(C) double structs(const(double)* x) {
    auto s = new S(x[0], x[1] * x[0]);
    return s.a * s.b;
}
extern(C) double copies(const(double)* x, int n) {
    auto y = x[0 .. n].dup;
    y[] *= 2.0;
    double[3] z = [x[0], x[1], x[0] * x[1]];
    auto w = [x[0], x[1]*x[1], 3.0];
    double s = 0;
    foreach (v; y) s += v * v;
    foreach (v; z) s += v;
    foreach (v; w) s += v;
    return s;
}
extern(C) double grown(const(double)* x, int n) {
    double[] y;
    y.length = n;
    foreach (i; 0 .. n) y[i] = x[i] * x[i];
    auto z = y ~ y;
    double s = 0;
    foreach (v; z) s += v * v;
    return s;
}
extern(C) double closed(const(double)* x, int n) {
    double k = x[0] * x[0];
    double delegate(double) f = (double t) => k * t;
    double s = 0;
    foreach (i; 0 .. n) s += f(x[i]);
    return s;
}
