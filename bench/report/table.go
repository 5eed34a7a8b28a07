package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/bench/results"
)

// row is one problem at one size: times in nanoseconds, memory in bytes; what
// was not measured is NaN.
type row struct {
	problem, size             string
	primal, llad, hand, adolc float64
	enzyme                    float64 // where ENZYME names its plugin
	lladBytes, handBytes      float64
	adolcBytes                float64
	jvp, jvp8                 float64 // one tangent, eight at once
}

func rowsOf(lines []results.Line) []row {
	var rows []row
	for _, b := range lines {
		part := strings.SplitN(b.Name, "/", 3)
		if len(part) != 3 {
			continue
		}
		get := func(unit string) float64 {
			if v, ok := b.Values[unit]; ok {
				return v
			}
			return math.NaN()
		}
		rows = append(rows, row{
			problem: part[1], size: part[2],
			primal: get("primal-ns"), llad: get("ns/op"), hand: get("hand-ns"), adolc: get("adolc-ns"), enzyme: get("enzyme-ns"),
			lladBytes: get("llad-extra-B"), handBytes: get("hand-extra-B"), adolcBytes: get("adolc-extra-B"),
			jvp: get("jvp-ns"), jvp8: get("jvp8-ns"),
		})
	}
	return rows
}

// geomean is the geometric mean of f over the rows where it is a number.
func geomean(rows []row, f func(row) float64) float64 {
	sum, n := 0.0, 0.0
	for _, r := range rows {
		if v := f(r); v > 0 && !math.IsInf(v, 0) {
			sum += math.Log(v)
			n++
		}
	}
	return math.Exp(sum / n)
}

func overPrimal(r row) float64 { return r.llad / r.primal }
func overHand(r row) float64   { return r.llad / r.hand }
func faster(r row) float64     { return r.adolc / r.llad }
func ofEnzyme(r row) float64   { return r.enzyme / r.llad }

func oneTangent(r row) float64  { return r.jvp / r.primal }
func eachOfEight(r row) float64 { return r.jvp8 / 8 / r.primal }

func number(v float64, digits int) string {
	if math.IsNaN(v) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

func markdown(rows []row) string {
	var b strings.Builder
	b.WriteString("| problem | size | primal µs | gradient µs | ÷ primal | ÷ hand-written | ADOL-C ÷ gradient | Enzyme ÷ gradient | extra KB | hand-written KB | ADOL-C KB | tangent ÷ primal | of eight, each |\n")
	b.WriteString("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", r.problem, r.size,
			number(r.primal/1e3, 1), number(r.llad/1e3, 1),
			number(overPrimal(r), 2), number(overHand(r), 2), number(faster(r), 1), number(ofEnzyme(r), 2),
			number(r.lladBytes/1024, 0), number(r.handBytes/1024, 0), number(r.adolcBytes/1024, 0),
			number(oneTangent(r), 2), number(eachOfEight(r), 2))
	}
	fmt.Fprintf(&b, "| geometric mean | | | | %s | %s | %s | %s | | | | %s | %s |\n",
		number(geomean(rows, overPrimal), 2), number(geomean(rows, overHand), 2), number(geomean(rows, faster), 1), number(geomean(rows, ofEnzyme), 2),
		number(geomean(rows, oneTangent), 2), number(geomean(rows, eachOfEight), 2))
	return b.String()
}

func csvText(rows []row) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	all := [][]string{{"problem", "size", "primal_ns", "gradient_ns", "hand_ns", "adolc_ns", "enzyme_ns", "extra_bytes", "hand_extra_bytes", "adolc_extra_bytes", "jvp_ns", "jvp8_ns"}}
	for _, r := range rows {
		line := []string{r.problem, r.size}
		for _, v := range []float64{r.primal, r.llad, r.hand, r.adolc, r.enzyme, r.lladBytes, r.handBytes, r.adolcBytes, r.jvp, r.jvp8} {
			s := ""
			if !math.IsNaN(v) {
				s = strconv.FormatFloat(v, 'g', -1, 64)
			}
			line = append(line, s)
		}
		all = append(all, line)
	}
	if err := w.WriteAll(all); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
