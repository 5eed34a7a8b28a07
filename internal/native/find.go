package native

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// FindPrograms lists the programs below the folders, whatever the folders
// inside are, in order of their names: C, C++ and Rust files with a
// `// llad: func` directive. Two of one name are an error. only narrows the
// list to names that match.
func FindPrograms(only *regexp.Regexp, folders ...string) ([]*Program, error) {
	byName := map[string]*Program{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			switch filepath.Ext(path) {
			case ".c", ".cpp", ".rs":
			default:
				return nil
			}
			src, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(src), "// llad: func ") {
				return err
			}
			p, err := ParseProgram(path, string(src))
			if err != nil {
				return err
			}
			if other := byName[p.Name]; other != nil {
				return fmt.Errorf("%s and %s are programs of one name", other.Path, path)
			}
			byName[p.Name] = p
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	var list []*Program
	for name, p := range byName {
		if only.MatchString(name) {
			list = append(list, p)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list, nil
}
