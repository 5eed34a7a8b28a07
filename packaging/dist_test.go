package packaging

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"encoding/hex"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// platform is what an archive is made for.
type platform struct {
	os, arch string
	machine  uint32 // as the format of its binaries has it
}

var known = []platform{
	{"linux", "amd64", uint32(elf.EM_X86_64)},
	{"linux", "arm64", uint32(elf.EM_AARCH64)},
	{"darwin", "amd64", uint32(macho.CpuAmd64)},
	{"darwin", "arm64", uint32(macho.CpuArm64)},
	{"windows", "amd64", pe.IMAGE_FILE_MACHINE_AMD64},
	{"windows", "arm64", pe.IMAGE_FILE_MACHINE_ARM64},
}

// platforms are those that archives were made for.
func platforms(t *testing.T) []platform {
	t.Helper()
	var all []platform
	for _, p := range known {
		if slices.Contains(madeFor, p.os+"/"+p.arch) {
			all = append(all, p)
		}
	}
	require.Len(t, all, len(madeFor), "%q: not all of these are known", madeFor)
	require.NotEmpty(t, all)
	return all
}

func sum(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

func TestSumsAreThoseOfTheFiles(t *testing.T) {
	var want []string
	for _, p := range platforms(t) {
		ext := ".tar.gz"
		if p.os == "windows" {
			ext = ".zip"
		}
		want = append(want, "llad-"+release+"-"+p.os+"-"+p.arch+ext)
		if p.os == "linux" {
			want = append(want, "llad_"+release+"_"+p.arch+".deb")
		}
	}
	text, err := os.ReadFile(filepath.Join(dist, "SHA256SUMS"))
	require.NoError(t, err)
	var listed []string
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		f := strings.Fields(line)
		require.Len(t, f, 2, line)
		listed = append(listed, f[1])
		assert.Equal(t, sum(t, filepath.Join(dist, f[1])), f[0], f[1])
	}
	assert.ElementsMatch(t, want, listed)
}

// unpack is the archive of a platform in a directory, whose name is returned.
func unpack(t *testing.T, os, arch string) string {
	t.Helper()
	name := "llad-" + release + "-" + os + "-" + arch
	to := t.TempDir()
	if os == "windows" {
		unzip(t, filepath.Join(dist, name+".zip"), to)
	} else {
		untar(t, filepath.Join(dist, name+".tar.gz"), to)
	}
	return filepath.Join(to, name)
}

// put writes a file of an archive, which must stay below the directory.
func put(t *testing.T, to, name string, mode os.FileMode, r io.Reader) {
	t.Helper()
	require.True(t, filepath.IsLocal(name), name)
	file := filepath.Join(to, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
	b, err := io.ReadAll(r)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, b, 0o600))
	require.NoError(t, os.Chmod(file, mode))
}

func untar(t *testing.T, file, to string) {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return
		}
		require.NoError(t, err)
		assert.Equal(t, [2]int{0, 0}, [2]int{h.Uid, h.Gid}, h.Name)
		if h.Typeflag == tar.TypeReg {
			put(t, to, h.Name, h.FileInfo().Mode(), r)
		} else {
			assert.Equal(t, byte(tar.TypeDir), h.Typeflag, h.Name)
		}
	}
}

func unzip(t *testing.T, file, to string) {
	t.Helper()
	z, err := zip.OpenReader(file)
	require.NoError(t, err)
	defer z.Close()
	for _, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		r, err := f.Open()
		require.NoError(t, err)
		put(t, to, f.Name, f.Mode(), r)
		require.NoError(t, r.Close())
	}
}

func TestArchives(t *testing.T) {
	for _, p := range platforms(t) {
		t.Run(p.os+"-"+p.arch, func(t *testing.T) {
			root := unpack(t, p.os, p.arch)
			exe := "bin/llad"
			if p.os == "windows" {
				exe = "bin/llad.exe"
			}
			mustHaveFiles(t, root, append(replaced(installed(t), "bin/llad", exe), "share/doc/llad/THIRD-PARTY-LICENSES"))
			binary := filepath.Join(root, exe)
			mustBeFor(t, binary, p.os, p.arch, p.machine)
			runOn(t, p.os, p.arch, binary)
		})
	}
}

// mustBeFor checks that a binary is one for the platform, made without the C library and
// without paths of the machine it was made on.
func mustBeFor(t *testing.T, binary, os, arch string, machine uint32) {
	t.Helper()
	switch os {
	case "linux":
		f, err := elf.Open(binary)
		require.NoError(t, err)
		defer f.Close()
		assert.Equal(t, machine, uint32(f.Machine))
		for _, p := range f.Progs {
			assert.NotEqual(t, elf.PT_INTERP, p.Type, "it is not static")
		}
	case "darwin":
		f, err := macho.Open(binary)
		require.NoError(t, err)
		defer f.Close()
		assert.Equal(t, machine, uint32(f.Cpu))
	case "windows":
		f, err := pe.Open(binary)
		require.NoError(t, err)
		defer f.Close()
		assert.Equal(t, machine, uint32(f.Machine))
	}
	info, err := buildinfo.ReadFile(binary)
	require.NoError(t, err)
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	assert.Equal(t, "0", set["CGO_ENABLED"])
	assert.Equal(t, "true", set["-trimpath"])
	assert.Equal(t, [2]string{os, arch}, [2]string{set["GOOS"], set["GOARCH"]})
}

// runOn runs the demo of a binary where something here can run it.
func runOn(t *testing.T, os, arch, binary string) {
	t.Helper()
	switch {
	case os == runtime.GOOS && arch == runtime.GOARCH:
		mustDemo(t, "", binary)
		assert.Regexp(t, `^llad `+release+"\ncommit ", output(t, "", binary, "version"))
	case os == "linux":
		qemu := emulator(map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[arch])
		if qemu == "" {
			t.Skip("the binary is not run: no qemu for " + arch)
		}
		mustDemo(t, "", qemu, binary)
		assert.Contains(t, output(t, "", qemu, binary, "version"), " linux/"+arch+"\n")
	case os == "windows" && arch == "amd64" && runtime.GOARCH == "amd64":
		runInWine(t, binary)
	default:
		t.Log("the binary is not run: nothing here runs " + os + "/" + arch)
	}
}

// emulator is the qemu for programs of a processor, "" if there is none.
func emulator(processor string) string {
	for _, name := range []string{"qemu-" + processor + "-static", "qemu-" + processor} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// What is made of the same commit is the same, byte for byte.
func TestDistIsReproducible(t *testing.T) {
	again := t.TempDir()
	cmd := exec.Command("./dist.sh", again)
	cmd.Env = append(os.Environ(), "VERSION="+release, "PLATFORMS="+strings.Join(madeFor, " "))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	want, err := os.ReadFile(filepath.Join(dist, "SHA256SUMS"))
	require.NoError(t, err)
	got, err := os.ReadFile(filepath.Join(again, "SHA256SUMS"))
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
}
