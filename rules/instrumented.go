package rules

import (
	"strconv"
	"strings"
)

// instrumentedRows are the functions that compilers call to look at what a program does: sanitizers, coverage
// and profiles. They are whole names, since some of their kin move what the program computes with; braces hold
// alternatives, and numbers as in {0-10} all between.
var instrumentedRows = []nameRow{
	// what stands for functions of the C library
	{Known{Class: MemCpy}, "__{asan,hwasan,msan,tsan}_memcpy"},
	{Known{Class: MemMove}, "__{asan,hwasan,msan,tsan}_memmove"},
	{Known{Class: MemSet}, "__{asan,hwasan,msan,tsan}_memset"},

	// ThreadSanitizer
	{silent, `__tsan_init __tsan_func_entry __tsan_func_exit __tsan_ignore_thread_{begin,end} __tsan_vptr_{read,update}
		__tsan_{,unaligned_,volatile_,unaligned_volatile_}{read,write}{1,2,4,8,16} __tsan_{read,write}_range
		__tsan_{,unaligned_}read_write{1,2,4,8,16} __tsan_{read,write}{1,2,4,8,16}_pc
		__tsan_acquire __tsan_release __tsan_atomic_thread_fence __tsan_atomic_signal_fence
		__tsan_mutex_{create,destroy,pre_lock,post_lock,pre_unlock,post_unlock,pre_signal,post_signal,pre_divert,post_divert}`},

	// AddressSanitizer, with and without tags in addresses
	{silent, `__asan_init __asan_version_mismatch_check_v{6-12} __asan_handle_no_return
		__asan_{,un}register_{globals,elf_globals,image_globals} __asan_{before,after}_dynamic_init
		__asan_{,exp_}{load,store}{1,2,4,8,16,N} __asan_{load,store}{1,2,4,8,16,N}_noabort
		__asan_{,un}poison_stack_memory __asan_alloca_poison __asan_allocas_unpoison __asan_{,un}poison_memory_region
		__asan_{,un}poison_intra_object_redzone __asan_poison_cxx_array_cookie
		__asan_set_shadow_{00,01,02,03,04,05,06,07,f1,f2,f3,f5,f8} __asan_address_is_poisoned
		__hwasan_init __hwasan_handle_vfork __hwasan_handle_longjmp __hwasan_tag_memory __hwasan_add_frame_record
		__hwasan_{,un}register_globals __hwasan_{load,store}{1,2,4,8,16,N}{,_noabort,_match_all,_match_all_noabort}`},
	{throws, `__asan_report_{,exp_}{load,store}{1,2,4,8,16,_n}`},
	{silent, `__asan_report_{load,store}{1,2,4,8,16,_n}_noabort __asan_report_present`},

	// MemorySanitizer
	{silent, `__msan_init __msan_{,un}poison __msan_unpoison_string __msan_{,un}poison_alloca __msan_poison_stack
		__msan_poison_alloca_no_origin __msan_set_alloca_origin{,4,_no_descr,_with_descr} __msan_print_shadow
		__msan_warning __msan_warning_with_origin __msan_chain_origin __msan_set_origin
		__msan_maybe_warning_{1,2,4,8,N} __msan_maybe_store_origin_{1,2,4,8} __msan_instrument_asm_store`},
	{throws, "__msan_warning_noreturn __msan_warning_with_origin_noreturn"},

	// UndefinedBehaviorSanitizer
	{silent, "__ubsan_handle_{" + undefined + "}{,_minimal,_minimal_preserve}"},
	{throws, "__ubsan_handle_{" + undefined + "}_{abort,minimal_abort}"},
	{throws, "__ubsan_handle_builtin_unreachable __ubsan_handle_missing_return"},

	// SanitizerCoverage, coverage and profiles
	{silent, `__sanitizer_cov_trace_pc __sanitizer_cov_trace_pc_guard __sanitizer_cov_trace_pc_guard_init
		__sanitizer_cov_trace_pc_indir __sanitizer_cov_{8bit_counters,bool_flag,pcs}_init __sanitizer_cov_trace_pc_{entry,exit}
		__sanitizer_cov_trace_{,const_}cmp{1,2,4,8} __sanitizer_cov_trace_switch __sanitizer_cov_trace_div{4,8}
		__sanitizer_cov_trace_gep __sanitizer_cov_{load,store}{1,2,4,8,16} __sanitizer_cov_stack_depth
		__sanitizer_ptr_{cmp,sub} __sanitizer_annotate_contiguous_container __sanitizer_annotate_double_ended_contiguous_container
		__sanitizer_print_stack_trace __sanitizer_verify_contiguous_container
		__gcov_init __gcov_exit __gcov_flush __gcov_dump __gcov_reset __gcov_fork __gcov_average_profiler
		llvm_gcda_{start_file,emit_function,emit_arcs,summary_info,end_file,increment_indirect_counter} llvm_gcov_init
		__llvm_profile_{init,register_function,register_functions,register_names_function,runtime_user,runtime,write_file,dump}
		__llvm_profile_{initialize,initialize_file,set_filename,override_default_filename,reset_counters}
		__llvm_profile_instrument_{target,target_value,memop,range}
		__cyg_profile_func_{enter,exit} __cyg_profile_func_enter_bare __xray_FunctionEntry __xray_FunctionExit
		__xray_CustomEvent __xray_TypedEvent mcount _mcount __fentry__`},

	// OpenMP queries
	{silent, `__kmpc_global_thread_num
		omp_get_{thread_num,num_threads,max_threads,num_procs,thread_limit,dynamic,nested,level,active_level,max_active_levels}
		omp_get_{supported_active_levels,ancestor_thread_num,team_size,wtime,wtick,cancellation,proc_bind,num_places,place_num}
		omp_get_{place_num_procs,partition_num_places,default_device,num_devices,device_num}
		omp_get_{num_teams,team_num,max_teams,teams_thread_limit,initial_device,max_task_priority}
		omp_set_{num_threads,dynamic,nested,schedule,max_active_levels,default_device,num_teams,teams_thread_limit}
		omp_{in_parallel,in_final,is_initial_device}
		omp_{init,destroy}_{lock,nest_lock} omp_init_{lock,nest_lock}_with_hint`},
	{objects, `__kmpc_ordered __kmpc_end_ordered __kmpc_doacross_init __kmpc_doacross_fini __kmpc_doacross_wait __kmpc_doacross_post
		__kmpc_cancel __kmpc_cancellationpoint __kmpc_cancel_barrier
		omp_set_lock omp_unset_lock omp_test_lock omp_set_nest_lock omp_unset_nest_lock omp_test_nest_lock`},
	{effect, "omp_get_{schedule,place_proc_ids,partition_place_nums}"},
}

