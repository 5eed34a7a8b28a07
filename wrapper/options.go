package wrapper

import "strings"

// kind says in which of the compiler's runs an argument has a meaning.
type kind uint8

const (
	flagKind       kind = iota // in all of them
	sourceKind                 // a source in C, C++ or Objective C
	inputKind                  // another input: an object, a library, an assembler source
	linkKind                   // a flag of the linker
	preprocessKind             // what the preprocessor is told
	dependKind                 // dependency files
	outputKind                 // -o
	phaseKind                  // -c, -S, -emit-llvm
	languageKind               // -x
	levelKind                  // -O
	embedKind                  // -fembed-bitcode: objects hold their IR
	requestKind                // --llad-NAME=VALUE, see requests
	passiveKind                // asks for something else than code: the command line is passed through
)

// withValue are the options whose value is the next argument.
var withValue = map[string]kind{
	"-o": outputKind, "--output": outputKind, "-x": languageKind, "--language": languageKind,

	"-D": preprocessKind, "-U": preprocessKind, "-I": preprocessKind, "-F": preprocessKind,
	"-include": preprocessKind, "-imacros": preprocessKind, "-include-pch": preprocessKind,
	"-isystem": preprocessKind, "-iquote": preprocessKind, "-idirafter": preprocessKind, "-iframework": preprocessKind,
	"-iprefix": preprocessKind, "-iwithprefix": preprocessKind, "-iwithprefixbefore": preprocessKind,
	"-isystem-after": preprocessKind, "-cxx-isystem": preprocessKind, "-c-isystem": preprocessKind,
	"-stdlib++-isystem": preprocessKind, "-ivfsoverlay": preprocessKind, "-Xpreprocessor": preprocessKind,
	"--define-macro": preprocessKind, "--undefine-macro": preprocessKind, "--include-directory": preprocessKind,

	"-MF": dependKind, "-MT": dependKind, "-MQ": dependKind, "-MJ": dependKind,

	"-l": linkKind, "-L": linkKind, "-T": linkKind, "-u": linkKind, "-z": linkKind, "-e": linkKind,
	"-Xlinker": linkKind, "-Xoffload-linker": linkKind, "-rpath": linkKind, "-framework": linkKind,
	"-install_name": linkKind, "-compatibility_version": linkKind, "-current_version": linkKind,
	"-weak_framework": linkKind, "-weak_library": linkKind, "-exported_symbols_list": linkKind,
	"-undefined": linkKind, "-force_load": linkKind, "--library-directory": linkKind,

	"-Xclang": flagKind, "-Xassembler": flagKind, "-mllvm": flagKind, "-mlink-bitcode-file": flagKind,
	"-isysroot": flagKind, "--sysroot": flagKind, "-imultilib": flagKind, "-arch": flagKind, "-target": flagKind,
	"-B": flagKind, "--param": flagKind, "-Xanalyzer": flagKind, "-Xopenmp-target": flagKind, "-working-directory": flagKind,
	"--serialize-diagnostics": flagKind, "-serialize-diagnostics": flagKind, "-mthread-model": flagKind,
	"-gcc-toolchain": flagKind, "-resource-dir": flagKind, "--config": flagKind, "-dumpdir": flagKind,
	"-dependency-file": dependKind, "-dependency-dot": dependKind, "-index-store-path": flagKind,
	"-fmodules-user-build-path": flagKind, "-Xarch_host": flagKind, "-Xarch_device": flagKind,
}

