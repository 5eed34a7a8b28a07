package rules

// nameRow gives what is known to functions listed by name. Intrinsics stand
// without overload suffixes.
type nameRow struct {
	known Known
	names string
}

// patternRow gives what is known to families of functions. `prefix*part*part` is any name that
// begins with prefix and has the parts in it, in that order; the prefix ends where a part of a
// mangled name ends, so that it names a scope or a whole function. `^...` is a regular expression.
// What a row says of functions that are handed addresses must follow from
// the scope or the function that it names. Rust's have rows in rustnames.go.
type patternRow struct {
	known    Known
	patterns string
}

// What many rows share. silent functions change no memory that the program
// sees but must be called as often as the program calls them; pure ones may be
// called again.
var (
	silent   = Known{Class: Inactive, ReadOnly: true}
	output   = Known{Class: Inactive, ReadOnly: true, Prints: true}
	effect   = Known{Class: Inactive}
	objects  = Known{Class: Inactive, NoFloats: true} // opaque to the program
	scanner  = Known{Class: Inactive, Leaves: true}
	toNumber = Known{Class: Inactive, Leaves: true, EndArg: 1}
	pure     = Known{Class: Inactive, ReadOnly: true, Pure: true}
	noReturn = Known{Class: NoReturn}
	methods  = Known{Class: Inactive, NoFloats: true, Own: true}
	textual  = Known{Class: Inactive, NoFloats: true, Own: true, Fills: true}
	read     = Known{Class: Inactive, NoFloats: true, Own: true, Fills: true, FillsArg: 1, This: true}
	taken    = Known{Class: Inactive, NoFloats: true, Own: true, Fills: true, FillsArg: 1}
	numbers  = Known{Class: Inactive, This: true}
	itself   = Known{Class: Inactive, NoFloats: true, Own: true, Fills: true, This: true}
	printed  = Known{Class: Inactive, NoFloats: true, Own: true, Fills: true, Whole: true}
	hashing  = Known{Class: Inactive, ReadOnly: true, Whole: true}
	hasher   = Known{Class: Inactive, NoFloats: true, Own: true, Whole: true}
	chained  = Known{Class: Inactive, NoFloats: true, Own: true, This: true, Prints: true}
	throws   = Known{Class: NoReturn, ReadOnly: true}
)

func alloc(freeWith string, sizeArgs ...int) Known {
	return Known{Class: Alloc, SizeArgs: sizeArgs, FreeWith: freeWith, ReadOnly: true}
}

func zeroed(k Known) Known { k.Zeroed = true; return k }

func freeArgs(k Known, args ...int) Known { k.FreeArgs = args; return k }

func realloc(freeWith string, sizeArgs ...int) Known {
	return Known{Class: Realloc, SizeArgs: sizeArgs, FreeWith: freeWith}
}

func held(k Known, arg int) Known { k.HeldArg = arg; return k }