// undefined is what UndefinedBehaviorSanitizer reports.
const undefined = `add_overflow,sub_overflow,mul_overflow,negate_overflow,divrem_overflow,shift_out_of_bounds,out_of_bounds,local_out_of_bounds,` +
	`load_invalid_value,type_mismatch,type_mismatch_v1,alignment_assumption,vla_bound_not_positive,float_cast_overflow,` +
	`invalid_builtin,nonnull_arg,nonnull_return,nonnull_return_v1,nullability_arg,nullability_return,nullability_return_v1,` +
	`pointer_overflow,implicit_conversion,function_type_mismatch,function_type_mismatch_v1,cfi_check_fail,cfi_bad_type,` +
	`invalid_objc_cast,dynamic_type_cache_miss`

// whole are the names that a row spells, with braces as in shells.
func whole(names string) (list []string) {
	for _, n := range strings.Fields(names) {
		list = append(list, alternatives(n)...)
	}
	return list
}

// alternatives are the names that a word with braces stands for.
func alternatives(word string) (list []string) {
	open := strings.IndexByte(word, '{')
	if open < 0 {
		return []string{word}
	}
	end := open + strings.IndexByte(word[open:], '}')
	for _, part := range strings.Split(word[open+1:end], ",") {
		for _, rest := range alternatives(word[end+1:]) {
			for _, p := range numbered(part) {
				list = append(list, word[:open]+p+rest)
			}
		}
	}
	return list
}

// numbered are the numbers that a part of braces like 6-12 stands for, or the part itself.
func numbered(part string) (list []string) {
	first, last, ok := strings.Cut(part, "-")
	from, err := strconv.Atoi(first)
	to, errTo := strconv.Atoi(last)
	if !ok || err != nil || errTo != nil {
		return []string{part}
	}
	for n := from; n <= to; n++ {
		list = append(list, strconv.Itoa(n))
	}
	return list
}
