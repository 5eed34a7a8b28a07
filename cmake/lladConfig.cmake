# Derivatives by llad in a CMake project, for the Makefile and Ninja generators:
#
#   find_package(llad REQUIRED)
#
#   llad_add_gradient(TARGET t SOURCES f.cpp FUNCTIONS ns::energy [MODE reverse|forward|both]
#                     [CONST n ...] [DUP ...] [HEADER energy_grad.h] [OPTIONS --llad-width=4 ...])
#     adds the derivatives of functions in sources of t: energy_grad, energy_jvp, declared in the header,
#     which sources of t include by its name (by default that of the source, with _grad.h). With several
#     sources each has its header, with the derivatives of the functions that it defines.
#
#   llad_enable(t [ACROSS_SOURCES])
#     compiles t by `llad cc`: calls of markers in its sources become derivatives. With ACROSS_SOURCES
#     markers may name functions of other sources and of static libraries that are enabled so.
#
# Only what holds derivatives is compiled by clang where the project's compiler is another one.
cmake_minimum_required(VERSION 3.15)

find_program(LLAD_EXECUTABLE llad HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin"
             DOC "the derivative compiler llad")
find_path(LLAD_INCLUDE_DIR llad.h HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../include" "${CMAKE_CURRENT_LIST_DIR}/../include"
          DOC "the folder of llad.h" NO_DEFAULT_PATH)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(llad REQUIRED_VARS LLAD_EXECUTABLE LLAD_INCLUDE_DIR)
if(NOT llad_FOUND)
  return()
endif()
if(NOT CMAKE_GENERATOR MATCHES "Make|Ninja")
  message(FATAL_ERROR "llad: the generator ${CMAKE_GENERATOR} has no compiler launchers; Ninja and Makefiles have (cmake -G Ninja)")
endif()

if(NOT TARGET llad::llad)
  add_library(llad::llad INTERFACE IMPORTED) # the headers with the markers
  set_target_properties(llad::llad PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${LLAD_INCLUDE_DIR}")
endif()

# Has the compiler of a target started by llad.
function(_llad_launch target)
  set_target_properties(${target} PROPERTIES C_COMPILER_LAUNCHER "${LLAD_EXECUTABLE}" CXX_COMPILER_LAUNCHER "${LLAD_EXECUTABLE}")
endfunction()

function(llad_enable target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ACROSS_SOURCES" "" "")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "llad_enable: what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  _llad_launch(${target})
  target_link_libraries(${target} PRIVATE llad::llad)
  if(arg_ACROSS_SOURCES)
    foreach(language C CXX)
      if(CMAKE_${language}_COMPILER_ID AND NOT CMAKE_${language}_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "llad_enable: derivatives across sources need clang: -DCMAKE_${language}_COMPILER=clang")
      endif()
    endforeach()
    target_compile_options(${target} PRIVATE -fembed-bitcode) # objects hold their IR
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "STATIC|OBJECT")
      set_property(TARGET ${target} PROPERTY RULE_LAUNCH_LINK "\"${LLAD_EXECUTABLE}\"")
    endif()
  endif()
endfunction()

function(llad_add_gradient)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;MODE;HEADER" "SOURCES;FUNCTIONS;CONST;DUP;OPTIONS")
  if(NOT arg_TARGET OR NOT arg_SOURCES OR NOT arg_FUNCTIONS OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "llad_add_gradient(TARGET t SOURCES f.cpp FUNCTIONS energy ...): "
                        "${arg_UNPARSED_ARGUMENTS} is not understood, or TARGET, SOURCES or FUNCTIONS is missing")
  endif()
  list(JOIN arg_FUNCTIONS "," functions)
  list(LENGTH arg_SOURCES count)
  if(count GREATER 1)
    if(arg_HEADER)
      message(FATAL_ERROR "llad_add_gradient: HEADER goes with one source, here are ${arg_SOURCES}")
    endif()
    foreach(source IN LISTS arg_SOURCES)
      set(each TARGET ${arg_TARGET} SOURCES "${source}" FUNCTIONS ${arg_FUNCTIONS} OPTIONS --llad-here ${arg_OPTIONS})
      foreach(word MODE CONST DUP)
        if(arg_${word})
          list(APPEND each ${word} ${arg_${word}})
        endif()
      endforeach()
      llad_add_gradient(${each})
    endforeach()
    return()
  endif()
  get_filename_component(name "${arg_SOURCES}" NAME_WE)
  if(NOT arg_HEADER)
    set(arg_HEADER "${name}_grad.h")
  endif()
  if(NOT arg_MODE)
    set(arg_MODE reverse)
  endif()
  if(NOT arg_MODE MATCHES "^(reverse|forward|both)$")
    message(FATAL_ERROR "llad_add_gradient: MODE ${arg_MODE}: it is reverse, forward or both")
  endif()
  set(t ${arg_TARGET})

  # The source becomes an object with its derivatives, compiled as those of the target are, and is none of the
  # target's own any more.
  get_target_property(sources ${t} SOURCES)
  get_filename_component(source "${arg_SOURCES}" ABSOLUTE)
  list(REMOVE_ITEM sources "${arg_SOURCES}" "${source}")
  set_property(TARGET ${t} PROPERTY SOURCES "${sources}")
  string(MAKE_C_IDENTIFIER "${t}_${name}_gradient" part)
  add_library(${part} OBJECT "${source}")
  _llad_launch(${part})
  foreach(property INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES)
    set_property(TARGET ${part} PROPERTY ${property} "$<TARGET_PROPERTY:${t},${property}>")
  endforeach()
  foreach(property C_STANDARD C_EXTENSIONS CXX_STANDARD CXX_STANDARD_REQUIRED CXX_EXTENSIONS POSITION_INDEPENDENT_CODE
                   C_VISIBILITY_PRESET CXX_VISIBILITY_PRESET VISIBILITY_INLINES_HIDDEN)
    get_target_property(value ${t} ${property})
    if(NOT value MATCHES "NOTFOUND$")
      set_target_properties(${part} PROPERTIES ${property} "${value}")
    endif()
  endforeach()
  get_target_property(type ${t} TYPE)
  if(type MATCHES "SHARED|MODULE")
    set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/llad/${part}")
  set(words "--llad-header=${folder}/made/${arg_HEADER}" ${arg_OPTIONS})
  if(arg_MODE MATCHES "reverse|both")
    list(APPEND words "--llad-reverse=${functions}")
  endif()
  if(arg_MODE MATCHES "forward|both")
    list(APPEND words "--llad-forward=${functions}")
  endif()
  foreach(kind CONST DUP)
    if(arg_${kind})
      list(JOIN arg_${kind} "," names)
      string(TOLOWER ${kind} flag)
      list(APPEND words "--llad-${flag}=${names}")
    endif()
  endforeach()
  target_compile_options(${part} PRIVATE ${words})

  # The header comes with the object.
  add_custom_command(OUTPUT "${folder}/${arg_HEADER}"
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${folder}/made/${arg_HEADER}" "${folder}/${arg_HEADER}"
    DEPENDS ${part} $<TARGET_OBJECTS:${part}>
    COMMENT "Declaring the derivatives of ${functions}" VERBATIM)
  target_sources(${t} PRIVATE $<TARGET_OBJECTS:${part}> "${folder}/${arg_HEADER}")
  target_include_directories(${t} PRIVATE "${folder}")
endfunction()
