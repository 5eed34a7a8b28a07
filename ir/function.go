package ir

import "strconv"

// Block is a basic block.
type Block struct {
	Name   string // without %, quotes included; "" when numbered
	Instrs []*Instr
	Parent *Function
	ID     int32 // scratch number for analyses, see Function.Number
	Line   int32

	last int // where Index found an instruction: the next one asked for is near
}

// Ident is the block as an operand, %name.
func (b *Block) Ident() string { return "%" + b.Name }

// Term is the block's terminator, nil while it has none.
func (b *Block) Term() *Instr {
	if n := len(b.Instrs); n > 0 && b.Instrs[n-1].Op.IsTerminator() {
		return b.Instrs[n-1]
	}
	return nil
}

// Succs are the blocks control may go to, with repetitions as the terminator
// has them. The slice belongs to the terminator.
func (b *Block) Succs() []*Block {
	if t := b.Term(); t != nil {
		return t.Blocks
	}
	return nil
}

// Phis are the phi nodes at the head of the block.
func (b *Block) Phis() []*Instr {
	n := 0
	for n < len(b.Instrs) && b.Instrs[n].Op == Phi {
		n++
	}
	return b.Instrs[:n]
}

// FirstNonPhi is the index of the first instruction that is no phi.
func (b *Block) FirstNonPhi() int { return len(b.Phis()) }

// Append puts i at the end of the block.
func (b *Block) Append(i *Instr) *Instr {
	i.Parent = b
	b.Instrs = append(b.Instrs, i)
	return i
}

// InsertAt puts i before index k.
func (b *Block) InsertAt(k int, i *Instr) *Instr {
	i.Parent = b
	b.Instrs = append(b.Instrs, nil)
	copy(b.Instrs[k+1:], b.Instrs[k:])
	b.Instrs[k] = i
	b.last = k
	return i
}

// Index is the position of i in the block, -1 when it is not there.
func (b *Block) Index(i *Instr) int {
	n := len(b.Instrs)
	for up, down := min(b.last, n), min(b.last, n)-1; up < n || down >= 0; up, down = up+1, down-1 {
		if up < n && b.Instrs[up] == i {
			b.last = up
			return up
		}
		if down >= 0 && b.Instrs[down] == i {
			b.last = down
			return down
		}
	}
	return -1
}

// Function is a function definition or declaration, and as a Value its address.
type Function struct {
	Name     string // without @, quotes included if it was spelled with them
	Typ      *Type  // the function type
	Params   []*Param
	RetAttrs string // attributes of the result
	Prefix   string // between define/declare and RetAttrs: linkage, visibility, calling convention
	Suffix   string // behind the parameters: unnamed_addr, attributes, section, comdat, gc, personality, !attachments
	Blocks   []*Block
	Module   *Module
	IsDecl   bool
	Line     int32 // of the definition's first line
	Team     bool  // all threads of a team run it, with the same arguments but for the first two, which tell them apart
	Given    any   // what the program registered about it, for the packages above; clones do not inherit it
	entity   *Entity
	loaded   bool        // Blocks hold the body
	broken   error       // why the header could not be read
	tables   []*Global   // a clone: variables with addresses of its blocks
	changed  bool        // the body is to be written anew
	inText   bool        // text that AddText was handed defines it
	source   *Function   // a clone: what it was made from
	derived  *derivation // see Derives
	numbered []*Block    // by number as read, where a blockaddress may name them so
	nextName int
	addr     *Type
}

// Type implements Value: the type of the function's address.
func (f *Function) Type() *Type {
	if f.addr == nil || f.addr.Elem != nil && f.addr.Elem != f.Typ {
		f.addr = f.Module.addrType(f.Typ, 0)
	}
	return f.addr
}

// Ident implements Value.
func (f *Function) Ident() string { return "@" + f.Name }

// Entry is the entry block.
func (f *Function) Entry() *Block { return f.Blocks[0] }

// NumInstrs is how many instructions f has.
func (f *Function) NumInstrs() int {
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Instrs)
	}
	return n
}

// NewBlock appends an empty block, which makes a definition of a declaration.
// The name is made unique when the function is written.
func (f *Function) NewBlock(name string) *Block {
	b := &Block{Name: name, Parent: f}
	f.Blocks = append(f.Blocks, b)
	f.IsDecl = false
	return b
}

// DropBlocks takes the body away: no operand of it stays on a use list.
func (f *Function) DropBlocks() {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			i.DropArgs()
		}
	}
	f.Blocks = nil
}

