package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// stageView adds up what the stages of a run cost, and says on a terminal which one it is in.
type stageView struct {
	mutex  sync.Mutex
	order  []string
	spent  map[string]*stageCost
	now    string // the stage
	of     string // the function
	began  time.Time
	heap   uint64
	start  time.Time
	line   io.Writer // the terminal; nil: nothing is said
	shown  bool      // a line is there
	ticker *time.Ticker
	ended  chan struct{}
}

type stageCost struct {
	time  time.Duration
	bytes uint64
}

// patience is how long a run takes before it says what it does.
const patience = 2 * time.Second

// watchStages begins with the stage of reading. What it says on a terminal goes to line, unless
// that is nil.
func watchStages(line io.Writer) *stageView {
	v := &stageView{spent: map[string]*stageCost{}, line: line, start: time.Now()}
	v.begin("reading", "")
	if line != nil {
		v.ticker, v.ended = time.NewTicker(patience/4), make(chan struct{})
		go v.tick()
	}
	return v
}

func (v *stageView) tick() {
	for {
		select {
		case t := <-v.ticker.C:
			v.say(t)
		case <-v.ended:
			return
		}
	}
}

// begin ends a stage and begins the next.
func (v *stageView) begin(stage, of string) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	t, heap := time.Now(), allocated()
	if c := v.spent[v.now]; c != nil {
		c.time += t.Sub(v.began)
		c.bytes += heap - v.heap
	}
	if stage != "" && v.spent[stage] == nil {
		v.spent[stage] = &stageCost{}
		v.order = append(v.order, stage)
	}
	v.now, v.of, v.began, v.heap = stage, of, t, heap
}

// say writes the line anew where the run has taken long enough.
func (v *stageView) say(t time.Time) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if v.line == nil || v.now == "" || t.Sub(v.start) < patience {
		return
	}
	of := ""
	if v.of != "" {
		of = v.of + ": "
	}
	text := fmt.Sprintf("llad: %s%s, %.0f s", of, v.now, t.Sub(v.start).Seconds())
	if len(text) > 78 {
		text = "..." + text[len(text)-75:]
	}
	fmt.Fprintf(v.line, "\r\x1b[K%s", text)
	v.shown = true
}

// pause ends the stage and wipes the line, until the next begins.
func (v *stageView) pause() {
	v.begin("", "")
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if v.shown {
		fmt.Fprint(v.line, "\r\x1b[K")
	}
	v.shown = false
}

// quiet wipes the line, for good.
func (v *stageView) quiet() {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if v.ticker != nil {
		v.ticker.Stop()
		close(v.ended)
		v.ticker = nil
	}
	if v.shown {
		fmt.Fprint(v.line, "\r\x1b[K")
	}
	v.line, v.shown = nil, false
}

// report ends the last stage, and writes what all have cost.
func (v *stageView) report(w io.Writer) {
	v.begin("", "")
	fmt.Fprintf(w, "%10s %10s  stage\n", "seconds", "MiB")
	for _, s := range v.order {
		c := v.spent[s]
		fmt.Fprintf(w, "%10.3f %10.1f  %s\n", c.time.Seconds(), float64(c.bytes)/(1<<20), s)
	}
}
