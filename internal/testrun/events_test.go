package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const oneRun = `{"Action":"run","Package":"m/a","Test":"TestOne"}
{"Action":"output","Package":"m/a","Test":"TestOne","Output":"=== RUN   TestOne\n"}
{"Action":"pass","Package":"m/a","Test":"TestOne","Elapsed":2.5}
{"Action":"output","Package":"m/a","Test":"TestTwo/x","Output":"    a_test.go:7: got 1\n"}
{"Action":"fail","Package":"m/a","Test":"TestTwo/x","Elapsed":0.5}
{"Action":"fail","Package":"m/a","Test":"TestTwo","Elapsed":0.5}
{"Action":"output","Package":"m/a","Test":"TestThree","Output":"    a_test.go:9: no clang here\n"}
{"Action":"skip","Package":"m/a","Test":"TestThree"}
{"Action":"output","Package":"m/a","Output":"tier: derivatives: 3 taken, 40 left\n"}
{"Action":"fail","Package":"m/a","Elapsed":3}
{"Action":"build-output","ImportPath":"m/b","Output":"b.go:1: syntax error\n"}
{"Action":"fail","Package":"m/b","FailedBuild":"m/b"}
{"Action":"pass","Package":"m/c","Elapsed":1}
`

func collected(t *testing.T, events string) (*outcome, []string) {
	t.Helper()
	var ends []string
	o := collect(strings.NewReader(events), func(pkg, action string, _ float64) { ends = append(ends, pkg+" "+action) })
	return o, ends
}

func TestEventsAreCounted(t *testing.T) {
	o, ends := collected(t, oneRun)
	assert.Equal(t, []string{"m/a fail", "m/b fail", "m/c pass"}, ends)
	assert.Equal(t, 1, o.passed)
	assert.Equal(t, 3, o.failed, "two tests, and the package that was not built")
	assert.Equal(t, 3, o.packages)
	assert.Equal(t, [2]int{3, 40}, o.tier["derivatives"])
	assert.Equal(t, 2.5, o.times[test{"m/a", "TestOne"}])
	if assert.Len(t, o.skips, 1) {
		assert.Equal(t, skip{test{"m/a", "TestThree"}, "no clang here"}, o.skips[0])
	}
	var printed bytes.Buffer
	o.write(&printed)
	assert.Contains(t, printed.String(), "got 1")
	assert.Contains(t, printed.String(), "syntax error")
	assert.True(t, strings.HasSuffix(printed.String(), "1 passed, 3 failed, 1 skipped\n"), printed.String())
}

// A package whose process died fails though no test of it did.
func TestADeadPackageFails(t *testing.T) {
	o, _ := collected(t, `{"Action":"output","Package":"m/a","Output":"signal: killed\n"}
{"Action":"fail","Package":"m/a"}
`)
	assert.Equal(t, 1, o.failed)
}

func TestOutcomesAreAdded(t *testing.T) {
	total := newOutcome()
	for range 2 {
		o, _ := collected(t, oneRun)
		total.add(o)
	}
	assert.Equal(t, []int{2, 6, 6}, []int{total.passed, total.failed, total.packages})
	assert.Equal(t, [2]int{6, 80}, total.tier["derivatives"])
}
