package wrapper

import (
	"io"
	"os"
	"strconv"
	"strings"
)

// The format of ar: a magic, then members, each with a header of text, at even offsets.
const (
	archiveMagic  = "!<arch>\n"
	archiveHeader = 60
)

// member is a file in an archive.
type member struct {
	name string
	data *io.SectionReader
}

// members lists the files of an archive; none where it is no archive.
func members(f *os.File) []member {
	magic := make([]byte, len(archiveMagic))
	if _, err := f.ReadAt(magic, 0); err != nil || string(magic) != archiveMagic {
		return nil
	}
	var all []member
	long := ""
	header := make([]byte, archiveHeader)
	for at := int64(len(archiveMagic)); ; {
		if _, err := f.ReadAt(header, at); err != nil {
			return all
		}
		size, err := strconv.ParseInt(strings.TrimSpace(string(header[48:58])), 10, 64)
		if err != nil || size < 0 {
			return all
		}
		data := io.NewSectionReader(f, at+archiveHeader, size)
		switch name := strings.TrimRight(string(header[:16]), " "); {
		case name == "//":
			text := make([]byte, size)
			data.ReadAt(text, 0)
			long = string(text)
		case name == "/" || name == "/SYM64/":
		default:
			all = append(all, member{longName(name, long), data})
		}
		at += archiveHeader + size + size&1
	}
}

// longName is the name of a member, which may stand in a table: /OFFSET.
func longName(name, table string) string {
	if at, err := strconv.Atoi(strings.TrimPrefix(name, "/")); err == nil && strings.HasPrefix(name, "/") && 0 <= at && at < len(table) {
		name, _, _ = strings.Cut(table[at:], "\n")
	}
	return strings.TrimSuffix(name, "/")
}
