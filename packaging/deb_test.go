package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDebianPackages(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("dpkg-deb is not installed")
	}
	for _, p := range platforms(t) {
		if p.os != "linux" {
			continue
		}
		t.Run(p.arch, func(t *testing.T) {
			deb := filepath.Join(dist, "llad_"+release+"_"+p.arch+".deb")
			path := os.Getenv("PATH")
			fields := output(t, path, "dpkg-deb", "--field", deb, "Package", "Version", "Architecture")
			assert.Equal(t, "Package: llad\nVersion: "+release+"\nArchitecture: "+p.arch+"\n", fields)
			for _, line := range strings.Split(strings.TrimSpace(output(t, path, "dpkg-deb", "--contents", deb)), "\n") {
				assert.Equal(t, "root/root", strings.Fields(line)[1], line)
			}

			root := filepath.Join(t.TempDir(), "root")
			output(t, path, "dpkg-deb", "--extract", deb, root)
			usr := filepath.Join(root, "usr")
			want := replaced(installed(t), "share/man/man1/llad.1", "share/man/man1/llad.1.gz")
			want = replaced(want, "share/zsh/site-functions/_llad", "share/zsh/vendor-completions/_llad")
			want = replaced(want, "share/doc/llad/LICENSE", "share/doc/llad/copyright")
			mustHaveFiles(t, usr, append(want, "share/doc/llad/changelog.gz"))
			binary := filepath.Join(usr, "bin/llad")
			mustBeFor(t, binary, p.os, p.arch, p.machine)
			runOn(t, p.os, p.arch, binary)

			page := filepath.Join(root, "llad.1")
			text := output(t, path, "gzip", "-dc", filepath.Join(usr, "share/man/man1/llad.1.gz"))
			require.NoError(t, os.WriteFile(page, []byte(text), 0o600))
			mustRead(t, page)
			mustComplete(t, filepath.Join(usr, "share/bash-completion/completions/llad"),
				filepath.Join(usr, "share/zsh/vendor-completions/_llad"), filepath.Join(usr, "share/fish/vendor_completions.d/llad.fish"))

			control := filepath.Join(t.TempDir(), "control")
			output(t, path, "dpkg-deb", "--control", deb, control)
			output(t, path, "sh", "-c", `cd "$1" && md5sum --check --quiet "$2/md5sums"`, "sh", root, control)
		})
	}
}
