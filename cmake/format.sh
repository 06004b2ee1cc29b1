# sh format.sh check|fix: clang-format over the C and C++ files, from the repository root. Versions
# of clang-format differ in details, so only version 14 decides. Exit status 77: clang-format 14 is
# missing, nothing was checked.
for tool in clang-format-14 clang-format; do
  version=$($tool --version 2>/dev/null | sed -n 's/.*version \([0-9]*\).*/\1/p')
  [ "$version" = 14 ] && break
done
if [ "$version" != 14 ]; then
  echo "format: skipped, needs clang-format 14; here: ${version:-none}"
  exit 77
fi
case $1 in
  check) set -- --dry-run -Werror ;;
  fix) set -- -i ;;
  *) echo "usage: sh cmake/format.sh check|fix" >&2; exit 2 ;;
esac
find . -path ./build -prune -o \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) -exec "$tool" "$@" {} +
