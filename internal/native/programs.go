package native

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"sort"
)

// Programs lists the files below testdata/DIR of the module at root whose names
// end with ext, whatever folders they stand in, in order of their base names. Two
// files of one base name are an error: tests call programs by their names.
func Programs(root, dir, ext string) ([]string, error) {
	top := filepath.Join(root, "testdata", dir)
	var paths []string
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ext {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	sort.Slice(paths, func(a, b int) bool { return filepath.Base(paths[a]) < filepath.Base(paths[b]) })
	for k := 1; k < len(paths); k++ {
		if filepath.Base(paths[k-1]) == filepath.Base(paths[k]) {
			return nil, fmt.Errorf("two programs of one name: %s and %s", paths[k-1], paths[k])
		}
	}
	return paths, nil
}

// ProgramPath finds the file NAME, with its extension, below testdata/DIR of the
// module at root. That there is none, or more than one, is an error.
func ProgramPath(root, dir, name string) (string, error) {
	paths, err := Programs(root, dir, filepath.Ext(name))
	if err != nil {
		return "", err
	}
	for _, path := range paths {
		if filepath.Base(path) == name {
			return path, nil
		}
	}
	return "", fmt.Errorf("no program %s in %s", name, filepath.Join(root, "testdata", dir))
}
