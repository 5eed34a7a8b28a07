package wrapper

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCrates(t *testing.T) {
	c := parseCrate(strings.Fields("--crate-name grad --edition=2021 src/main.rs --error-format=json --json=artifacts --crate-type bin " +
		"--emit=dep-info,link -C opt-level=3 -C embed-bitcode=no -C linker=lld -C extra-filename=-12 --out-dir target/deps " +
		"-C incremental=inc -L dependency=deps --cfg x"))
	assert.True(t, c.links())
	assert.Equal(t, "src/main.rs grad target/deps -12 lld -O3", strings.Join([]string{c.root, c.name, c.dir, c.suffix, c.linker, c.level}, " "))
	assert.Equal(t, []string{"bin"}, c.types)
	assert.Equal(t, strings.Fields("--crate-name=grad --edition=2021 src/main.rs --crate-type=bin -Copt-level=3 -Cembed-bitcode=no "+
		"-Clinker=lld -Cextra-filename=-12 -Ldependency=deps --cfg=x -Ccodegen-units=1 -Cno-vectorize-loops -Cno-vectorize-slp "+
		"--emit=llvm-ir -o x.ll"), c.emitIR("x.ll", false))
	for line, links := range map[string]bool{
		"-vV":                          false,
		"- --crate-name ___ --print=x": false,
		"a.rs --print cfg":             false,
		"a.rs --emit=metadata":         false,
		"a.rs --emit dep-info,link":    true,
		"my-crate.rs -O":               true,
		"":                             false,
	} {
		assert.Equal(t, links, parseCrate(strings.Fields(line)).links(), line)
	}
	c = parseCrate(strings.Fields("my-crate.rs -O -C lto=fat"))
	assert.Equal(t, "my_crate", c.name)
	assert.Equal(t, "-O3", c.level)
	assert.True(t, c.lto)
	assert.False(t, parseCrate(strings.Fields("a.rs -Clto=off")).lto)
	assert.True(t, isUnit("/tmp/grad-12.grad.0f-cgu.0.rcgu.o", "grad"))
	assert.False(t, isUnit("/tmp/grad-12.0f.rcgu.o", "grad"))
}
