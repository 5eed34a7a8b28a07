package native

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// keeper keeps what compilers and drivers printed, by the hash of all that it
// depends on, in the user's cache directory: a run of the tests after a change
// costs what the change concerns. LLAD_TEST_CACHE=off turns it off. Only
// success is kept.
type keeper struct{ dir string }

// keepFor is how long an entry is kept after it was last of use.
const keepFor = 3 * 24 * time.Hour

func newKeeper() *keeper {
	base, err := os.UserCacheDir()
	if err != nil || os.Getenv("LLAD_TEST_CACHE") == "off" {
		return &keeper{}
	}
	k := &keeper{filepath.Join(base, "llad-test")}
	if os.MkdirAll(k.dir, 0o755) != nil {
		return &keeper{}
	}
	k.trim()
	return k
}

func (k *keeper) trim() {
	entries, err := os.ReadDir(k.dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > keepFor {
			os.Remove(filepath.Join(k.dir, e.Name()))
		}
	}
}

// do gives what make gave for the same parts before, or calls it. A cache that
// cannot be written costs time only, so that is not an error.
func (k *keeper) do(make func() ([]byte, error), parts ...string) ([]byte, error) {
	if k.dir == "" {
		return make()
	}
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintln(h, len(p), p)
	}
	path := filepath.Join(k.dir, fmt.Sprintf("%x", h.Sum(nil)))
	if out, err := os.ReadFile(path); err == nil {
		now := time.Now()
		os.Chtimes(path, now, now)
		return out, nil
	}
	out, err := make()
	if err != nil {
		return nil, err
	}
	// Written elsewhere first: nobody may read half an entry.
	if tmp, err := os.CreateTemp(k.dir, "new-"); err == nil {
		_, err := tmp.Write(out)
		if cerr := tmp.Close(); err != nil || cerr != nil || os.Rename(tmp.Name(), path) != nil {
			os.Remove(tmp.Name())
		}
	}
	return out, nil
}

// id tells one installed compiler from another.
func (tc *Toolchain) id() string {
	info, err := os.Stat(tc.Clang)
	if err != nil {
		return tc.Clang
	}
	return fmt.Sprint(tc.Clang, info.Size(), info.ModTime().UnixNano())
}
