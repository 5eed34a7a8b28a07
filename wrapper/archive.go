package wrapper

import (
	"io"
	"os"
	"strconv"
	"strings"
)

// The format of ar: a magic, then members, each with a header of text, at even offsets. A thin
// archive names files beside it instead of holding them.
const (
	archiveMagic  = "!<arch>\n"
	thinMagic     = "!<thin>\n"
	archiveHeader = 60
)

// member is a file in an archive.
type member struct {
	name string
	data io.ReaderAt // nil in a thin archive
	size int64
}

// members lists the files of an archive.
func members(f *os.File) (all []member, isArchive bool) {
	magic := make([]byte, len(archiveMagic))
	_, err := f.ReadAt(magic, 0)
	thin := string(magic) == thinMagic
	if err != nil || !thin && string(magic) != archiveMagic {
		return nil, false
	}
	long := ""
	header := make([]byte, archiveHeader)
	for at := int64(len(archiveMagic)); ; {
		if _, err := f.ReadAt(header, at); err != nil {
			return all, true
		}
		size, err := strconv.ParseInt(strings.TrimSpace(string(header[48:58])), 10, 64)
		if err != nil || size < 0 {
			return all, true
		}
		data := io.NewSectionReader(f, at+archiveHeader, size)
		switch name := strings.TrimRight(string(header[:16]), " "); {
		case name == "//":
			text := make([]byte, size)
			data.ReadAt(text, 0)
			long = string(text)
		case name == "/" || name == "/SYM64/":
		case thin:
			all = append(all, member{name: longName(name, long)})
			size = 0
		default:
			all = append(all, member{longName(name, long), data, size})
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
