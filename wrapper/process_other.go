//go:build !unix

package wrapper

import "os"

// replaceProcess does nothing: a process cannot become another one here.
func replaceProcess(string, []string) error { return nil }

// signalOf is 0: processes are not ended by signals here.
func signalOf(*os.ProcessState) int { return 0 }