var nameRows = []nameRow{
	// memory: C
	{alloc("free", 0), "malloc valloc pvalloc __libc_malloc"},
	{zeroed(alloc("free", 0, 1)), "calloc __libc_calloc"},
	{alloc("free", 1), "aligned_alloc memalign"},
	{alloc("_aligned_free", 0), "_aligned_malloc"},
	{realloc("free", 1), "realloc __libc_realloc"},
	{realloc("free", 1, 2), "reallocarray"},
	{alloc("", 0), "llad.inner.push"}, // of the tape of a gradient that is differentiated
	{Known{Class: Free, PtrArg: 1}, "llad.inner.put"},
	{Known{Class: Inactive, ReadOnly: true, Whole: true}, "llad.tape.3.exceeds llad.tape.3.pin"}, // ask the system how much is kept behind a sweep, and where the heap ends
	{Known{Class: Free}, "free cfree free_sized free_aligned_sized __libc_free _aligned_free"},
	{Known{Class: MemCpy}, "memcpy __memcpy_chk llvm.memcpy"},
	{Known{Class: MemMove}, "memmove __memmove_chk llvm.memmove"},
	{Known{Class: MemSet}, "memset __memset_chk llvm.memset"},

	// memory: Boehm's collector of garbage, which Crystal has
	{zeroed(alloc("", 0)), "GC_malloc"},
	{alloc("", 0), "GC_malloc_atomic"},
	{zeroed(alloc("GC_free", 0)), "GC_malloc_uncollectable"},
	{Known{Class: Free}, "GC_free"},
	{silent, "GC_size"},

	// memory: D's collector of garbage; what more its run-time library has is in dlang.go
	{alloc("", 0), "_d_allocmemory gc_malloc"},
	{zeroed(alloc("", 0)), "gc_calloc"},
	{Known{Class: Free}, "gc_free"},
	{silent, "gc_addRange gc_removeRange"},

	// memory: C++
	{alloc("_ZdlPv", 0), "_Znwm _Znwj _ZnwmRKSt9nothrow_t _ZnwjRKSt9nothrow_t"},
	{alloc("_ZdaPv", 0), "_Znam _Znaj _ZnamRKSt9nothrow_t _ZnajRKSt9nothrow_t"},
	{freeArgs(alloc("_ZdlPvSt11align_val_t", 0), 1),
		"_ZnwmSt11align_val_t _ZnwjSt11align_val_t _ZnwmSt11align_val_tRKSt9nothrow_t _ZnwjSt11align_val_tRKSt9nothrow_t"},
	{freeArgs(alloc("_ZdaPvSt11align_val_t", 0), 1),
		"_ZnamSt11align_val_t _ZnajSt11align_val_t _ZnamSt11align_val_tRKSt9nothrow_t _ZnajSt11align_val_tRKSt9nothrow_t"},
	{Known{Class: Free}, `_ZdlPv _ZdlPvm _ZdlPvj _ZdlPvRKSt9nothrow_t _ZdlPvSt11align_val_t _ZdlPvmSt11align_val_t
		_ZdlPvjSt11align_val_t _ZdlPvSt11align_val_tRKSt9nothrow_t
		_ZdaPv _ZdaPvm _ZdaPvj _ZdaPvRKSt9nothrow_t _ZdaPvSt11align_val_t _ZdaPvmSt11align_val_t
		_ZdaPvjSt11align_val_t _ZdaPvSt11align_val_tRKSt9nothrow_t ??3@YAXPEAX@Z ??_V@YAXPEAX@Z`},
	{alloc("??3@YAXPEAX@Z", 0), "??2@YAPEAX_K@Z"},
	{alloc("??_V@YAXPEAX@Z", 0), "??_U@YAPEAX_K@Z"},

	// memory: Rust; the arguments are (size, align), (pointer, size, align)
	// and (pointer, size, align, new size)
	{freeArgs(alloc("__rust_dealloc", 0), 0, 1), "__rust_alloc"},
	{zeroed(freeArgs(alloc("__rust_dealloc", 0), 0, 1)), "__rust_alloc_zeroed"},
	{held(freeArgs(realloc("__rust_dealloc", 3), 3, 2), 1), "__rust_realloc"},
	{Known{Class: Free}, "__rust_dealloc"},
	{pure, "__rust_no_alloc_shim_is_unstable_v2"},

	// the pools that checkpointed loops allocate from, until they have bodies
	{Known{Class: Inactive, ReadOnly: true, NoFloats: true, Own: true}, "llad.pool.make"},
	{Known{Class: Alloc, SizeArgs: []int{1}, ReadOnly: true}, "llad.pool.alloc"},
	{silent, "llad.pool.free llad.pool.tick"},

	// markers of checkpointed loops
	{silent, "__llad_checkpoint __llad_state"},

	// control does not come back
	{noReturn, "abort exit _exit _Exit quick_exit pthread_exit thrd_exit err errx verr verrx"},
	{throws, `__assert_fail __assert_perror_fail __assert_rtn __assert_func __assert _assert _wassert
		__stack_chk_fail __chk_fail __fortify_fail llvm.trap llvm.ubsantrap
		__cxa_throw _CxxThrowException _Unwind_RaiseException __cxa_rethrow __cxa_bad_cast __cxa_bad_typeid __cxa_throw_bad_array_new_length
		__cxa_pure_virtual __cxa_deleted_virtual __cxa_call_unexpected __cxa_call_terminate
		_Unwind_Resume _ZSt9terminatev __clang_call_terminate _ZSt10unexpectedv _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE
		_ZSt21__glibcxx_assert_failPKciS0_S0_ rust_begin_unwind __rust_start_panic __rust_alloc_error_handler
		rust_panic __rust_drop_panic __rust_foreign_exception
		_d_arraybounds _d_arraybounds_index _d_arraybounds_slice _d_assert _d_assert_msg _d_switch_error _d_throw_exception`},

	// input and output
	{output, `printf fprintf vprintf vfprintf dprintf vdprintf puts putchar putc fputc fputs fwrite fflush
		puts_unlocked putchar_unlocked putc_unlocked fputc_unlocked fputs_unlocked fwrite_unlocked fflush_unlocked
		__printf_chk __fprintf_chk __vprintf_chk __vfprintf_chk __dprintf_chk wprintf fwprintf putwchar fputws
		_IO_putc __overflow __isoc99_printf __mingw_printf __mingw_fprintf perror`},
	{silent, `fopen fopen64 fdopen freopen fclose fseek fseeko ftell ftello rewind feof ferror clearerr fileno tmpfile
		setbuf setvbuf remove rename unlink mkdir rmdir access open open64 creat close write lseek fsync isatty
		getc fgetc getchar ungetc _IO_getc __uflow system popen pclose syslog`},
	{effect, `sprintf snprintf vsprintf vsnprintf asprintf vasprintf __sprintf_chk __snprintf_chk __vsprintf_chk
		__vsnprintf_chk __asprintf_chk swprintf fgets gets getline getdelim __fgets_chk
		fread fread_unlocked __fread_chk __fread_unlocked_chk read __read_chk pread pread64 getrandom getentropy syscall`},

	// flang: characters, numbers, what a program is told about the machine
	{pure, `_FortranAExponent4_4 _FortranAExponent4_8 _FortranAExponent8_4 _FortranAExponent8_8
		_FortranASpacing4 _FortranASpacing8 _FortranARRSpacing4 _FortranARRSpacing8`},
	{silent, `_FortranACharacterCompareScalar1 _FortranALenTrim1 _FortranAIndex1 _FortranAScan1 _FortranAVerify1
		_FortranASystemClockCount _FortranASystemClockCountRate _FortranASystemClockCountMax _FortranACpuTime
		_FortranARandomInit _FortranAArgumentCount _FortranAIsAssumedSize _FortranASizeDim _FortranASize _FortranALboundDim
		_FortranAUboundDim _FortranAExtendsTypeOf _FortranASameTypeAs _FortranAClassIs _FortranAPointerIsAssociatedWith
		_FortranAIsContiguousUpTo _FortranAFlush`},
	{effect, "_FortranARandomNumber _FortranADateAndTime"},
	{throws, `_FortranAStopStatement _FortranAStopStatementText _FortranAFailImageStatement _FortranAProgramEndStatement
		_FortranAReportFatalUserError _FortranAAbort`},

	// time, chance, environment, threads
	{silent, `clock sleep usleep rand srand random srandom drand48 lrand48 mrand48 srand48 arc4random
		arc4random_uniform getenv secure_getenv getpid getppid gettid getuid sysconf getpagesize sched_yield
		sched_getcpu atexit at_quick_exit pthread_self thrd_current thrd_yield setlocale localeconv
		backtrace_symbols_fd dl_iterate_phdr dladdr _Unwind_Backtrace _Unwind_GetIP strerror __errno_location __error _errno __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc
		get_nprocs get_nprocs_conf feclearexcept feraiseexcept fetestexcept fegetround fesetround`},
	{effect, `time gettimeofday clock_gettime clock_getres nanosleep clock_nanosleep timespec_get times getrusage
		localtime gmtime localtime_r gmtime_r mktime timegm strftime asctime ctime ctime_r asctime_r rand_r
		setenv unsetenv putenv getcwd sigaction signal sigemptyset sigprocmask raise kill
		pthread_once pthread_key_create pthread_setspecific feholdexcept fesetenv fegetenv feupdateenv
		fegetexceptflag fesetexceptflag backtrace`},
	{objects, `pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_unlock pthread_mutex_trylock
		pthread_mutexattr_init pthread_mutexattr_settype pthread_mutexattr_destroy
		pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_tryrdlock
		pthread_rwlock_trywrlock pthread_rwlock_unlock
		pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_unlock pthread_spin_trylock
		pthread_cond_init pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast
		_ZNSt18condition_variableC1Ev _ZNSt18condition_variableD1Ev _ZNSt6thread6_StateD2Ev
		_ZNSt6thread20hardware_concurrencyEv
		_ZNSt13__future_base12_Result_baseC2Ev _ZNSt13__future_base12_Result_baseD2Ev _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj
		pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_attr_setstacksize
		_ZNSt18condition_variable10notify_oneEv _ZNSt18condition_variable10notify_allEv
		mtx_init mtx_destroy mtx_lock mtx_trylock mtx_unlock
		pthread_barrier_init pthread_barrier_destroy pthread_barrier_wait`},
	{pure, "difftime"},

	// OpenMP: what openmp.Regions leaves
	{silent, `__kmpc_push_num_threads __kmpc_push_proc_bind __kmpc_serialized_parallel __kmpc_end_serialized_parallel
		__kmpc_for_static_fini __kmpc_dispatch_fini_4 __kmpc_dispatch_fini_4u __kmpc_dispatch_fini_8
		__kmpc_dispatch_fini_8u __kmpc_dispatch_deinit __kmpc_master __kmpc_end_master __kmpc_masked __kmpc_end_masked
		__kmpc_single __kmpc_end_single`},
	{Known{Class: Inactive, WritesArgs: true}, `__kmpc_for_static_init_4 __kmpc_for_static_init_4u
		__kmpc_for_static_init_8 __kmpc_for_static_init_8u __kmpc_dispatch_init_4 __kmpc_dispatch_init_4u __kmpc_dispatch_init_8 __kmpc_dispatch_init_8u
		__kmpc_dispatch_next_4 __kmpc_dispatch_next_4u __kmpc_dispatch_next_8 __kmpc_dispatch_next_8u`},
	{effect, `__kmpc_flush __kmpc_barrier __kmpc_critical __kmpc_critical_with_hint __kmpc_end_critical`},

	// characters and strings
	{silent, `malloc_usable_size strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll memcmp bcmp strspn strcspn wcslen wcscmp wmemcmp atoi atol atoll atof
		strdup strndup __strdup __strndup wcsdup`},
	{Known{Class: Within, ReadOnly: true}, `memchr memrchr rawmemchr strchr strchrnul strrchr strstr strcasestr strpbrk`},
	{effect, `strcpy strncpy stpcpy strcat strncat strtok strxfrm strerror_r __strcpy_chk __strncpy_chk __strcat_chk
		__strncat_chk __stpcpy_chk`},
	{Known{Class: Inactive, Leaves: true, EndArg: 2}, `strtok_r`},
	{toNumber, `strtol strtoul strtoll strtoull strtoimax strtoumax strtod strtof strtold
		__isoc23_strtol __isoc23_strtoul __isoc23_strtoll __isoc23_strtoull __strtol_internal`},
	{scanner, `strsep scanf fscanf sscanf __isoc99_scanf __isoc99_fscanf __isoc99_sscanf __isoc23_scanf __isoc23_fscanf __isoc23_sscanf`},
	{pure, `isalpha isdigit isalnum isspace isupper islower ispunct isprint iscntrl isgraph isxdigit isblank toupper
		tolower isascii toascii`},

	// numbers without derivative
	{pure, `abs labs llabs imaxabs ffs ffsl ffsll nan nanf nanl
		isnan isnanf isnanl isinf isinff isinfl finite finitef finitel __isnan __isnanf __isnanl __isinf __isinff __isinfl
		__finite __finitef __finitel __isnanf128 __isinff128 __finitef128 __fpclassify __fpclassifyf __fpclassifyl __fpclassifyf128
		__signbit __signbitf __signbitl __signbitf128 __issignaling __issignalingf __issignalingl
		_dclass _fdclass _ldclass _dsign _fdsign _ldsign
		ilogb ilogbf ilogbl llogb llogbf llogbl lrint lrintf lrintl llrint llrintf llrintl lround lroundf lroundl
		llround llroundf llroundl div ldiv lldiv`},

	// C++ runtime
	{silent, `__cxa_atexit __cxa_thread_atexit __cxa_thread_atexit_impl __cxa_finalize __cxa_allocate_exception __cxa_free_exception __cxa_begin_catch __cxa_end_catch
		__cxa_get_exception_ptr __cxa_uncaught_exceptions __cxa_current_exception_type __gxx_personality_v0
		__cxa_demangle _ZSt18uncaught_exceptionv _ZSt19uncaught_exceptionsv _ZSt9set_new_handlerPFvvE
		_ZNSt8ios_base4InitC1Ev _ZNSt8ios_base4InitD1Ev`},
	{Known{Class: Same, Lent: true, ReadOnly: true}, "llad.exception"}, // of canon.Exceptions
	{Known{Class: Inactive, NoFloats: true}, "llad.exception.over"},
	{effect, "__cxa_guard_acquire __cxa_guard_release __cxa_guard_abort __cxa_init_primary_exception"},
	{Known{Class: Within, ReadOnly: true}, "__dynamic_cast"},
	{Known{Class: Within, ReadOnly: true, Pure: true}, "llvm.ptrmask"},
	{Known{Class: Links, LinksAt: []int64{8, 16, 24}}, `_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base ` + coloured},
	{Known{Class: Links, LinksAt: []int64{0, 8}}, `_ZNSt8__detail15_List_node_base7_M_hookEPS0_ _ZNSt8__detail15_List_node_base9_M_unhookEv
		_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_ _ZNSt8__detail15_List_node_base10_M_reverseEv
		_ZNSt8__detail15_List_node_base4swapERS0_S1_`},

	// intrinsics: bookkeeping
	{silent, `llvm.assume llvm.lifetime.start llvm.lifetime.end llvm.invariant.start llvm.invariant.end llvm.dbg
		llvm.prefetch llvm.donothing llvm.sideeffect llvm.pseudoprobe llvm.experimental.noalias.scope.decl
		llvm.var.annotation llvm.codeview.annotation llvm.annotation llvm.stacksave llvm.stackrestore llvm.va_end
		llvm.readcyclecounter llvm.readsteadycounter llvm.debugtrap llvm.instrprof llvm.get.rounding llvm.set.rounding
		llvm.get.fpenv llvm.set.fpenv llvm.reset.fpenv llvm.get.fpmode llvm.set.fpmode llvm.reset.fpmode llvm.clear_cache
		llvm.experimental.guard llvm.experimental.widenable.condition llvm.allow.runtime.check llvm.allow.ubsan.check
		llvm.fake.use llvm.eh.typeid.for llvm.type.test llvm.public.type.test llvm.type.checked.load
		llvm.x86.sse.sfence llvm.x86.sse2.lfence llvm.x86.sse2.mfence llvm.x86.sse2.pause llvm.x86.rdtsc llvm.x86.rdtscp
		llvm.x86.sse.stmxcsr llvm.x86.sse.ldmxcsr llvm.x86.avx.vzeroupper llvm.x86.avx.vzeroall llvm.x86.flags.read.u64
		llvm.frameaddress llvm.returnaddress llvm.addressofreturnaddress llvm.sponentry llvm.thread.pointer
		llvm.localescape llvm.start.loop.iterations llvm.load.relative llad.apart`},
	{effect, "llvm.va_start llvm.va_copy"},
	{Known{Class: Same, ReadOnly: true, Pure: true}, "llvm.launder.invariant.group llvm.strip.invariant.group llvm.ptr.annotation llvm.threadlocal.address"},

	// intrinsics: integers and tests
	{pure, `llvm.expect llvm.expect.with.probability llvm.is.constant llvm.objectsize llvm.is.fpclass
		llvm.ctpop llvm.ctlz llvm.cttz llvm.bswap llvm.bitreverse llvm.fshl llvm.fshr llvm.clmul
		llvm.sadd.with.overflow llvm.uadd.with.overflow llvm.ssub.with.overflow llvm.usub.with.overflow
		llvm.smul.with.overflow llvm.umul.with.overflow llvm.sadd.sat llvm.uadd.sat llvm.ssub.sat llvm.usub.sat
		llvm.sshl.sat llvm.ushl.sat llvm.smul.fix llvm.umul.fix llvm.sdiv.fix llvm.udiv.fix
		llvm.smax llvm.smin llvm.umax llvm.umin llvm.abs llvm.scmp llvm.ucmp
		llvm.lround llvm.llround llvm.lrint llvm.llrint llvm.fptosi.sat llvm.fptoui.sat
		llvm.experimental.constrained.fcmp llvm.experimental.constrained.fcmps
		llvm.experimental.constrained.fptosi llvm.experimental.constrained.fptoui
		llvm.experimental.constrained.sitofp llvm.experimental.constrained.uitofp
		llvm.experimental.constrained.lrint llvm.experimental.constrained.llrint
		llvm.experimental.constrained.lround llvm.experimental.constrained.llround
		llvm.vector.reduce.add llvm.vector.reduce.mul llvm.vector.reduce.and llvm.vector.reduce.or
		llvm.vector.reduce.xor llvm.vector.reduce.smax llvm.vector.reduce.smin llvm.vector.reduce.umax llvm.vector.reduce.umin
		llvm.vscale llvm.experimental.stepvector llvm.stepvector llvm.get.active.lane.mask llvm.experimental.get.vector.length
		llvm.loop.decrement llvm.loop.decrement.reg llvm.test.set.loop.iterations
		llvm.x86.sse.movmsk.ps llvm.x86.sse2.movmsk.pd llvm.x86.sse2.pmovmskb.128 llvm.x86.avx.movmsk.ps.256
		llvm.x86.avx.movmsk.pd.256 llvm.x86.avx2.pmovmskb llvm.x86.sse.cvttss2si llvm.x86.sse.cvtss2si llvm.x86.sse2.cvttsd2si
		llvm.x86.sse2.cvtsd2si llvm.x86.sse2.cvttsd2si64 llvm.x86.sse2.cvtsd2si64 llvm.x86.sse2.cvttpd2dq llvm.x86.sse2.cvtpd2dq
		llvm.x86.sse2.cvttps2dq llvm.x86.sse2.cvtps2dq llvm.x86.avx.cvt.ps2dq.256 llvm.x86.avx.cvtt.ps2dq.256
		llvm.x86.avx.cvt.pd2dq.256 llvm.x86.avx.cvtt.pd2dq.256
		llvm.x86.avx512.mask.cvtpd2dq.512 llvm.x86.avx512.mask.cvttpd2dq.512
		llvm.x86.avx512.mask.cvtps2dq.512 llvm.x86.avx512.mask.cvttps2dq.512
		llvm.x86.sse.comieq.ss llvm.x86.sse.comilt.ss llvm.x86.sse.comile.ss llvm.x86.sse.comigt.ss llvm.x86.sse.comige.ss
		llvm.x86.sse.comineq.ss llvm.x86.sse2.comieq.sd llvm.x86.sse2.comilt.sd llvm.x86.sse2.comile.sd llvm.x86.sse2.comigt.sd
		llvm.x86.sse2.comige.sd llvm.x86.sse2.comineq.sd`},
}

