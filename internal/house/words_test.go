package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// retiredNames are identifiers that were names of this project's own, and the term of the field
// that stands in their place. A word of everyday English counts only as the identifier that it
// was: comments may use it, and names of package activity alone (entered, held, room, tell, told,
// between, end, place) are not listed.
var retiredNames = map[*regexp.Regexp]string{
	name(`Apart|apartNow|writeApartChecks`):   "LoopAliasVersioning, alias checks",
	name(`Unwrapped`):                         "NoWrapVersioning",
	name(`Jam`):                               "UnrollAndJam",
	name(`[hH]andOn\w*`):                      "ScalarReplacement",
	name(`SinkStores`):                        "ScalarPromotion",
	name(`HoistLoads`):                        "LICMLoads",
	name(`\w*SideBySide|beside`):              "InterleaveShadows",
	name(`Neighbours`):                        "ScatterToGather",
	name(`SingleSums`):                        "PreventSLP",
	name(`ThreeLanes`):                        "VectorizeTrip3",
	name(`OpenRows`):                          "HideRowBases",
	name(`TellLoops`):                         "AnnotateParallelLoops",
	name(`twins|\w*[wW]holetwin\w*`):          "vector/scalar loop pair",
	name(`ScalarLoops`):                       "Devectorize",
	name(`RollSums`):                          "RerollReductions",
	name(`ReloadPhis`):                        "UndoPredictiveCommoning",
	name(`CopyIn`):                            "DataCopying",
	name(`KnownConditions`):                   "CorrelatedValuePropagation",
	name(`NullPaths`):                         "PruneNullPaths",
	name(`OwnCopies`):                         "MaterializeByval",
	name(`Settled`):                           "AssumeInitializers",
	name(`OnlyWhere`):                         "PredicateCalls",
	name(`ChooseLesser`):                      "ExpandMinMax",
	name(`FirstByte`):                         "RecombineFirstByte",
	name(`MidWord`):                           "RealignWords",
	name(`JoinHalves`):                        "RecombineWordParts",
	name(`JoinWords`):                         "RecombineWords",
	name(`VariantPhis`):                       "SplitVariantPhis",
	name(`lateCode|lates|isLate|findLate\w*`): "deferred to the reverse sweep",
	name(`ascend|ascends|ascent|\w*Ascent`):   "fused forward and reverse sweep",
}

func name(words string) *regexp.Regexp { return regexp.MustCompile(`^(` + words + `)$`) }

func phrase(words string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + words) }

// ownName is what looks like a name in a text: several words in one, each with a capital.
var ownName = regexp.MustCompile(`\b([A-Z][a-z]+){2,}\b`)

// retiredFiles are names of files, without .go, that went with the identifiers.
var retiredFiles = regexp.MustCompile(`^(apart|unwrapped|jam\w*|handon|sinkstores|hoistloads|beside\w*|neighbours\w*|singlesums|threelanes|` +
	`openrows|tellloops|twins|wholetwin|scalarloops|rollsums|reloadphis|copyin|knownconditions|nullpaths|owncopies|settled|onlywhere|` +
	`chooselesser|firstbyte|midword|joinhalves|joinwords|variantphis|late|ascend)(_test)?$`)

// retiredPhrases must not stand in comments, diagnostics and documents, in whatever form.
var retiredPhrases = map[*regexp.Regexp]string{
	phrase(`who knows where`):                  "at unknown offsets",
	phrase(`tells? how far`):                   "is a GEP index, gives the distance",
	phrase(`hand(s|ed|ing)? (it |them )?on\b`): "carries to the next iteration, passes on",
	phrase(`\b(scalar|vector) twins?\b`):       "vector/scalar loop pair",
	phrase(`\blate code\b`):                    "deferred code",
	phrase(`\bmid-?words?\b`):                  "words that straddle",
	phrase(`\bside-by-side\b`):                 "interleaved",
	phrase(`\bdistances from the marked`):      "[begin, end), relative to the marked pointer",
	phrase(`the byte behind its last`):         "[begin, end)",
}

// exceptions are places where a retired word stands for something else, and what.
var exceptions = map[string]string{}

// withoutWords are folders that the lists do not concern.
var withoutWords = []string{
	"activity",       // is to be replaced
	"internal/house", // has the lists
	"testdata", "bin", ".git",
}

// texts gives every file of the module with one of the endings.
func texts(t *testing.T, endings ...string) map[string]string {
	t.Helper()
	const root = "../.."
	all := map[string]string{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel := strings.TrimPrefix(strings.TrimPrefix(filepath.ToSlash(p), root), "/")
		for _, rest := range withoutWords {
			if d.IsDir() && (rel == rest || path.Base(rel) == rest) {
				return filepath.SkipDir
			}
		}
		for _, e := range endings {
			if !d.IsDir() && strings.HasSuffix(rel, e) {
				text, err := os.ReadFile(p)
				if err != nil {
					return err
				}
				all[rel] = string(text)
			}
		}
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, all)
	return all
}

func TestRetiredWords(t *testing.T) {
	used := map[string]bool{}
	for file, text := range texts(t, ".go") {
		assert.NotRegexp(t, retiredFiles, strings.TrimSuffix(path.Base(file), ".go"), file)
		for name, at := range identifiers(t, file, text) {
			for retired, say := range retiredNames {
				if retired.MatchString(name) {
					reject(t, used, file, at, name, say)
				}
			}
		}
	}
	for file, text := range texts(t, ".go", ".md", ".c", ".cpp", ".rs", ".h", ".hpp", ".txtar") {
		for _, at := range ownName.FindAllStringIndex(text, -1) {
			for retired, say := range retiredNames {
				if retired.MatchString(text[at[0]:at[1]]) {
					reject(t, used, file, 1+strings.Count(text[:at[0]], "\n"), text[at[0]:at[1]], say)
				}
			}
		}
		for retired, say := range retiredPhrases {
			for _, at := range retired.FindAllStringIndex(text, -1) {
				reject(t, used, file, 1+strings.Count(text[:at[0]], "\n"), text[at[0]:at[1]], say)
			}
		}
	}
	for e := range exceptions {
		assert.True(t, used[e], "%s: there is no such exception any more", e)
	}
}

// reject fails for a word at a line of a file, unless it is an exception.
func reject(t *testing.T, used map[string]bool, file string, line int, word, say string) {
	t.Helper()
	if place := file + ": " + word; exceptions[place] != "" {
		used[place] = true
		return
	}
	assert.Fail(t, "retired", "%s:%d: %q: the field says %s", file, line, word, say)
}

// identifiers gives those of a source file, and the line of one.
func identifiers(t *testing.T, file, text string) map[string]int {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, text, parser.SkipObjectResolution)
	require.NoError(t, err)
	all := map[string]int{}
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			all[id.Name] = fset.Position(id.Pos()).Line
		}
		return true
	})
	return all
}
