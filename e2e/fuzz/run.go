package fuzz

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/llad-ad/llad/interp"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

//go:embed driver.c.txt
var driverText string

// command runs a compiler or a compiled program within a time limit.
func command(stdin string, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		text := errs.String() + out.String() // messages of derivatives stand in the output
		if len(text) > 2000 {
			text = text[:1000] + text[len(text)-1000:]
		}
		return out.Bytes(), fmt.Errorf("%s: %w\n%s", name, err, text)
	}
	return out.Bytes(), nil
}

// process is a program that was built.
type process struct{ exe string }

// builder builds programs in a directory; the driver is compiled once.
type builder struct {
	dir, clang string

	mu      sync.Mutex
	drivers map[string]string
}

func (b *builder) driver(sanitize bool, defines ...string) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := fmt.Sprint(sanitize, defines)
	if obj := b.drivers[key]; obj != "" {
		return obj, nil
	}
	src := filepath.Join(b.dir, "driver.c")
	if err := os.WriteFile(src, []byte(driverText), 0o644); err != nil {
		return "", err
	}
	obj := filepath.Join(b.dir, fmt.Sprintf("driver%d.o", len(b.drivers)))
	args := []string{"-O1", "-c", src, "-o", obj}
	if sanitize {
		args = append(args, "-fsanitize=address")
	}
	for _, d := range defines {
		args = append(args, "-D"+d)
	}
	if _, err := command("", b.clang, args...); err != nil {
		return "", err
	}
	if b.drivers == nil {
		b.drivers = map[string]string{}
	}
	b.drivers[key] = obj
	return obj, nil
}

// build makes a process of IR text with clang.
func (b *builder) build(clang, name string, text []byte, sanitize bool, defines ...string) (*process, error) {
	driver, err := b.driver(sanitize, defines...)
	if err != nil {
		return nil, err
	}
	ll, obj, exe := filepath.Join(b.dir, name+".ll"), filepath.Join(b.dir, name+".o"), filepath.Join(b.dir, name)
	if err := os.WriteFile(ll, text, 0o644); err != nil {
		return nil, err
	}
	level := "-O2"
	link := []string{driver, obj, "-o", exe, "-lm"}
	if sanitize {
		level = "-O1"
		link = append(link, "-fsanitize=address")
	}
	args := []string{level, "-c", "-Wno-override-module", ll, "-o", obj}
	if sanitize {
		args = append(args, "-fsanitize=address")
	}
	if _, err := command("", clang, args...); err != nil {
		return nil, err
	}
	if _, err := command("", b.clang, link...); err != nil {
		return nil, err
	}
	return &process{exe}, nil
}

// remove takes away the files of the build.
func (n *process) remove() {
	for _, end := range []string{"", ".o", ".ll"} {
		os.Remove(n.exe + end)
	}
}

func (n *process) run(w world, calls []call) ([]state, error) {
	var in strings.Builder
	list := func(x []float64) {
		for _, v := range x {
			fmt.Fprintf(&in, "%s ", strconv.FormatFloat(v, 'x', -1, 64))
		}
		in.WriteByte('\n')
	}
	for _, c := range calls {
		fmt.Fprintf(&in, "%c %d %d\n", c.mode, w.overlap, w.n)
		list(c.primal)
		if c.mode != 'f' {
			list(c.shadow)
		}
	}
	out, err := command(in.String(), n.exe)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(out), "\n")
	numbers := func(line string) (x []float64) {
		for _, f := range strings.Fields(line) {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				v = math.NaN()
			}
			x = append(x, v)
		}
		return x
	}
	var states []state
	for _, c := range calls {
		var s state
		need := 3
		if c.mode == 'f' {
			need = 2
		}
		if len(lines) < need {
			return nil, fmt.Errorf("the driver printed too little")
		}
		s.primal = numbers(lines[0])
		if c.mode != 'f' {
			s.shadow = numbers(lines[1])
		}
		for i, v := range numbers(lines[need-1]) {
			s.ints[i%4] = int(v)
		}
		lines = lines[need:]
		states = append(states, s)
	}
	return states, nil
}

// interpreted is a module to be run in the interpreter. Each batch of calls
// has a machine of its own.
type interpreted struct{ m *ir.Module }

