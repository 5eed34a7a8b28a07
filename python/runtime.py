class _Call:
    """The arguments of one call, which are checked before the library gets them."""

    def __init__(self, function):
        self.function = function
        self.sizes = {}  # by name: the length, and the array that told it
        self.flat = []  # arrays whose shape is to be found out
        self.arrays = []

    def error(self, kind, name, text):
        return kind(f"{self.function}: {name} {text}")

    def real(self, name, value):
        if not isinstance(value, numbers.Real):
            raise self.error(TypeError, name, f"is a {type(value).__name__}; a number is needed")
        return float(value)

    def integer(self, name, value, bits):
        try:
            value = operator.index(value)
        except TypeError:
            raise self.error(TypeError, name, f"is a {type(value).__name__}; an integer is needed") from None
        if not -(1 << (bits - 1)) <= value < 1 << bits:
            raise self.error(OverflowError, name, f"is {value}, which {bits} bits do not hold")
        return value

    def array(self, name, value, dtypes, shape, written=False):
        if not isinstance(value, numpy.ndarray):
            raise self.error(TypeError, name, f"is a {type(value).__name__}; a numpy array of {dtypes[0]} is needed")
        if not any(value.dtype == numpy.dtype(d) for d in dtypes):
            raise self.error(TypeError, name, f"has elements of type {value.dtype}; {dtypes[0]} is needed")
        if not (value.flags.c_contiguous and value.flags.aligned):
            raise self.error(ValueError, name, "is not contiguous; numpy.ascontiguousarray makes a copy that is")
        if written and not value.flags.writeable:
            raise self.error(ValueError, name, "is read-only, and the function writes it")
        if value.ndim == len(shape):
            for axis, (length, size) in enumerate(zip(value.shape, shape)):
                self.bind(name, length, size, f" along axis {axis}" if len(shape) > 1 else "")
        elif value.ndim == 1:
            self.flat.append((name, value.size, shape))
        else:
            raise self.error(ValueError, name, f"has shape {value.shape}; {' × '.join(map(str, shape))} is needed")
        self.arrays.append((name, value, written))
        return value

    def bind(self, name, length, size, axis=""):
        known, by = self.sizes.setdefault(size, (length, name)) if isinstance(size, str) else (size, None)
        if known != length:
            reason = f"{size} is {known}, from {by}" if by else f"{known} is needed"
            raise self.error(ValueError, name, f"has {length} elements{axis}, where {reason}")

    def finish(self):
        """Finds the sizes that arrays of one axis tell which have several for the function."""
        while self.flat:
            waiting = []
            for name, length, shape in self.flat:
                open_sizes = [s for s in shape if isinstance(s, str) and s not in self.sizes]
                product = 1
                for s in shape:
                    if s not in open_sizes:
                        product *= self.sizes[s][0] if isinstance(s, str) else s
                if not open_sizes and product != length:
                    raise self.error(ValueError, name, f"has {length} elements, where {product} are needed")
                if len(open_sizes) == 1:
                    if product == 0 or length % product:
                        raise self.error(ValueError, name, f"has {length} elements, where a multiple of {product} is needed")
                    self.bind(name, length // product, open_sizes[0])
                elif open_sizes:
                    waiting.append((name, length, shape))
            if len(waiting) == len(self.flat):
                name, _, shape = waiting[0]
                raise self.error(ValueError, name, f"has one axis, which does not tell its shape; {' × '.join(map(str, shape))} is needed")
            self.flat = waiting

    def size(self, name, bits):
        length, by = self.sizes[name]
        if length >= 1 << (bits - 1):
            raise self.error(OverflowError, by, f"has {length} elements, a number that {bits} bits do not hold")
        return length

    def distinct(self):
        """Refuses arrays that are written where others are: derivatives need places of their own."""
        for k, (name, value, written) in enumerate(self.arrays):
            for other, its, also in self.arrays[:k]:
                if (written or also) and numpy.may_share_memory(value, its):
                    raise self.error(ValueError, name, f"has memory in common with {other}")


def _function(symbol, result, *parameters):
    function = _library[symbol]
    function.restype = result
    function.argtypes = parameters
    return function
