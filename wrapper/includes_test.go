package wrapper

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestIncludes(t *testing.T) {
	text := "#include <a.h>\n  #  include \"b.h\" // c\nx # include <no.h>\n/* c */ #include <d.h>\n#import <e.h>\n" +
		"#include_next <f.h>\n#include MACRO\n#include \\\n<g.h>\n#error include this\n#include<h.h>\n"
	var names []string
	unknown := 0
	for _, rest := range includes([]byte(text)) {
		name, quoted, ok := includedName(rest)
		if !ok {
			unknown++
			continue
		}
		if quoted {
			name = `"` + name
		}
		names = append(names, name)
	}
	assert.Equal(t, []string{"a.h", `"b.h`, "d.h", "e.h", "f.h", "h.h"}, names)
	assert.Equal(t, 2, unknown)
}

// A source is taken to be free of markers only where all that it may include was seen.
func TestSourcesThatCannotHoldMarkers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the headers of other systems stand elsewhere")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"plain.c":         "#include \"own.h\"\n#include <stdarg_of_the_compiler.h>\nint f;\n",
		"own.h":           "#include \"own.h\"\n#include <sub.h>\n",
		"inc/sub.h":       "int g;\n",
		"marked.c":        "double __enzyme_autodiff(void *);\n",
		"deep.c":          "#if 0\n#include <deep.h>\n#endif\n",
		"inc/deep.h":      "#include \"deeper.h\"\n",
		"inc/deeper.h":    "#define M __llad_reverse\n",
		"macro.c":         "#include FILE_NAME\n",
		"missing.c":       "#include \"generated.h\"\n",
		"named.c":         "#include <llad.h>\n",
		"with blank/in.h": "int h;\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	for line, free := range map[string]bool{
		"-Iinc -c plain.c":                      true,
		"-isystem inc -O2 -c plain.c -DX=1":     true,
		"-c plain.c -DX=__llad_reverse":         false,
		"-Iinc -include inc/deep.h -c plain.c":  false,
		"-Iinc -include inc/sub.h -c plain.c":   true,
		"-include-pch x.pch -c plain.c":         false,
		"--sysroot=/x -c plain.c":               false,
		"-Wp,-DX -c plain.c":                    false,
		"-c marked.c":                           false,
		"-Iinc -c deep.c":                       false,
		"-c deep.c":                             true, // the compiler does not find it either
		"-c macro.c":                            false,
		"-c missing.c":                          false,
		"-c named.c":                            false,
		"-c absent.c":                           false,
		"-xc -c -":                              false,
		"-Iinc -c plain.c -o sub/llad_object.o": true,
	} {
		c := Parse(strings.Fields(line))
		assert.Equal(t, free, c.cannotMention(c.Sources[0]), line)
	}
}
