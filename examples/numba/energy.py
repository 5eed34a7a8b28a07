import numba
import numpy as np

from gradient import gradient


@numba.njit("float64(float64, float64[::1])")
def energy(k, x):
    """Springs of stiffness k between neighbours, a well at the origin for each mass."""
    well = 1 - np.exp(-x * x)  # an array of Numba's
    e = well.sum()
    for i in range(1, len(x)):
        e += 0.5 * k * (x[i] - x[i - 1]) ** 2
    return e


energy_and_grad = gradient(energy)
x = np.array([0.5, -0.25, 1, 0.75])
e, (d_k, d_x) = energy_and_grad(2.0, x)
assert abs(e - energy(2.0, x)) < 1e-14
print("energy", e)
print("d/dk", d_k)
for i, d in enumerate(d_x):
    print(f"d/dx[{i}]", d)
