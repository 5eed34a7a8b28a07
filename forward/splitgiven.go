package forward

// givenSplit is given for the split form.
func (env *Env) givenSplit(t *tangent) error {
	return env.refuseSplit(t.of, "tangents from a tape are not taken with a registered derivative")
}