var patternRows = []patternRow{
	{throws, `^_ZSt\d+__throw_ ^_ZNK?St3__1(\d+|.*[ES]_?\d+)__throw_`},
	{Known{Class: Inactive, ReadOnly: true, Pure: true, Whole: true}, `llad.bits.*`}, // see typerecovery.FloatBits
	{Known{Class: Inactive, NoFloats: true, Whole: true}, `llad.settled.*`},          // see canon.AssumeInitializers
	// std::to_string and std::stod, variadic or with callbacks of the C library
	{printed, `_ZN9__gnu_cxx12__to_xstringI _ZN9__gnu_cxx6__stoaI`},
	// C++ streams and strings: what returns the object itself
	{chained, `_ZNSols _ZNSo9_M_insert _ZNSo3put _ZNSo5write _ZNSo5flush ^_ZStls(I.*E)?RSt13basic_ostream _ZSt4endlI _ZSt4endsI _ZSt5flushI _ZSt16__ostream_insertI`},
	{Known{Class: Inactive, NoFloats: true, Own: true, This: true}, `_ZNSi5seekg _ZNSi6ignore _ZNSi5ungetEv _ZNSi7putbackEc _ZSt2wsI`},
	{read, `^_ZStrsI.*RSt13basic_istream.*RNSt7__cxx1112basic_stringI ^_ZSt7getlineI.*RSt13basic_istream.*RNSt7__cxx1112basic_stringI`},
	{methods, `_ZNSt7__cxx1112basic_stringI*ED0Ev _ZNSt7__cxx1112basic_stringI*ED1Ev _ZNSt7__cxx1112basic_stringI*ED2Ev`},
	{itself, `_ZNSt7__cxx1112basic_stringI*9_M_append _ZNSt7__cxx1112basic_stringI*10_M_replace _ZNSt7__cxx1112basic_stringI*14_M_replace_aux
		_ZNSt7__cxx1112basic_stringI*6append _ZNSt7__cxx1112basic_stringI*7replace _ZNSt7__cxx1112basic_stringI*6assign
		_ZNSt7__cxx1112basic_stringI*EEaSE _ZNSt7__cxx1112basic_stringI*EEpLE`},
	// a stream gives a number or characters, which are constants
	{numbers, `^_ZNSirsER[a-z]$ ^_ZNSi10_M_extractI[a-z]EERSiRT_$ ^_ZStrsI.*RSt13basic_istreamI.*[RP]S\d_$ ^_ZStrsISt11char_traitsIcEERSt13basic_istreamIcT_ES5_[RP][ah]$
		^_ZNSi3getE(Rc|Pclc?)$ ^_ZNSi7getlineEPclc?$`},
	{effect, `^_ZSt17__istream_extractRSiPcl$`},
	{methods, `^_ZNSi3getEv$`},
	// a stream takes the memory of a string that is given up to it
	{taken, `_ZNSt7__cxx1118basic_stringstreamI*C1EONS_12basic_stringI _ZNSt7__cxx1119basic_istringstreamI*C1EONS_12basic_stringI
		_ZNSt7__cxx1119basic_ostringstreamI*C1EONS_12basic_stringI _ZNSt7__cxx1115basic_stringbufI*C1EONS_12basic_stringI _ZNSt7__cxx1115basic_stringbufI*C2EONS_12basic_stringI
		_ZNSt7__cxx1118basic_stringstreamI*E3strEONS_12basic_stringI _ZNSt7__cxx1119basic_istringstreamI*E3strEONS_12basic_stringI
		_ZNSt7__cxx1119basic_ostringstreamI*E3strEONS_12basic_stringI _ZNSt7__cxx1115basic_stringbufI*E3strEONS_12basic_stringI`},
	{textual, `_ZNSs _ZNSt7__cxx1112basic_string _ZNKSt7__cxx1112basic_string*6substr _ZNSt3__112basic_string
		_ZNKSt7__cxx1118basic_stringstream _ZNKSt7__cxx1119basic_ostringstream _ZNKSt7__cxx1119basic_istringstream _ZNKSt7__cxx1115basic_stringbuf
		_ZNKRSt7__cxx1118basic_stringstream _ZNKRSt7__cxx1119basic_ostringstream _ZNKRSt7__cxx1115basic_stringbuf
		_ZNOSt7__cxx1118basic_stringstream _ZNOSt7__cxx1119basic_ostringstream _ZNOSt7__cxx1115basic_stringbuf`},
	// C++ streams, strings, locales, clocks, random devices
	{methods, `_ZNSi5tellgEv _ZNSi4peekEv _ZNKSi6gcountEv _ZNSo _ZNKSo _ZNSt8ios_base _ZNKSt8ios_base
		_ZNSt9basic_ios _ZNKSt9basic_ios _ZNSs _ZNKSs _ZNSt7__cxx1112basic_string _ZNKSt7__cxx1112basic_string
		_ZNSt7__cxx1118basic_stringstream _ZNSt7__cxx1119basic_ostringstream _ZNSt7__cxx1115basic_stringbuf
		_ZNKSt7__cxx1118basic_stringstream _ZNKSt7__cxx1119basic_ostringstream _ZNKSt7__cxx1115basic_stringbuf
		_ZNSt13basic_filebuf _ZNSt14basic_ofstream _ZNKSt14basic_ofstream _ZNSt6locale _ZNKSt6locale _ZNKSt5ctypeI
		_ZNSt7__cxx118numpunctI _ZNKSt7__cxx118numpunctI _ZNSt8numpunctI _ZNKSt8numpunctI
		_ZNSt6chrono3_V2 _ZNSt13random_device _ZSt11_Hash_bytesPKvmm _ZNKSt8__detail20_Prime_rehash_policy _ZNSt13basic_ostream _ZNKSt13basic_ostream
		_ZNSt15basic_streambuf _ZNSt12__basic_file ^_ZNSt9exceptionD[0-2]Ev$ _ZNKSt9exception4what _ZNSt13runtime_error
		_ZNSt11logic_error _ZNSt12out_of_range _ZNSt16invalid_argument _ZNSt12domain_error _ZNSt12length_error
		_ZNSt3__112basic_string _ZNKSt3__112basic_string _ZNSt3__113basic_ostream _ZNSt3__18ios_base _ZNSt3__19basic_ios
		_ZNSaIcE _ZNSaIwE _ZNKSaIcE _ZNSt15__new_allocatorIcE _ZNSt8valarrayImE _ZNKSt8valarrayImE
		_ZNSbIw _ZNKSbIw _ZNSt18basic_stringstream _ZNSt19basic_ostringstream _ZNSt19basic_istringstream _ZNSt15basic_stringbuf
		_ZNSt13basic_fstream _ZNSt14basic_ifstream _ZNKSt14basic_ifstream _ZNKSt13basic_fstream _ZNKSt13basic_filebuf
		_ZNSt7__cxx1119basic_istringstream _ZNKSt7__cxx1119basic_istringstream _ZNKSt5ctypeI _ZSt9use_facetI _ZSt9has_facetI
		_ZNSt14overflow_error _ZNSt15underflow_error _ZNSt11range_error _ZNKSt11logic_error _ZNKSt13runtime_error
		_ZNSt12system_error _ZNKSt12system_error _ZNSt12future_error _ZNKSt12future_error _ZSt15future_category _ZNSt9bad_alloc _ZNKSt9bad_alloc _ZNSt8bad_cast _ZNKSt8bad_cast _ZNSt10bad_typeid
		_ZNSt17bad_function_call _ZNKSt17bad_function_call _ZNSt12bad_weak_ptr _ZNKSt12bad_weak_ptr _ZNSt20bad_array_new_length
		_ZNSt16nested_exception _ZNSt15__exception_ptr _ZNKSt15__exception_ptr _ZNSt13bad_exception _ZNKSt13bad_exception
		_ZNSt3_V216generic_category _ZNSt3_V215system_category _ZNSt3_V214error_category _ZNKSt3_V214error_category _ZNSt14error_category _ZNKSt9type_info _ZNSt9type_info _ZSt17current_exceptionv
		_ZNSt10filesystem _ZNKSt10filesystem _ZNSt3__115basic_streambuf _ZNSt3__16locale _ZNSt3__16chrono12system_clock _ZNSt3__16chrono12steady_clock _ZNSt3__113random_device ^_ZNSt3__1ls(B[0-9a-z]+)?(I.*E)?RNS_13basic_ostream`},
	// formats into memory of the program, or reads a number from there
	{effect, `_ZSt8to_chars _ZSt10from_chars`},
	// flang: output, and statements that ask about a file, open it or close it; what is read is constant
	{output, `^_FortranAio(Output|Set|Enable|BeginExternal|BeginUnformatted|BeginOpen|BeginClose|BeginWait|BeginFlush|BeginRewind|BeginBackspace|BeginEndfile|End)`},
	{effect, `^_FortranAio(Get|BeginInternal|BeginInquire|Inquire|Input)`},
}
