package wrapper

import (
	"bytes"
	"compress/flate"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// recordSection is the section of an object that has its IR. Linkers leave it out of programs.
const recordSection = ".llad.ir"

// recordMagic is what a record begins with. A byte that says whether it waits, the length and
// the deflated JSON follow.
const recordMagic = "LLADIR1\n"

// headSize is how many bytes a record has in front of its JSON.
const headSize = len(recordMagic) + 1 + 8

// waitingByte is that of a record of which markers could not be replaced.
const waitingByte = 'w'

// record is what an object says of the source that it was made of.
type record struct {
	File    string           // the source
	Flags   []string         // with which its IR is compiled
	IR      string           // before differentiation
	Pending []*ir.Diagnostic // what keeps its markers from being replaced without other sources; none: nothing does
}

// encode gives the bytes of a record.
func (r *record) encode() ([]byte, error) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(w).Encode(r); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	head := append([]byte(recordMagic), '-')
	if len(r.Pending) > 0 {
		head[len(recordMagic)] = waitingByte
	}
	return append(binary.LittleEndian.AppendUint64(head, uint64(packed.Len())), packed.Bytes()...), nil
}

// packedRecord is a record as it stands in a section.
type packedRecord struct {
	waits bool
	data  []byte
}

// packedRecords are those of a section: linkers of objects put sections one behind the other,
// with zeros in between.
func packedRecords(data []byte) ([]packedRecord, error) {
	var all []packedRecord
	for {
		data = bytes.TrimLeft(data, "\x00")
		if len(data) == 0 {
			return all, nil
		}
		if len(data) < headSize || string(data[:len(recordMagic)]) != recordMagic {
			return nil, fmt.Errorf("the section %s is not of this version of llad", recordSection)
		}
		n := binary.LittleEndian.Uint64(data[headSize-8:])
		if n > uint64(len(data)-headSize) {
			return nil, fmt.Errorf("the section %s is cut off", recordSection)
		}
		end := headSize + int(n)
		all = append(all, packedRecord{data[len(recordMagic)] == waitingByte, data[headSize:end]})
		data = data[end:]
	}
}

// unpack reads a record.
func (p packedRecord) unpack() (*record, error) {
	r := &record{}
	if err := json.NewDecoder(flate.NewReader(bytes.NewReader(p.data))).Decode(r); err != nil {
		return nil, fmt.Errorf("the section %s cannot be read: %w", recordSection, err)
	}
	return r, nil
}

// carrying is module assembly that puts a file into the section.
func carrying(file string) string {
	quoted := strings.NewReplacer(`\`, `\5C\5C`, `"`, `\5C\22`).Replace(file)
	return "module asm \".pushsection " + recordSection + ",\\22e\\22,%progbits\"\n" +
		"module asm \".incbin \\22" + quoted + "\\22\"\n" +
		"module asm \".popsection\"\n"
}

// unit is an object of a link: what it defines, and its record.
type unit struct {
	object
	defines []string
	record  *record // nil: it has none that stands for all of it
}

// object is a file or a member of an archive that may be an object.
type object struct {
	name     string // for messages
	at       int    // which argument of the command line has it
	archived bool
	data     io.ReaderAt
}

// records gives the object, and the records in it; nil where it is no ELF object.
func (o object) records() (*elf.File, []packedRecord, error) {
	f, err := elf.NewFile(o.data)
	if err != nil || f.Type != elf.ET_REL {
		return nil, nil, nil
	}
	section := f.Section(recordSection)
	if section == nil {
		return f, nil, nil
	}
	data, err := section.Data()
	if err != nil {
		return nil, nil, refuse(codeRecord, o.name+": "+err.Error(), recordHint)
	}
	records, err := packedRecords(data)
	if err != nil {
		return nil, nil, refuse(codeRecord, o.name+": "+err.Error(), recordHint)
	}
	return f, records, nil
}

// waits tells whether the object waits for functions of others.
func (o object) waits() (bool, error) {
	_, records, err := o.records()
	return slices.ContainsFunc(records, func(p packedRecord) bool { return p.waits }), err
}

// unit reads the object; nil where it is none that can be joined.
func (o object) unit() (*unit, error) {
	f, records, err := o.records()
	if f == nil {
		return nil, err
	}
	u := &unit{object: o}
	files := 0
	symbols, _ := f.Symbols()
	for _, s := range symbols {
		switch {
		case elf.ST_TYPE(s.Info) == elf.STT_FILE:
			files++
		case elf.ST_BIND(s.Info) != elf.STB_LOCAL && s.Section != elf.SHN_UNDEF:
			u.defines = append(u.defines, s.Name)
		}
	}
	if len(records) == 1 && files <= 1 {
		if u.record, err = records[0].unpack(); err != nil {
			return nil, refuse(codeRecord, o.name+": "+err.Error(), recordHint)
		}
		return u, nil
	}
	for _, r := range records {
		if r.waits {
			return nil, refuse(codeRecord, o.name+" is made of several objects, one of which waits for functions of others",
				"link its objects by `llad link`, with those that have the functions")
		}
	}
	return u, nil
}

const recordHint = "compile it again"

// refuse is a diagnostic without a place.
func refuse(code, message, hint string) *ir.Diagnostic {
	return &ir.Diagnostic{Code: code, Message: message, Hint: hint}
}
