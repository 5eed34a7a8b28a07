package native

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

const faulty = `
declare ptr @malloc(i64)
declare void @free(ptr)

define void @f(i32 %what) {
  %p = call ptr @malloc(i64 16)
  %k = sext i32 %what to i64
  %q = getelementptr double, ptr %p, i64 %k
  store volatile double 1.0, ptr %q
  %leak = icmp eq i32 %what, 1
  br i1 %leak, label %out, label %tidy
tidy:
  call void @free(ptr %p)
  br label %out
out:
  ret void
}
`

// IR text that is built with the sanitizers is really watched: an access out of
// bounds and a block that is not freed are seen, and sound code passes.
func TestSanitizersSeeFaults(t *testing.T) {
	tc, err := FindToolchain(19)
	require.NoError(t, err)
	ws := NewWorkspace(t.TempDir(), tc)
	c := Config{Toolchain: tc, Level: "2", Sanitize: true}
	main := func(what string) string {
		return "#include <stdio.h>\nvoid f(int);\nint main(void) { f(" + what + "); printf(\"done=1\\n\"); return 0; }\n"
	}

	got, err := ws.RunMain("sound", c, main("0"), []byte(faulty))
	require.NoError(t, err)
	require.Equal(t, 1.0, got.Float("done"))

	_, err = ws.RunMain("bounds", c, main("2"), []byte(faulty))
	var failed *RunError
	require.True(t, errors.As(err, &failed), "%v", err)
	require.Contains(t, failed.Output, "heap-buffer-overflow")

	if ws.LeakCheck() {
		_, err = ws.RunMain("leak", c, main("1"), []byte(faulty))
		require.True(t, errors.As(err, &failed), "%v", err)
		require.Contains(t, failed.Output, "detected memory leaks")
	}
}

// A program that does not end is ended, one that prints something else than
// key=value is refused, and a compiler's message arrives.
func TestRunFailures(t *testing.T) {
	tc, err := FindToolchain(19)
	require.NoError(t, err)
	ws := NewWorkspace(t.TempDir(), tc)
	c := Config{Toolchain: tc, Level: "2"}

	_, err = ws.RunMain("words", c, "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n", []byte(faulty))
	require.EqualError(t, err, `driver printed "hello"`)

	_, err = ws.RunMain("bad", c, "int main(void) { return 0; }\n", []byte("define void @f() {\n  ret i32 0\n}\n"))
	require.ErrorContains(t, err, "value doesn't match function result type")

	again := c
	again.Again = 8
	_, err = ws.RunMain("again", again, "#include <stdio.h>\nint main(void) { printf(\"one=1\\n\"); return 0; }\n", []byte(faulty))
	require.NoError(t, err)
	_, err = ws.RunMain("unstable", again, "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { void *p = malloc(8); printf(\"at=%p\\n\", p); free(p); return 0; }\n", []byte(faulty))
	require.ErrorIs(t, err, ErrUnstable)

	_, err = run(compileLimit/1000000, nil, "sleep", "5")
	require.ErrorContains(t, err, "no end after")
}
