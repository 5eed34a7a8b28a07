package rules

import (
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/llad-ad/llad/ir"
)

// Channel is a way by which numbers leave a program, or come into it, that derivatives do not go.
type Channel uint8

// The channels.
const (
	NoChannel Channel = iota
	TextOut           // a float is written as text
	TextIn            // a float is read from text
	BytesOut          // memory is written to a file
	BytesIn           // memory is read from a file
)

// channels are the functions of each, by their symbols.
var channels = namedChannels(map[Channel]string{
	TextOut: `sprintf snprintf vsprintf vsnprintf asprintf vasprintf __sprintf_chk __snprintf_chk __vsprintf_chk
		__vsnprintf_chk __asprintf_chk fprintf vfprintf __fprintf_chk __vfprintf_chk gcvt ecvt fcvt
		_ZNSo9_M_insertIdEERSoT_ _ZNSo9_M_insertIeEERSoT_ _ZNSolsEd _ZNSolsEf _ZNSolsEe
		_ZSt8to_charsPcS_d _ZSt8to_charsPcS_f _ZSt8to_charsPcS_dSt12chars_format _ZSt8to_charsPcS_dSt12chars_formati`,
	TextIn: `strtod strtof strtold atof sscanf __isoc99_sscanf __isoc23_sscanf fscanf __isoc99_fscanf __isoc23_fscanf
		_ZNSi10_M_extractIdEERSiRT_ _ZNSi10_M_extractIfEERSiRT_ _ZNSi10_M_extractIeEERSiRT_ _ZNSirsERd _ZNSirsERf _ZNSirsERe
		_ZSt10from_charsPKcS0_RdSt12chars_format _ZSt10from_charsPKcS0_RfSt12chars_format`,
	BytesOut: `fwrite fwrite_unlocked write pwrite pwrite64 _ZNSo5writeEPKcl`,
	BytesIn:  `fread fread_unlocked __fread_chk read __read_chk pread pread64 _ZNSi4readEPcl`,
})

func namedChannels(rows map[Channel]string) map[string]Channel {
	all := map[string]Channel{}
	for c, names := range rows {
		for _, name := range strings.Fields(names) {
			all[name] = c
		}
	}
	return all
}

// ChannelOf is the channel of a library function, in C, C++ or Rust.
func ChannelOf(f *ir.Function) Channel {
	symbol := strings.Trim(f.Name, `"`)
	if c := channels[symbol]; c != NoChannel || !strings.HasPrefix(symbol, "_") || !strings.Contains(symbol, "fmt") && !strings.Contains(symbol, "from_str") {
		return c
	}
	name, err := demangle.ToString(symbol, demangle.NoParams)
	if err != nil || !strings.HasPrefix(name, "<f64 as core::") && !strings.HasPrefix(name, "<f32 as core::") {
		return NoChannel
	}
	switch {
	case strings.Contains(name, ">::fmt"):
		return TextOut
	case strings.Contains(name, ">::from_str"):
		return TextIn
	}
	return NoChannel
}
