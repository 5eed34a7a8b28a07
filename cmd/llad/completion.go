package main

import (
	"fmt"
	"io"
	"strings"
)

// completion is the command that writes what a shell reads to complete command lines.
func completion(args []string, s streams) error {
	if len(args) != 1 {
		return usagef("completion takes the name of a shell: bash, zsh or fish")
	}
	text := ""
	switch args[0] {
	case "bash":
		text = bashCompletion()
	case "zsh":
		text = zshCompletion()
	case "fish":
		text = fishCompletion()
	default:
		return usagef("completion %s: the shells are bash, zsh and fish", args[0])
	}
	_, err := io.WriteString(s.out, text)
	return err
}

// quote is a word in single quotes, as bash and zsh read it.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// names are the commands that have names.
func names() []string {
	var all []string
	for _, c := range commands()[1:] {
		all = append(all, c.name)
	}
	return all
}

// takesFile tells whether a file may stand among the arguments.
func (c command) takesFile() bool { return c.flags != nil }

// bashCompletion is a function of bash: values behind flags that have a value, flags behind
// a dash, words or files elsewhere.
func bashCompletion() string {
	var b strings.Builder
	b.WriteString("# Completions of llad for bash.\n_llad() {\n" +
		"  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n" +
		"  local flags= words= files=yes\n  COMPREPLY=()\n  case $before in\n")
	for _, t := range flagTexts {
		give := ""
		switch {
		case t.value == "":
			continue
		case t.value == "FILE":
			give = `$(compgen -f -- "$current")`
		case t.value == "DIR":
			give = `$(compgen -d -- "$current")`
		case len(t.words) > 0:
			give = fmt.Sprintf(`$(compgen -W %s -- "$current")`, quote(strings.Join(t.words, " ")))
		}
		fmt.Fprintf(&b, "  -%s) COMPREPLY=(%s); return ;;\n", t.name, give)
	}
	b.WriteString("  esac\n  ((COMP_CWORD > 1)) || command=\n  case $command in\n")
	all := commands()
	for _, c := range all[1:] {
		if c.wraps {
			fmt.Fprintf(&b, "  %s) COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n", c.name)
			continue
		}
		fmt.Fprintf(&b, "  %s) flags=%s words=%s", c.name, quote(strings.Join(c.dashed(), " ")), quote(strings.Join(c.words, " ")))
		if !c.takesFile() {
			b.WriteString(" files=")
		}
		b.WriteString(" ;;\n")
	}
	fmt.Fprintf(&b, "  *)\n    flags=%s\n    ((COMP_CWORD > 1)) || words=%s ;;\n  esac\n",
		quote(strings.Join(all[0].dashed(), " ")), quote(strings.Join(names(), " ")))
	b.WriteString("  if [[ $current == -* ]]; then\n    COMPREPLY=($(compgen -W \"$flags\" -- \"$current\"))\n    return\n  fi\n" +
		"  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n" +
		"  [[ -z $files ]] || COMPREPLY+=($(compgen -d -- \"$current\") $(compgen -f -X '!*.ll' -- \"$current\"))\n" +
		"}\ncomplete -o filenames -F _llad llad\n")
	return b.String()
}

// dashed are the flags of a command as they are written.
func (c command) dashed() []string {
	var all []string
	for _, t := range c.texts() {
		all = append(all, "-"+t.name)
	}
	return all
}

// zshCompletion is a function of zsh for a directory of its fpath.
func zshCompletion() string {
	var b strings.Builder
	b.WriteString("#compdef llad\n# Completions of llad for zsh.\n_llad() {\n" +
		"  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n    local -a commands=(\n")
	all := commands()
	for _, c := range all[1:] {
		fmt.Fprintf(&b, "      %s\n", quote(c.name+":"+c.uses[0].text))
	}
	b.WriteString("    )\n    _describe -t commands command commands\n    _files -g '*.ll'\n    return\n  fi\n" +
		"  case $words[2] in\n")
	for _, c := range all[1:] {
		fmt.Fprintf(&b, "  %s)\n    shift words; (( CURRENT-- ))\n", c.name)
		zshArguments(&b, c)
		b.WriteString("    ;;\n")
	}
	b.WriteString("  *)\n")
	zshArguments(&b, all[0])
	b.WriteString("    ;;\n  esac\n}\n_llad \"$@\"\n")
	return b.String()
}

// zshArguments writes the call of _arguments for one command.
func zshArguments(b *strings.Builder, c command) {
	escape := strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`)
	b.WriteString("    _arguments")
	for _, t := range c.texts() {
		spec := "-" + t.name + "[" + escape.Replace(t.text) + "]"
		if t.value != "" {
			spec += ":" + escape.Replace(t.value) + ":"
		}
		switch {
		case t.value == "FILE":
			spec += "_files"
		case t.value == "DIR":
			spec += "_files -/"
		case len(t.words) > 0:
			spec += "(" + escape.Replace(strings.Join(t.words, " ")) + ")"
		}
		fmt.Fprintf(b, " \\\n      %s", quote(spec))
	}
	switch {
	case c.wraps:
		fmt.Fprintf(b, " \\\n      %s", quote("*:file:_files"))
	case len(c.words) > 0:
		fmt.Fprintf(b, " \\\n      %s", quote("1:argument:("+strings.Join(c.words, " ")+")"))
	case c.takesFile():
		fmt.Fprintf(b, " \\\n      %s", quote("*:LLVM IR:_files -g \"*.ll\""))
	}
	b.WriteString("\n")
}

// fishCompletion are the completions in fish's own declarations.
func fishCompletion() string {
	var b strings.Builder
	b.WriteString("# Completions of llad for fish.\n")
	all := commands()
	for _, c := range all[1:] {
		fmt.Fprintf(&b, "complete -c llad -n __fish_use_subcommand -a %s -d %s\n", c.name, fishQuote(c.uses[0].text))
	}
	for _, c := range all {
		where := "__fish_seen_subcommand_from " + c.name
		if c.name == "" {
			where = "not __fish_seen_subcommand_from " + strings.Join(names(), " ")
		}
		for _, t := range c.texts() {
			fmt.Fprintf(&b, "complete -c llad -n '%s' -o %s%s -d %s\n", where, t.name, fishValue(t), fishQuote(t.text))
		}
		if !c.takesFile() && !c.wraps {
			fmt.Fprintf(&b, "complete -c llad -n '%s' -f", where)
			if len(c.words) > 0 {
				fmt.Fprintf(&b, " -a %s", fishQuote(strings.Join(c.words, " ")))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// fishValue says what stands behind a flag.
func fishValue(t flagText) string {
	switch {
	case t.value == "":
		return ""
	case t.value == "FILE":
		return " -r -F"
	case t.value == "DIR":
		return " -x -a '(__fish_complete_directories)'"
	case len(t.words) > 0:
		return " -x -a " + fishQuote(strings.Join(t.words, " "))
	}
	return " -x"
}

// fishQuote is a word in single quotes, in which fish has escapes.
func fishQuote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}
