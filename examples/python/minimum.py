import numpy as np
from scipy.optimize import minimize

from energy import energy_and_grad, energy_hvp

x = np.array([0.5, -0.25, 1, 0.75])
e, (d_k, d_x) = energy_and_grad(2.0, x)
print("energy", e)
print("d/dk", d_k)
for i, d in enumerate(d_x):
    print(f"d/dx[{i}]", d)

best = minimize(lambda x: energy_and_grad(2.0, x)[0], x, method="Newton-CG",
                jac=lambda x: energy_and_grad(2.0, x)[1][1],
                hessp=lambda x, d_x: energy_hvp(2.0, 0.0, x, d_x)[1])
print("least", best.fun)
