package wrapper

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The variables by which rustc's linker, which is llad then, knows what it is for.
const (
	objectVariable = "LLAD_RUSTC_OBJECT" // stands in the place of the crate's own
	linkerVariable = "LLAD_RUSTC_LINKER" // is the linker
)

// buildCrate has rustc build the crate, with the object in the place of its own.
func (b *Build) buildCrate(c *crate, rustc *Build, object string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	linker := c.linker
	if linker == "" {
		linker = "cc"
	}
	args := append(c.without("-Cincremental", "--codegen=incremental"), "-Ccodegen-units=1", "-Clinker="+self)
	cmd := rustc.command(args)
	cmd.Env = append(c.environment(), objectVariable+"="+object, linkerVariable+"="+linker)
	if err := rustc.started(exitOf(cmd.Run())); err != nil {
		return err
	}
	for _, t := range c.types {
		suffix := map[string]string{"lib": ".rlib", "rlib": ".rlib", "staticlib": ".a"}[t]
		if suffix == "" {
			continue
		}
		file := filepath.Join(c.dir, "lib"+c.name+c.suffix+suffix)
		if c.output != "" {
			file = c.output
		}
		if err := b.replaceMember(file, c.name, object); err != nil {
			return err
		}
	}
	return nil
}

// isUnit tells whether a file is the object that rustc made of a crate's one module.
func isUnit(file, crate string) bool {
	return strings.Contains(filepath.Base(file), crate) && strings.HasSuffix(file, "-cgu.0.rcgu.o")
}

// replaceMember puts an object in the place of a crate's own in a library.
func (b *Build) replaceMember(library, crate, object string) error {
	f, err := os.Open(library)
	if err != nil {
		return err
	}
	defer f.Close()
	inside, _ := members(f)
	for _, m := range inside {
		if !isUnit(m.name, crate) {
			continue
		}
		file := filepath.Join(b.dir, m.name)
		if err := os.Rename(object, file); err != nil {
			return err
		}
		out, err := exec.Command(b.archiver(), "r", library, file).CombinedOutput()
		if err != nil {
			return refuse(codeRust, fmt.Sprintf("the object in %s cannot be replaced: %v: %s", library, err, out), "install ar")
		}
		return os.Rename(file, object)
	}
	return refuse(codeRust, library+" does not hold one object of the crate, as rustc was told", "report it with the command line")
}

// archiver is the compiler's llvm-ar, or the system's ar.
func (b *Build) archiver() string {
	out, _ := exec.Command(b.Compiler[0], append(slices.Clone(b.Compiler[1:]), "-print-prog-name=llvm-ar")...).Output()
	if path := strings.TrimSpace(string(out)); filepath.IsAbs(path) {
		return path
	}
	return "ar"
}

// IsRustLinker tells whether rustc has started this process as its linker.
func IsRustLinker() bool { return os.Getenv(objectVariable) != "" && os.Getenv(linkerVariable) != "" }

// RustLinker is rustc's linker for a crate with markers: the real one, with the crate's object
// replaced.
func (b *Build) RustLinker(args []string) error {
	object := os.Getenv(objectVariable)
	args = slices.Clone(args)
	replaced := 0
	for k, a := range args {
		if strings.HasSuffix(a, "-cgu.0.rcgu.o") {
			args[k] = object
			replaced++
		}
	}
	if replaced != 1 {
		return refuse(codeRust, "rustc links "+strconv.Itoa(replaced)+" objects of the crate, and not one", "report it with the command line")
	}
	b.Compiler = []string{os.Getenv(linkerVariable)}
	return b.passThrough(args)
}
