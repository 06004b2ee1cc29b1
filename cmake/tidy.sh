# sh tidy.sh BUILD_DIR: runs clang-tidy (.clang-tidy) on the sources compiled in BUILD_DIR, from the
# repository root. Tests, fuzz targets, benchmarks and the solver (large headers of others) are
# excluded, so that it takes less than two minutes on two cores. Exit status 77: clang-tidy is
# missing, nothing was checked.
build=$1
if ! command -v clang-tidy > /dev/null; then
  echo "tidy: skipped, no clang-tidy here"
  exit 77
fi
files=$(sed -n "s|^ *\"file\": \"$PWD/\(.*\)\".*|\1|p" "$build/compile_commands.json" | sort -u |
  grep -E '^(spec|model|oracle|mutants|conform|docs)/' | grep -v '_test\.cpp$')
[ -n "$files" ] || { echo "tidy: $build/compile_commands.json names none of the files to check"; exit 1; }
echo "$files" | xargs -P "$(nproc)" -n 2 clang-tidy --quiet -p "$build" 2> "$build/tidy.log"
