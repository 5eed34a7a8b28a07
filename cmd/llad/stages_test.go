package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// A line of progress comes after two seconds, changes with the stage, and is wiped.
func TestProgressIsOneLineThatGoes(t *testing.T) {
	var b strings.Builder
	v := watchStages(nil)
	v.line = &b
	v.begin("activity analysis", "energy")
	v.say(v.start.Add(patience / 2))
	assert.Empty(t, b.String())
	v.say(v.start.Add(3 * time.Second))
	assert.Equal(t, "\r\x1b[Kllad: energy: activity analysis, 3 s", b.String())
	v.begin("synthesis", strings.Repeat("a", 100))
	v.say(v.start.Add(4 * time.Second))
	last := b.String()[strings.LastIndex(b.String(), "\x1b[K")+3:]
	assert.Len(t, last, 78)
	assert.True(t, strings.HasSuffix(last, "a: synthesis, 4 s"))
	v.pause()
	assert.True(t, strings.HasSuffix(b.String(), "\r\x1b[K"))
	v.say(v.start.Add(4 * time.Second))
	assert.True(t, strings.HasSuffix(b.String(), "\r\x1b[K"), "a line in a pause")
	v.begin("running", "")
	v.say(v.start.Add(4 * time.Second))
	v.quiet()
	assert.True(t, strings.HasSuffix(b.String(), "running, 4 s\r\x1b[K"))
	n := b.Len()
	v.say(v.start.Add(5 * time.Second))
	v.quiet()
	assert.Equal(t, n, b.Len(), "a line after the end")
}

func TestStagesAddUp(t *testing.T) {
	v := watchStages(nil)
	v.begin("inlining", "f")
	v.begin("normalisation", "f")
	v.begin("inlining", "g")
	var b strings.Builder
	v.report(&b)
	assert.Regexp(t, `^ +seconds +MiB  stage\n +\d+\.\d{3} +\d+\.\d  reading\n +\d+\.\d{3} +\d+\.\d  inlining\n +\d+\.\d{3} +\d+\.\d  normalisation\n$`, b.String())
}
