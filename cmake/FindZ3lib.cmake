# z3::z3, from the header and the library: not every distribution ships a CMake package of Z3.
find_path(Z3_INCLUDE_DIR z3++.h PATH_SUFFIXES z3)
find_library(Z3_LIBRARY z3)
if(Z3_INCLUDE_DIR)
  file(STRINGS ${Z3_INCLUDE_DIR}/z3_version.h Z3lib_VERSION REGEX "Z3_FULL_VERSION")
  string(REGEX MATCH "[0-9]+(\\.[0-9]+)+" Z3lib_VERSION "${Z3lib_VERSION}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Z3lib
  REQUIRED_VARS Z3_LIBRARY Z3_INCLUDE_DIR VERSION_VAR Z3lib_VERSION)

if(Z3lib_FOUND AND NOT TARGET z3::z3)
  add_library(z3::z3 UNKNOWN IMPORTED)
  set_target_properties(z3::z3 PROPERTIES
    IMPORTED_LOCATION ${Z3_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${Z3_INCLUDE_DIR})
endif()
mark_as_advanced(Z3_INCLUDE_DIR Z3_LIBRARY)
