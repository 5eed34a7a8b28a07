// Tensors of a model, placed through a table of the addresses of its members; integers
// are copied into memory that, as far as is known, may be a tensor's.
// llad: func f float
// llad: arg x dup float[12] range(-1,1)
// llad: arg n const int 12
// llad: tags float
// llad: difftol 1e-4
// llad: dottol 1e-5
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct tensors { float *w, *b, *out; };
struct model {
    struct tensors t;
    size_t sizes[3];
    float *memory;
    int *inputs;
};

static float *place(struct tensors *t, size_t *sizes)
{
    size_t all = 0;
    for (int i = 0; i < 3; i++)
        all += sizes[i];
    float *memory = malloc(all * sizeof(float));
    float **members[] = {&t->w, &t->b, &t->out}, *next = memory;
    for (int i = 0; i < 3; i++) {
        *members[i] = next;
        next += sizes[i];
    }
    return memory;
}

static void forward(struct model *m, const int *inputs, int n)
{
    memcpy(m->inputs, inputs, n * sizeof(int));
    for (int i = 0; i < n; i++)
        m->t.out[i] = tanhf(m->t.w[m->inputs[i]] * m->t.b[i % 4] + m->t.b[(i + 1) % 4]);
}

float f(float *x, int n)
{
    struct model m;
    memset(&m, 0, sizeof m);
    m.sizes[0] = 8;
    m.sizes[1] = 4;
    m.sizes[2] = 6;
    m.memory = place(&m.t, m.sizes);
    for (int i = 0; i < n; i++)
        m.memory[i] = x[i];
    m.inputs = malloc(6 * sizeof(int));
    int inputs[6] = {5, 0, 7, 2, 2, 3};
    forward(&m, inputs, 6);
    float s = 0;
    for (int i = 0; i < 6; i++)
        s += m.t.out[i] * m.t.out[(i + 1) % 6];
    free(m.memory);
    free(m.inputs);
    return s;
}
