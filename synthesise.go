package llad

// synthesise makes the derivative: a normalised copy of the function, its
// analysis, and the code that the mode's package writes from them.
func (j *job) synthesise() error {
	return refuseAt(j.f, "L0211", "%s mode is not available", j.mode)
}
