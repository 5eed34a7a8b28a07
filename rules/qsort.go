package rules

// qsort of the C library moves elements by an order that only depends on comparisons:
// here is a body for it. It sorts the elements' numbers, and then moves each element
// once, so that the order is all that a reverse sweep needs. It is stable, as glibc's is.
const qsortBody = `
define void @NAME(BYTES %base, i64 %n, i64 %size, COMPARE %compareCONTEXT) {
	%some = icmp ugt i64 %n, 1
	br i1 %some, label %begin, label %done
begin:
	%room = shl i64 %n, 4
	%block = call noalias BYTES @malloc(i64 %room)
	%a = bitcast BYTES %block to NUMBERS
	%b = getelementptr inbounds i64, NUMBERS %a, i64 %n
	br label %number
number:
	%i0 = phi i64 [ 0, %begin ], [ %i1, %number ]
	%at0 = getelementptr inbounds i64, NUMBERS %a, i64 %i0
	store i64 %i0, NUMBERS %at0, align 8
	%i1 = add nuw i64 %i0, 1
	%numbering = icmp ult i64 %i1, %n
	br i1 %numbering, label %number, label %level
level:
	%width = phi i64 [ 1, %number ], [ %wider, %leveled ]
	%from = phi NUMBERS [ %a, %number ], [ %to, %leveled ]
	%to = phi NUMBERS [ %b, %number ], [ %from, %leveled ]
	br label %pair
pair:
	%low = phi i64 [ 0, %level ], [ %high, %paired ]
	%second = add i64 %low, %width
	%second.in = icmp ult i64 %second, %n
	%middle = select i1 %second.in, i64 %second, i64 %n
	%end = add i64 %middle, %width
	%end.in = icmp ult i64 %end, %n
	%high = select i1 %end.in, i64 %end, i64 %n
	br label %merge
merge:
	%k = phi i64 [ %low, %pair ], [ %k.next, %put ]
	%i = phi i64 [ %low, %pair ], [ %i.next, %put ]
	%j = phi i64 [ %middle, %pair ], [ %j.next, %put ]
	%i.left = icmp ult i64 %i, %middle
	br i1 %i.left, label %both, label %take.second
both:
	%j.left = icmp ult i64 %j, %high
	br i1 %j.left, label %ask, label %take.first
ask:
	%at.i = getelementptr inbounds i64, NUMBERS %from, i64 %i
	%at.j = getelementptr inbounds i64, NUMBERS %from, i64 %j
	%no.i = load i64, NUMBERS %at.i, align 8
	%no.j = load i64, NUMBERS %at.j, align 8
	%off.i = mul i64 %no.i, %size
	%off.j = mul i64 %no.j, %size
	%x = getelementptr inbounds i8, BYTES %base, i64 %off.i
	%y = getelementptr inbounds i8, BYTES %base, i64 %off.j
	%order = call i32 %compare(BYTES %x, BYTES %yCONTEXT)
	%first = icmp sle i32 %order, 0
	br i1 %first, label %take.first, label %take.second
take.first:
	%at.first = getelementptr inbounds i64, NUMBERS %from, i64 %i
	%no.first = load i64, NUMBERS %at.first, align 8
	%i.more = add nuw i64 %i, 1
	br label %put
take.second:
	%at.second = getelementptr inbounds i64, NUMBERS %from, i64 %j
	%no.second = load i64, NUMBERS %at.second, align 8
	%j.more = add nuw i64 %j, 1
	br label %put
put:
	%no = phi i64 [ %no.first, %take.first ], [ %no.second, %take.second ]
	%i.next = phi i64 [ %i.more, %take.first ], [ %i, %take.second ]
	%j.next = phi i64 [ %j, %take.first ], [ %j.more, %take.second ]
	%at.k = getelementptr inbounds i64, NUMBERS %to, i64 %k
	store i64 %no, NUMBERS %at.k, align 8
	%k.next = add nuw i64 %k, 1
	%merging = icmp ult i64 %k.next, %high
	br i1 %merging, label %merge, label %paired
paired:
	%pairing = icmp ult i64 %high, %n
	br i1 %pairing, label %pair, label %leveled
leveled:
	%wider = shl i64 %width, 1
	%leveling = icmp ult i64 %wider, %n
	br i1 %leveling, label %level, label %move
move:
	%all = mul i64 %n, %size
	%old = call noalias BYTES @malloc(i64 %all)
	call void @MEMCPY(BYTES %old, BYTES %base, i64 %all, i1 false)
	br label %each
each:
	%e = phi i64 [ 0, %move ], [ %e.next, %each ]
	%at.e = getelementptr inbounds i64, NUMBERS %to, i64 %e
	%no.e = load i64, NUMBERS %at.e, align 8
	%off.from = mul i64 %no.e, %size
	%off.to = mul i64 %e, %size
	%elem.from = getelementptr inbounds i8, BYTES %old, i64 %off.from
	%elem.to = getelementptr inbounds i8, BYTES %base, i64 %off.to
	call void @MEMCPY(BYTES %elem.to, BYTES %elem.from, i64 %size, i1 false)
	%e.next = add nuw i64 %e, 1
	%moving = icmp ult i64 %e.next, %n
	br i1 %moving, label %each, label %over
over:
	call void @free(BYTES %old)
	call void @free(BYTES %block)
	br label %done
done:
	ret void
}
`
