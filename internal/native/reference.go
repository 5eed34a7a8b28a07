package native

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Reference builds the program, widened to double, with the sanitizers, and
// gives its results and central differences. It fails when a sanitizer objects
// to the program itself. What it gives is kept in the user's cache directory,
// by the hash of all that it depends on.
func (ws *Workspace) Reference(p *Program) (*Report, error) {
	b := ws.cached(p.Name+".reference", func(b *built) {
		key, err := ws.referenceKey(p)
		if err != nil {
			b.err = err
			return
		}
		if b.report = readCached(key); b.report == nil {
			if b.report, b.err = ws.makeReference(p); b.err == nil {
				writeCached(key, b.report)
			}
		}
	})
	return b.report, b.err
}

func (ws *Workspace) makeReference(p *Program) (*Report, error) {
	defines := []string{"LLAD_REFERENCE"}
	args := []string{"-O1", "-g", "-c", "-Wall", "-Werror", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"}
	if !p.HasTag("nowiden") {
		defines = append(defines, "LLAD_WIDE")
		args = append(args, "-Wno-unused-function", "-include", ws.widen())
	}
	obj := filepath.Join(ws.dir, p.Name+".reference.o")
	if _, err := run(compileLimit, nil, ws.tc.Clang, append(args, p.Path, "-o", obj)...); err != nil {
		return nil, err
	}
	driver, err := ws.driverObject(p, true, defines...)
	if err != nil {
		return nil, err
	}
	return ws.linkAndRun(ws.tc, p.Name+".reference", true, driver, obj)
}

// referenceKey names a reference by what it is made of.
func (ws *Workspace) referenceKey(p *Program) (string, error) {
	src, err := os.ReadFile(p.Path)
	if err != nil {
		return "", err
	}
	clang, err := os.Stat(ws.tc.Clang)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, ws.tc.Clang, clang.Size(), clang.ModTime().UnixNano(), ws.LeakCheck())
	for _, part := range []string{string(src), Driver(p), widenHeader} {
		fmt.Fprintln(h, len(part), part)
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// cachePath is where a kept reference lies; "" where there is no cache.
func cachePath(key string) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "llad-reference", key)
}

const cacheEnd = "end=1\n" // tells a whole file from a piece of one

func readCached(key string) *Report {
	path := cachePath(key)
	if path == "" {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	body, whole := strings.CutSuffix(string(text), cacheEnd)
	if !whole {
		return nil
	}
	r, err := parseReport(body)
	if err != nil {
		return nil
	}
	return r
}

// writeCached keeps a report. A cache that cannot be written costs time only,
// so nothing is reported.
func writeCached(key string, r *Report) {
	path := cachePath(key)
	if path == "" || os.MkdirAll(filepath.Dir(path), 0o755) != nil {
		return
	}
	var b strings.Builder
	for _, k := range r.Keys {
		fmt.Fprintf(&b, "%s=%s\n", k, r.Values[k])
	}
	b.WriteString(cacheEnd)
	tmp, err := os.CreateTemp(filepath.Dir(path), "new-")
	if err != nil {
		return
	}
	_, err = tmp.WriteString(b.String())
	if tmp.Close() == nil && err == nil && os.Rename(tmp.Name(), path) == nil {
		return
	}
	os.Remove(tmp.Name())
}