// FreshName gives base with a number no earlier call gave; the writer makes
// sure it also differs from the names that were read.
func (f *Function) FreshName(base string) string {
	f.nextName++
	return AppendName(base, "."+strconv.Itoa(f.nextName))
}

// Number gives blocks and instructions consecutive IDs from 0 and returns how
// many of each there are.
func (f *Function) Number() (blocks, instrs int) {
	for bi, b := range f.Blocks {
		b.ID = int32(bi)
		for _, i := range b.Instrs {
			i.ID = int32(instrs)
			instrs++
		}
	}
	return len(f.Blocks), instrs
}

// Preds gives, for each block in order of Blocks, its predecessors without
// repetition. It numbers the blocks.
func (f *Function) Preds() [][]*Block {
	numberBlocks(f)
	count := make([]int32, len(f.Blocks))
	edges := make([]int32, 0, 2*len(f.Blocks)) // each block's successors, then -1
	total := 0
	for _, b := range f.Blocks {
		for _, s := range b.Succs() {
			count[s.ID]++
			total++
			edges = append(edges, s.ID)
		}
		edges = append(edges, -1)
	}
	// All lists share one array: each has room for what was counted.
	preds, room := make([][]*Block, len(f.Blocks)), make([]*Block, total)
	for k, n := range count {
		preds[k], room = room[:0:n], room[n:]
	}
	from := 0
	for _, to := range edges {
		if to < 0 {
			from++
			continue
		}
		if l := preds[to]; len(l) == 0 || l[len(l)-1] != f.Blocks[from] {
			preds[to] = append(l, f.Blocks[from])
		}
	}
	return preds
}

// Global is a global variable, alias or ifunc, and as a Value its address.
type Global struct {
	Name      string
	ValueType *Type
	AddrSpace int
	Prefix    string // between = and global/constant: linkage, visibility, thread_local, ...
	Keyword   string // global, constant, alias, ifunc
	Init      Value  // nil for a declaration or while not loaded
	InitText  string // the initialiser as written
	Suffix    string // behind the initialiser: section, comdat, align, attachments
	Module    *Module
	Inactive  bool    // the program registered that it carries no derivative
	Shadow    *Global // where the program registered that its derivative is
	Derived   bool    // made for code that is differentiated, which alone uses it; empty before that and behind
	entity    *Entity
	addr      *Type
	initAt    int // offset of InitText in the module's text
	initLine  int32
}

// SizeKnown reports whether the variable is at most as long as its type says: not so where another module defines what
// is an array without a length here, as `extern double t[];` in C, or ends in one.
func (g *Global) SizeKnown() bool {
	if g.Init != nil || g.InitText != "" || g.ValueType == nil {
		return true
	}
	t := g.ValueType
	for t.Kind == StructKind && len(t.Fields) > 0 && !t.Opaque {
		t = t.Fields[len(t.Fields)-1]
	}
	return !t.Opaque && (t.Kind != ArrayKind || t.Len > 0)
}

// Type implements Value: the type of the variable's address.
func (g *Global) Type() *Type {
	if g.addr == nil {
		g.addr = g.Module.addrType(g.ValueType, g.AddrSpace)
	}
	return g.addr
}

// Ident implements Value.
func (g *Global) Ident() string { return "@" + g.Name }

// Aliasee is what an alias names, of the alias's type; nil for all else.
func (g *Global) Aliasee() Value {
	if g.Keyword != "alias" || g.LoadInit() != nil || !ends(g.Init, maxAliases) {
		return nil
	}
	return g.Init
}

// maxAliases bounds the aliases of aliases that are followed.
const maxAliases = 8

// ends reports whether no more than so many aliases stand behind each other in what v is made of:
// those that lead in a circle name nothing.
func ends(v Value, aliases int) bool {
	switch v := v.(type) {
	case *Global:
		return v.Keyword != "alias" || aliases > 0 && v.LoadInit() == nil && ends(v.Init, aliases-1)
	case *Const:
		for _, e := range v.Elems {
			if !ends(e, aliases) {
				return false
			}
		}
	}
	return true
}

// AliasTarget is the variable or function that v names, through casts of the typed world and
// aliases.
func AliasTarget(v Value) Value {
	for {
		v = StripConstCasts(v)
		g, ok := v.(*Global)
		if !ok {
			return v
		}
		to := g.Aliasee()
		if to == nil {
			return v
		}
		v = to
	}
}

// IsConst reports whether the variable is declared `constant`.
func (g *Global) IsConst() bool { return g.Keyword == "constant" }
