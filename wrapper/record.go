package wrapper

import (
	"bytes"
	"compress/flate"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// recordSection is the section of an object that has its IR. Linkers leave it out of programs.
const recordSection = ".llad.ir"

// recordMagic is what a record begins with; its length and its deflated JSON follow.
const recordMagic = "LLADIR1\n"

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
	out := binary.LittleEndian.AppendUint64([]byte(recordMagic), uint64(packed.Len()))
	return append(out, packed.Bytes()...), nil
}

// decodeRecords reads the records of a section: linkers of objects put sections one behind the
// other, with zeros in between.
func decodeRecords(data []byte) ([]*record, error) {
	var all []*record
	for {
		data = bytes.TrimLeft(data, "\x00")
		if len(data) == 0 {
			return all, nil
		}
		head := len(recordMagic) + 8
		if len(data) < head || string(data[:len(recordMagic)]) != recordMagic {
			return nil, fmt.Errorf("the section %s is not of this version of llad", recordSection)
		}
		n := binary.LittleEndian.Uint64(data[len(recordMagic):])
		if n > uint64(len(data)-head) {
			return nil, fmt.Errorf("the section %s is cut off", recordSection)
		}
		r := &record{}
		if err := json.NewDecoder(flate.NewReader(bytes.NewReader(data[head : uint64(head)+n]))).Decode(r); err != nil {
			return nil, fmt.Errorf("the section %s cannot be read: %w", recordSection, err)
		}
		all = append(all, r)
		data = data[uint64(head)+n:]
	}
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
	name     string // for messages
	at       int    // which argument of the command line has it
	archived bool   // in an archive
	defines  []string
	record   *record // nil: it has none that stands for all of it
}

// readUnit reads an object. What is no ELF object is none that can be joined: nil.
func readUnit(name string, at int, r io.ReaderAt) (*unit, error) {
	f, err := elf.NewFile(r)
	if err != nil || f.Type != elf.ET_REL {
		return nil, nil
	}
	u := &unit{name: name, at: at}
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
	section := f.Section(recordSection)
	if section == nil {
		return u, nil
	}
	data, err := section.Data()
	if err != nil {
		return nil, refuse(codeRecord, name+": "+err.Error(), recordHint)
	}
	records, err := decodeRecords(data)
	if err != nil {
		return nil, refuse(codeRecord, name+": "+err.Error(), recordHint)
	}
	if len(records) == 1 && files <= 1 {
		u.record = records[0]
		return u, nil
	}
	for _, r := range records {
		if len(r.Pending) > 0 {
			return nil, refuse(codeRecord, name+" is made of several objects, one of which waits for derivatives: "+r.File,
				"join objects by `llad link`, with those that have the functions")
		}
	}
	return u, nil
}

const recordHint = "compile it again"

// refuse is a diagnostic without a place.
func refuse(code, message, hint string) *ir.Diagnostic {
	return &ir.Diagnostic{Code: code, Message: message, Hint: hint}
}