// alone are the options without a value that are no flags of all runs.
var alone = map[string]kind{
	"-c": phaseKind, "-S": phaseKind, "-emit-llvm": phaseKind, "--compile": phaseKind, "--assemble": phaseKind,

	"-MD": dependKind, "-MMD": dependKind, "-MP": dependKind, "-MG": dependKind, "-MV": dependKind,
	"--write-dependencies": dependKind, "--write-user-dependencies": dependKind,

	"-E": passiveKind, "-M": passiveKind, "-MM": passiveKind, "-fsyntax-only": passiveKind, "-###": passiveKind,
	"--preprocess": passiveKind, "--dependencies": passiveKind, "--user-dependencies": passiveKind,
	"--analyze": passiveKind, "-emit-ast": passiveKind, "--version": passiveKind, "--help": passiveKind,
	"-help": passiveKind, "--precompile": passiveKind, "-module-file-info": passiveKind, "-verify-pch": passiveKind,
	"-rewrite-objc": passiveKind, "-extract-api": passiveKind, "-dumpversion": passiveKind, "-dumpmachine": passiveKind,
	"--driver-mode=cl": passiveKind, "-emit-interface-stubs": passiveKind, "-ObjC": passiveKind, "-ObjC++": passiveKind,

	"-s": linkKind, "-static": linkKind, "-shared": linkKind, "-rdynamic": linkKind, "-pie": linkKind, "-no-pie": linkKind,
	"-nostdlib": linkKind, "-nodefaultlibs": linkKind, "-nostartfiles": linkKind, "-static-libgcc": linkKind,
	"-static-pie": linkKind, "-static-libstdc++": linkKind, "-dynamiclib": linkKind, "-bundle": linkKind,
	"-fembed-bitcode": embedKind, "-fembed-bitcode=all": embedKind,

	"-nostdinc": preprocessKind, "-nostdinc++": preprocessKind, "-nobuiltininc": preprocessKind, "-undef": preprocessKind,
}

// joined are options whose value is the rest of the argument; the first that fits counts.
var joined = []struct {
	prefix string
	kind   kind
}{
	{"-Wl,", linkKind}, {"-l", linkKind}, {"-L", linkKind}, {"-fuse-ld", linkKind}, {"--ld-path", linkKind},
	{"-T", linkKind}, {"-rtlib=", linkKind}, {"-unwindlib=", linkKind},
	{"-Wp,-MD,", dependKind}, {"-Wp,-MMD,", dependKind}, {"-Wp,", preprocessKind},
	{"-MF", dependKind}, {"-MT", dependKind}, {"-MQ", dependKind}, {"-MJ", dependKind},
	{"-D", preprocessKind}, {"-U", preprocessKind}, {"-I", preprocessKind}, {"-F", preprocessKind},
	{"-include", preprocessKind}, {"-imacros", preprocessKind}, {"-isystem", preprocessKind}, {"-iquote", preprocessKind},
	{"-idirafter", preprocessKind}, {"--include-directory", preprocessKind},
	{"-O", levelKind}, {"-x", languageKind}, {"--language=", languageKind},
	{"-print-", passiveKind}, {"--print-", passiveKind}, {"-fmodule-header", passiveKind},
	{requestPrefix, requestKind}, {"-objcmt-", flagKind}, {"-object", flagKind}, {"-o", outputKind}, {"--output=", outputKind},
}

// instrumentation are the beginnings of flags for code that is put in by passes behind the
// optimiser's or among them.
var instrumentation = []string{
	"-fsanitize=", "-fsanitize-coverage=", "-fbounds-sanitizer", "-fprofile-generate", "-fprofile-use", "-fprofile-instr-",
	"-fcs-profile-", "-fprofile-sample-use", "-fauto-profile", "-fcoverage-mapping", "--coverage", "-coverage",
	"-fprofile-arcs", "-ftest-coverage", "-finstrument-functions", "-fmemory-profile", "-fpseudo-probe-for-profiling",
}

func instruments(arg string) bool {
	for _, p := range instrumentation {
		if strings.HasPrefix(arg, p) {
			return true
		}
	}
	return false
}

// languages are the suffixes of the sources that are compiled to IR.
var languages = map[string]string{
	".c": "c", ".i": "cpp-output", ".m": "objective-c", ".mi": "objective-c-cpp-output",
	".cc": "c++", ".cp": "c++", ".cxx": "c++", ".cpp": "c++", ".CPP": "c++", ".c++": "c++", ".C": "c++", ".CC": "c++",
	".ii": "c++-cpp-output", ".mm": "objective-c++", ".M": "objective-c++", ".mii": "objective-c++-cpp-output",
}

// compiled tells whether sources of a language, as -x has it, are compiled to IR.
func compiled(language string) bool {
	for _, l := range languages {
		if l == language {
			return true
		}
	}
	return false
}

// headers are the suffixes of what is precompiled.
var headers = map[string]bool{".h": true, ".hh": true, ".hpp": true, ".hxx": true, ".H": true, ".h++": true}