func (n *interpreted) run(w world, calls []call) ([]state, error) {
	m, err := interp.New(n.m, interp.Options{Evaluators: rules.Evaluator, MaxSteps: 1 << 28, Roots: interp.GlobalRoots})
	if err != nil {
		return nil, err
	}
	var states []state
	for _, c := range calls {
		s, err := n.one(m, w, c)
		if err != nil {
			return nil, fmt.Errorf("%c: %w", c.mode, err)
		}
		states = append(states, s)
	}
	if left := m.Leaks(); len(left) > 0 {
		return nil, fmt.Errorf("memory is left behind: %v", left[0])
	}
	return states, nil
}

// memory is the world, or its shadow, in a machine.
type memory struct {
	m    *interp.Machine
	w    world
	at   [4]interp.Ptr
	a, r float64
	ints [4]int
}

func (n *interpreted) memory(m *interp.Machine, w world, x []float64, ints bool) (*memory, error) {
	mem := &memory{m: m, w: w}
	size := [4]int{96, 96, 48, 4 * structSize}
	if w.overlap == 2 {
		size[0] = 128
	}
	var data [4][]byte
	for k := range data {
		data[k] = make([]byte, size[k])
	}
	if w.overlap != 0 {
		data[1] = data[0][32*(w.overlap-1):]
	}
	for k, s := range w.slots() {
		switch {
		case s.block == 4:
			mem.a = x[k]
		case s.block == 5:
			mem.r = x[k]
		case s.float:
			binary.LittleEndian.PutUint32(data[s.block][s.off:], math.Float32bits(float32(x[k])))
		default:
			binary.LittleEndian.PutUint64(data[s.block][s.off:], math.Float64bits(x[k]))
		}
	}
	for i := range 4 {
		if ints {
			data[3][i*structSize+8] = byte(i)
		}
	}
	for k := range data {
		if k == 1 && w.overlap != 0 {
			mem.at[1] = mem.at[0] + interp.Ptr(32*(w.overlap-1))
			continue
		}
		p, err := m.NewBytes(data[k])
		if err != nil {
			return nil, err
		}
		mem.at[k] = p
	}
	return mem, nil
}

// numbers reads the world again.
func (mem *memory) numbers() ([]float64, error) {
	var out []float64
	for _, s := range mem.w.slots() {
		if s.block == 4 {
			out = append(out, mem.a)
			continue
		}
		if s.block == 5 {
			out = append(out, mem.r)
			continue
		}
		n := 8
		if s.float {
			n = 4
		}
		b, err := mem.m.ReadBytes(mem.at[s.block]+interp.Ptr(s.off), n)
		if err != nil {
			return nil, err
		}
		if s.float {
			out = append(out, float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
		} else {
			out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
	}
	for i := range 4 {
		v, err := mem.m.ReadInt32s(mem.at[3]+interp.Ptr(i*structSize+8), 1)
		if err != nil {
			return nil, err
		}
		mem.ints[i] = int(v[0])
	}
	return out, nil
}

func (n *interpreted) one(m *interp.Machine, w world, c call) (s state, err error) {
	mem, err := n.memory(m, w, c.primal, true)
	if err != nil {
		return s, err
	}
	shadow := &memory{}
	if c.mode != 'f' {
		if shadow, err = n.memory(m, w, c.shadow, false); err != nil {
			return s, err
		}
	}
	idx, err := m.NewInt32s(indices[:])
	if err != nil {
		return s, err
	}
	// one place for what comes back through a pointer
	slot, err := m.NewFloat64s([]float64{shadow.a})
	if err != nil {
		return s, err
	}
	var args []interp.Value
	for k := range mem.at {
		args = append(args, interp.Pointer(mem.at[k]))
		if c.mode != 'f' {
			args = append(args, interp.Pointer(shadow.at[k]))
		}
	}
	args = append(args, interp.Pointer(idx), interp.I32(int32(w.n)), interp.F64(mem.a))
	name := "f"
	switch c.mode {
	case 'g':
		name = "f_grad"
		args = append(args, interp.Pointer(slot), interp.F64(shadow.r))
	case 'j':
		name = "f_jvp"
		args = append(args, interp.F64(shadow.a), interp.Pointer(slot))
	}
	v, err := m.Call(name, args...)
	if err != nil {
		return s, err
	}
	mem.r = v.F64()
	if s.primal, err = mem.numbers(); err != nil {
		return s, err
	}
	s.ints = mem.ints
	if c.mode == 'f' {
		return s, nil
	}
	back, err := m.ReadFloat64s(slot, 1)
	if err != nil {
		return s, err
	}
	if c.mode == 'g' {
		shadow.a = back[0]
	} else {
		shadow.r = back[0]
	}
	s.shadow, err = shadow.numbers()
	return s, err
}
