; pass: DataCopying
target triple = "x86_64-pc-linux-gnu"

; The vector at %x is read once for each row, and overwritten behind the nest.
define void @f(ptr %a, ptr %x, ptr %y, i64 %n, i64 %steps) {
entry:
  br label %step

step:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  br label %row

row:
  %o = phi i64 [ 0, %step ], [ %o.next, %stored ]
  %first = mul nsw i64 %o, %n
  br label %sum

sum:
  %i = phi i64 [ 0, %row ], [ %i.next, %sum ]
  %s = phi double [ 0.0, %row ], [ %s.next, %sum ]
  %at = add nsw i64 %first, %i
  %p = getelementptr inbounds double, ptr %a, i64 %at
  %v = load double, ptr %p, align 8
  %q = getelementptr inbounds double, ptr %x, i64 %i
  %w = load double, ptr %q, align 8
  %m = fmul double %v, %w
  %s.next = fadd double %s, %m
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %stored, label %sum

stored:
  %s.last = phi double [ %s.next, %sum ]
  %r = getelementptr inbounds double, ptr %y, i64 %o
  store double %s.last, ptr %r, align 8
  %o.next = add nuw nsw i64 %o, 1
  %o.done = icmp eq i64 %o.next, %n
  br i1 %o.done, label %behind, label %row

behind:
  br label %copy

copy:
  %j = phi i64 [ 0, %behind ], [ %j.next, %copy ]
  %from = getelementptr inbounds double, ptr %y, i64 %j
  %c = load double, ptr %from, align 8
  %to = getelementptr inbounds double, ptr %x, i64 %j
  store double %c, ptr %to, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %next, label %copy

next:
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %steps
  br i1 %k.done, label %end, label %step

end:
  ret void
}
; want:
; define void @f(ptr %a, ptr %x, ptr %y, i64 %n, i64 %steps) {
; entry:
;   %v.1 = icmp sge i64 %n, -281474976710656
;   %v.2 = icmp slt i64 %n, 281474976710656
;   %v.3 = add i64 %n, -1
;   %v.4 = icmp sgt i64 %v.3, 0
;   %v.5 = select i1 %v.4, i64 %v.3, i64 0
;   %v.6 = icmp sgt i64 %v.5, 0
;   %v.7 = select i1 %v.6, i64 %v.5, i64 0
;   %v.8 = icmp sge i64 %n, -67108864
;   %v.9 = icmp slt i64 %n, 67108864
;   %v.10 = icmp sge i64 0, -67108864
;   %v.11 = icmp slt i64 %v.7, 67108864
;   %v.12 = mul i64 0, %n
;   %v.13 = mul i64 %v.7, %n
;   %v.14 = icmp slt i64 %v.12, %v.13
;   %v.15 = select i1 %v.14, i64 %v.12, i64 %v.13
;   %v.16 = icmp sgt i64 %v.12, %v.13
;   %v.17 = select i1 %v.16, i64 %v.12, i64 %v.13
;   %v.18 = add i64 %n, -1
;   %v.19 = icmp sgt i64 %v.18, 0
;   %v.20 = select i1 %v.19, i64 %v.18, i64 0
;   %v.21 = icmp sgt i64 %v.20, 0
;   %v.22 = select i1 %v.21, i64 %v.20, i64 0
;   %v.23 = add i64 %v.17, %v.22
;   %v.24 = icmp sge i64 %v.15, -281474976710656
;   %v.25 = icmp slt i64 %v.23, 281474976710656
;   %v.26 = mul i64 %v.15, 8
;   %v.27 = mul i64 %v.23, 8
;   %v.28 = add i64 %v.26, 8
;   %v.29 = add i64 %v.27, 8
;   %v.30 = add i64 %v.20, 1
;   %v.31 = icmp slt i64 %v.30, 1048576
;   %v.32 = select i1 %v.31, i64 %v.30, i64 1048576
;   %v.33 = icmp slt i64 %v.32, 1099511627776
;   %v.34 = select i1 %v.33, i64 %v.32, i64 1099511627776
;   %v.35 = add i64 %v.5, 1
;   %v.36 = icmp slt i64 %v.35, 1048576
;   %v.37 = select i1 %v.36, i64 %v.35, i64 1048576
;   %v.38 = mul i64 %v.34, %v.37
;   %v.39 = icmp slt i64 %v.38, 1099511627776
;   %v.40 = select i1 %v.39, i64 %v.38, i64 1099511627776
;   %v.41 = icmp sge i64 %steps, -281474976710656
;   %v.42 = icmp slt i64 %steps, 281474976710656
;   %v.43 = add i64 %steps, -1
;   %v.44 = icmp sgt i64 %v.43, 0
;   %v.45 = select i1 %v.44, i64 %v.43, i64 0
;   %v.46 = add i64 %v.45, 1
;   %v.47 = icmp slt i64 %v.46, 1048576
;   %v.48 = select i1 %v.47, i64 %v.46, i64 1048576
;   %v.49 = mul i64 %v.40, %v.48
;   %v.50 = icmp slt i64 %v.49, 1099511627776
;   %v.51 = select i1 %v.50, i64 %v.49, i64 1099511627776
;   %v.52 = sub i64 %v.29, %v.26
;   %v.53 = and i64 %v.26, 7
;   %v.54 = icmp sgt i64 %v.52, 0
;   %v.55 = icmp eq i64 %v.53, 0
;   %v.56 = icmp sge i64 %v.51, 128
;   %v.57 = mul i64 %v.51, 8
;   %v.58 = mul i64 %v.52, 4
;   %v.59 = icmp sge i64 %v.57, %v.58
;   %v.60 = icmp sge i64 %n, -281474976710656
;   %v.61 = icmp slt i64 %n, 281474976710656
;   %v.62 = add i64 %n, -1
;   %v.63 = icmp sgt i64 %v.62, 0
;   %v.64 = select i1 %v.63, i64 %v.62, i64 0
;   %v.65 = icmp sgt i64 %v.64, 0
;   %v.66 = select i1 %v.65, i64 %v.64, i64 0
;   %v.67 = icmp sge i64 0, -281474976710656
;   %v.68 = icmp slt i64 %v.66, 281474976710656
;   %v.69 = mul i64 %v.66, 8
;   %v.70 = add i64 %v.69, 8
;   %v.71 = ptrtoint ptr %a to i64
;   %v.72 = ptrtoint ptr %y to i64
;   %v.73 = add i64 %v.71, %v.29
;   %v.74 = icmp ule i64 %v.73, %v.72
;   %v.75 = add i64 %v.72, %v.70
;   %v.76 = add i64 %v.71, %v.26
;   %v.77 = icmp ule i64 %v.75, %v.76
;   %v.78 = or i1 %v.74, %v.77
;   %v.79 = icmp sge i64 %n, -281474976710656
;   %v.80 = icmp slt i64 %n, 281474976710656
;   %v.81 = add i64 %n, -1
;   %v.82 = icmp sgt i64 %v.81, 0
;   %v.83 = select i1 %v.82, i64 %v.81, i64 0
;   %v.84 = icmp sgt i64 %v.83, 0
;   %v.85 = select i1 %v.84, i64 %v.83, i64 0
;   %v.86 = icmp sge i64 0, -281474976710656
;   %v.87 = icmp slt i64 %v.85, 281474976710656
;   %v.88 = mul i64 %v.85, 8
;   %v.89 = add i64 %v.88, 8
;   %v.90 = ptrtoint ptr %a to i64
;   %v.91 = ptrtoint ptr %x to i64
;   %v.92 = add i64 %v.90, %v.29
;   %v.93 = icmp ule i64 %v.92, %v.91
;   %v.94 = add i64 %v.91, %v.89
;   %v.95 = add i64 %v.90, %v.26
;   %v.96 = icmp ule i64 %v.94, %v.95
;   %v.97 = or i1 %v.93, %v.96
;   %v.98 = and i1 %v.54, %v.55
;   %v.99 = and i1 %v.98, %v.56
;   %v.100 = and i1 %v.99, %v.59
;   %v.101 = and i1 %v.100, %v.1
;   %v.102 = and i1 %v.101, %v.2
;   %v.103 = and i1 %v.102, %v.8
;   %v.104 = and i1 %v.103, %v.9
;   %v.105 = and i1 %v.104, %v.10
;   %v.106 = and i1 %v.105, %v.11
;   %v.107 = and i1 %v.106, %v.24
;   %v.108 = and i1 %v.107, %v.25
;   %v.109 = and i1 %v.108, %v.41
;   %v.110 = and i1 %v.109, %v.42
;   %v.111 = and i1 %v.110, %v.78
;   %v.112 = and i1 %v.111, %v.60
;   %v.113 = and i1 %v.112, %v.61
;   %v.114 = and i1 %v.113, %v.67
;   %v.115 = and i1 %v.114, %v.68
;   %v.116 = and i1 %v.115, %v.97
;   %v.117 = and i1 %v.116, %v.79
;   %v.118 = and i1 %v.117, %v.80
;   %v.119 = and i1 %v.118, %v.86
;   %v.120 = and i1 %v.119, %v.87
;   br i1 %v.120, label %copies.8, label %preheader.12
;
; copies.8:
;   %v.121 = sub i64 %v.29, %v.26
;   %copy.9 = call noalias ptr @malloc(i64 %v.121)
;   %v.122 = getelementptr inbounds i8, ptr %a, i64 %v.26
;   call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy.9, ptr align 8 %v.122, i64 %v.121, i1 false)
;   %v.123 = sdiv i64 %v.26, 8
;   %v.124 = sub i64 0, %v.123
;   %v.125 = getelementptr double, ptr %copy.9, i64 %v.124
;   br label %step.copied.1
;
; step.copied.1:
;   %v.126 = phi i64 [ 0, %copies.8 ], [ %v.235, %next.copied.7 ]
;   %v.127 = icmp sge i64 %n, -281474976710656
;   %v.128 = icmp slt i64 %n, 281474976710656
;   %v.129 = add i64 %n, -1
;   %v.130 = icmp sgt i64 %v.129, 0
;   %v.131 = select i1 %v.130, i64 %v.129, i64 0
;   %v.132 = icmp sgt i64 %v.131, 0
;   %v.133 = select i1 %v.132, i64 %v.131, i64 0
;   %v.134 = icmp sge i64 0, -281474976710656
;   %v.135 = icmp slt i64 %v.133, 281474976710656
;   %v.136 = mul i64 %v.133, 8
;   %v.137 = add i64 %v.136, 8
;   %v.138 = add i64 %v.131, 1
;   %v.139 = icmp slt i64 %v.138, 1048576
;   %v.140 = select i1 %v.139, i64 %v.138, i64 1048576
;   %v.141 = icmp slt i64 %v.140, 1099511627776
;   %v.142 = select i1 %v.141, i64 %v.140, i64 1099511627776
;   %v.143 = add i64 %n, -1
;   %v.144 = icmp sgt i64 %v.143, 0
;   %v.145 = select i1 %v.144, i64 %v.143, i64 0
;   %v.146 = add i64 %v.145, 1
;   %v.147 = icmp slt i64 %v.146, 1048576
;   %v.148 = select i1 %v.147, i64 %v.146, i64 1048576
;   %v.149 = mul i64 %v.142, %v.148
;   %v.150 = icmp slt i64 %v.149, 1099511627776
;   %v.151 = select i1 %v.150, i64 %v.149, i64 1099511627776
;   %v.152 = and i64 0, 7
;   %v.153 = icmp sgt i64 %v.137, 0
;   %v.154 = icmp eq i64 %v.152, 0
;   %v.155 = icmp sge i64 %v.151, 128
;   %v.156 = mul i64 %v.151, 8
;   %v.157 = mul i64 %v.137, 4
;   %v.158 = icmp sge i64 %v.156, %v.157
;   %v.159 = icmp sge i64 %n, -281474976710656
;   %v.160 = icmp slt i64 %n, 281474976710656
;   %v.161 = add i64 %n, -1
;   %v.162 = icmp sgt i64 %v.161, 0
;   %v.163 = select i1 %v.162, i64 %v.161, i64 0
;   %v.164 = icmp sgt i64 %v.163, 0
;   %v.165 = select i1 %v.164, i64 %v.163, i64 0
;   %v.166 = icmp sge i64 0, -281474976710656
;   %v.167 = icmp slt i64 %v.165, 281474976710656
;   %v.168 = mul i64 %v.165, 8
;   %v.169 = add i64 %v.168, 8
;   %v.170 = ptrtoint ptr %x to i64
;   %v.171 = ptrtoint ptr %y to i64
;   %v.172 = add i64 %v.170, %v.137
;   %v.173 = icmp ule i64 %v.172, %v.171
;   %v.174 = add i64 %v.171, %v.169
;   %v.175 = icmp ule i64 %v.174, %v.170
;   %v.176 = or i1 %v.173, %v.175
;   %v.177 = and i1 %v.153, %v.154
;   %v.178 = and i1 %v.177, %v.155
;   %v.179 = and i1 %v.178, %v.158
;   %v.180 = and i1 %v.179, %v.127
;   %v.181 = and i1 %v.180, %v.128
;   %v.182 = and i1 %v.181, %v.134
;   %v.183 = and i1 %v.182, %v.135
;   %v.184 = and i1 %v.183, %v.176
;   %v.185 = and i1 %v.184, %v.159
;   %v.186 = and i1 %v.185, %v.160
;   %v.187 = and i1 %v.186, %v.166
;   %v.188 = and i1 %v.187, %v.167
;   br i1 %v.188, label %copies.17, label %preheader.21
;
; copies.17:
;   %copy.18 = call noalias ptr @malloc(i64 %v.137)
;   call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy.18, ptr align 8 %x, i64 %v.137, i1 false)
;   %v.189 = sdiv i64 0, 8
;   %v.190 = sub i64 0, %v.189
;   %v.191 = getelementptr double, ptr %copy.18, i64 %v.190
;   br label %row.copied.2.copied.14
;
; row.copied.2.copied.14:
;   %v.192 = phi i64 [ 0, %copies.17 ], [ %v.209, %stored.copied.4.copied.16 ]
;   %v.193 = mul nsw i64 %v.192, %n
;   br label %sum.copied.3.copied.15
;
; sum.copied.3.copied.15:
;   %v.194 = phi i64 [ 0, %row.copied.2.copied.14 ], [ %v.205, %sum.copied.3.copied.15 ]
;   %v.195 = phi double [ 0.0, %row.copied.2.copied.14 ], [ %v.204, %sum.copied.3.copied.15 ]
;   %v.196 = add nsw i64 %v.193, %v.194
;   %v.197 = getelementptr inbounds double, ptr %a, i64 %v.196
;   %v.198 = getelementptr double, ptr %v.125, i64 %v.196
;   %v.199 = load double, ptr %v.198, align 8
;   %v.200 = getelementptr inbounds double, ptr %x, i64 %v.194
;   %v.201 = getelementptr double, ptr %v.191, i64 %v.194
;   %v.202 = load double, ptr %v.201, align 8
;   %v.203 = fmul double %v.199, %v.202
;   %v.204 = fadd double %v.195, %v.203
;   %v.205 = add nuw nsw i64 %v.194, 1
;   %v.206 = icmp eq i64 %v.205, %n
;   br i1 %v.206, label %stored.copied.4.copied.16, label %sum.copied.3.copied.15
;
; stored.copied.4.copied.16:
;   %v.207 = phi double [ %v.204, %sum.copied.3.copied.15 ]
;   %v.208 = getelementptr inbounds double, ptr %y, i64 %v.192
;   store double %v.207, ptr %v.208, align 8
;   %v.209 = add nuw nsw i64 %v.192, 1
;   %v.210 = icmp eq i64 %v.209, %n
;   br i1 %v.210, label %copied.19.20, label %row.copied.2.copied.14
;
; copied.19.20:
;   call void @free(ptr %copy.18)
;   br label %behind.copied.5
;
; preheader.21:
;   br label %row.copied.2
;
; row.copied.2:
;   %v.211 = phi i64 [ %v.227, %stored.copied.4 ], [ 0, %preheader.21 ]
;   %v.212 = mul nsw i64 %v.211, %n
;   br label %sum.copied.3
;
; sum.copied.3:
;   %v.213 = phi i64 [ 0, %row.copied.2 ], [ %v.223, %sum.copied.3 ]
;   %v.214 = phi double [ 0.0, %row.copied.2 ], [ %v.222, %sum.copied.3 ]
;   %v.215 = add nsw i64 %v.212, %v.213
;   %v.216 = getelementptr inbounds double, ptr %a, i64 %v.215
;   %v.217 = getelementptr double, ptr %v.125, i64 %v.215
;   %v.218 = load double, ptr %v.217, align 8
;   %v.219 = getelementptr inbounds double, ptr %x, i64 %v.213
;   %v.220 = load double, ptr %v.219, align 8
;   %v.221 = fmul double %v.218, %v.220
;   %v.222 = fadd double %v.214, %v.221
;   %v.223 = add nuw nsw i64 %v.213, 1
;   %v.224 = icmp eq i64 %v.223, %n
;   br i1 %v.224, label %stored.copied.4, label %sum.copied.3
;
; stored.copied.4:
;   %v.225 = phi double [ %v.222, %sum.copied.3 ]
;   %v.226 = getelementptr inbounds double, ptr %y, i64 %v.211
;   store double %v.225, ptr %v.226, align 8
;   %v.227 = add nuw nsw i64 %v.211, 1
;   %v.228 = icmp eq i64 %v.227, %n
;   br i1 %v.228, label %loopexit.22, label %row.copied.2
;
; loopexit.22:
;   br label %behind.copied.5
;
; behind.copied.5:
;   br label %copy.copied.6
;
; copy.copied.6:
;   %v.229 = phi i64 [ 0, %behind.copied.5 ], [ %v.233, %copy.copied.6 ]
;   %v.230 = getelementptr inbounds double, ptr %y, i64 %v.229
;   %v.231 = load double, ptr %v.230, align 8
;   %v.232 = getelementptr inbounds double, ptr %x, i64 %v.229
;   store double %v.231, ptr %v.232, align 8
;   %v.233 = add nuw nsw i64 %v.229, 1
;   %v.234 = icmp eq i64 %v.233, %n
;   br i1 %v.234, label %next.copied.7, label %copy.copied.6
;
; next.copied.7:
;   %v.235 = add nuw nsw i64 %v.126, 1
;   %v.236 = icmp eq i64 %v.235, %steps
;   br i1 %v.236, label %copied.10.11, label %step.copied.1
;
; copied.10.11:
;   call void @free(ptr %copy.9)
;   br label %end
;
; preheader.12:
;   br label %step
;
; step:
;   %k = phi i64 [ %k.next, %next ], [ 0, %preheader.12 ]
;   br label %row
;
; row:
;   %o = phi i64 [ 0, %step ], [ %o.next, %stored ]
;   %first = mul nsw i64 %o, %n
;   br label %sum
;
; sum:
;   %i = phi i64 [ 0, %row ], [ %i.next, %sum ]
;   %s = phi double [ 0.0, %row ], [ %s.next, %sum ]
;   %at = add nsw i64 %first, %i
;   %p = getelementptr inbounds double, ptr %a, i64 %at
;   %v = load double, ptr %p, align 8
;   %q = getelementptr inbounds double, ptr %x, i64 %i
;   %w = load double, ptr %q, align 8
;   %m = fmul double %v, %w
;   %s.next = fadd double %s, %m
;   %i.next = add nuw nsw i64 %i, 1
;   %i.done = icmp eq i64 %i.next, %n
;   br i1 %i.done, label %stored, label %sum
;
; stored:
;   %s.last = phi double [ %s.next, %sum ]
;   %r = getelementptr inbounds double, ptr %y, i64 %o
;   store double %s.last, ptr %r, align 8
;   %o.next = add nuw nsw i64 %o, 1
;   %o.done = icmp eq i64 %o.next, %n
;   br i1 %o.done, label %behind, label %row
;
; behind:
;   br label %copy
;
; copy:
;   %j = phi i64 [ 0, %behind ], [ %j.next, %copy ]
;   %from = getelementptr inbounds double, ptr %y, i64 %j
;   %c = load double, ptr %from, align 8
;   %to = getelementptr inbounds double, ptr %x, i64 %j
;   store double %c, ptr %to, align 8
;   %j.next = add nuw nsw i64 %j, 1
;   %j.done = icmp eq i64 %j.next, %n
;   br i1 %j.done, label %next, label %copy
;
; next:
;   %k.next = add nuw nsw i64 %k, 1
;   %k.done = icmp eq i64 %k.next, %steps
;   br i1 %k.done, label %loopexit.13, label %step
;
; loopexit.13:
;   br label %end
;
; end:
;   ret void
; }
