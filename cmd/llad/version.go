package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// The releases of LLVM whose syntax is read and written.
const (
	oldestLLVM = 14
	newestLLVM = 22
)

// release is the version number that `make dist` links in. Without it the version is what
// Go's build information says: the tag or the commit.
var release string

// shortVersion is the version number, "devel" where nothing tells.
func shortVersion(info *debug.BuildInfo, release string) string {
	switch {
	case release != "":
		return release
	case info != nil && info.Main.Version != "" && info.Main.Version != "(devel)":
		return strings.TrimPrefix(info.Main.Version, "v")
	}
	return "devel"
}

// versionText is what `llad version` prints. A nil info is a build without information.
func versionText(info *debug.BuildInfo, release string) string {
	commit, date, changes := "unknown", "", ""
	if info != nil {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = s.Value
			case s.Key == "vcs.time":
				date = " of " + s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changes = ", with changes"
			}
		}
	}
	return fmt.Sprintf("llad %s\ncommit %s%s%s\n%s %s/%s\nLLVM %d to %d\n", shortVersion(info, release),
		commit, date, changes, runtime.Version(), runtime.GOOS, runtime.GOARCH, oldestLLVM, newestLLVM)
}

// printVersion is the command that says which llad this is.
func printVersion(args []string, s streams) error {
	if len(args) > 0 {
		return usagef("version takes no arguments")
	}
	info, _ := debug.ReadBuildInfo()
	_, err := fmt.Fprint(s.out, versionText(info, release))
	return err
}
