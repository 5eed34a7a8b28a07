package report

import (
	"bytes"
	"html/template"
)

// HTML is the explanation as a page of its own.
func (e *Explanation) HTML() ([]byte, error) {
	var b bytes.Buffer
	err := explainPage.Execute(&b, e)
	return b.Bytes(), err
}

var explainPage = template.Must(template.New("explain").Funcs(template.FuncMap{"place": place, "trips": trips, "says": ExplainedLoop.says}).Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{.Func}}: {{.Mode}} mode</title>
<style>
body { font: 15px/1.4 sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .2em .8em .2em 0; border-bottom: 1px solid #ddd; }
code { font-size: 13px; white-space: pre-wrap; }
details { margin: .5em 0; }
.kept { background: #fde8d8; }
</style>
</head>
<body>
<h1><code>{{.Func}}</code>: {{.Mode}} mode</h1>
<table>
<tr><th>parameter</th><th>type</th><th>activity</th></tr>
{{range .Params}}<tr><td>{{.Name}}</td><td><code>{{.Type}}</code></td><td>{{.Activity}}</td></tr>
{{end}}</table>
{{if .Names}}<h2>Made by names</h2><ul>{{range .Names}}<li>{{.}}</li>{{end}}</ul>{{end}}
{{range .Functions}}<h2><code>{{.Func}}</code>{{if .Split}}, called{{end}}</h2>
{{with .Totals}}<p>{{.}}</p>
{{end}}{{if .Loops}}<h3>Loops</h3>
<table>
<tr><th>where</th><th>depth</th><th>iterations</th><th>what is done</th></tr>
{{range .Loops}}<tr><td><code>{{place .Position}}</code></td><td>{{.Depth}}</td><td>{{.Trips}}</td><td>{{says .}}</td></tr>
{{end}}</table>
{{end}}{{if .Totals}}<h3>Values that the reverse sweep reads</h3>
<table>
<tr><th>value</th><th>type</th><th>how</th><th>bytes</th><th>needed by</th></tr>
{{range .Values}}<tr{{if .Bytes}} class="kept"{{end}}><td><code>{{place .Position}}</code></td><td><code>{{.Type}}</code></td><td>{{.How}}</td><td>{{if .Bytes}}{{.Bytes}} {{.Extent}}{{end}}</td><td>{{range .NeededBy}}<code>{{place .}}</code><br>{{end}}</td></tr>
{{end}}</table>
{{end}}<details><summary>What is active, and why ({{len .Active}})</summary>
<table>
{{range .Active}}<tr><td><code>{{place .Position}}</code></td><td>{{range .Why}}{{.}}<br>{{end}}</td></tr>
{{end}}</table>
</details>
{{end}}</body>
</html>
`))
