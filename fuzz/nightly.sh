#!/bin/sh
# fuzz/nightly.sh BUILD_DIR MINUTES: every fuzz target for its share of the time, on all cores.
#
# BUILD_DIR is a build of the preset sanitize. The output is kept between runs, in fuzz-out beside BUILD_DIR or in
# STRIDEPROOF_FUZZ_OUT, as text:
#   TARGET.txt     cases that between them reach all that was ever reached; the next run starts from them
#   findings.txt   findings, shrunk, one line each, the newest last; `./run replay 'LINE'` shows one again
#   TARGET.log     of the last run
# STRIDEPROOF_SEED sets the seed. Exit status: 0 nothing found, 1 findings, 2 a broken environment.
set -u
root=$(cd "$(dirname "$0")/.." && pwd) || exit 2
say() { printf 'fuzz: %s\n' "$*" >&2; }
die() { say "$*"; exit 2; }

[ $# = 2 ] || die "usage: fuzz/nightly.sh BUILD_DIR MINUTES"
build=$(cd "$1" 2> /dev/null && pwd) || die "no folder $1"
minutes=$2
out=${STRIDEPROOF_FUZZ_OUT:-$(dirname "$build")/fuzz-out}
seed=${STRIDEPROOF_SEED:-$(date +%s)}
jobs=$(nproc 2> /dev/null || echo 2)
convert=$build/bin/strideproof_fuzz_convert

targets=
for binary in "$build"/bin/strideproof_fuzz_*; do
  name=${binary##*/strideproof_fuzz_}
  case $name in convert | replay | planted) ;; *) [ -x "$binary" ] && targets="$targets $name" ;; esac
done
[ -n "$targets" ] || die "no fuzz target in $build/bin; build strideproof_fuzzers of the preset sanitize"
mkdir -p "$out" || exit 2
touch "$out/findings.txt"
work=$(mktemp -d "$out/work.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT

# shellcheck disable=SC2086
set -- $targets
seconds=$((minutes * 60 / $#))
[ "$seconds" -gt 0 ] || die "MINUTES is a whole number from 1, not '$minutes'"
say "seed $seed, $jobs cores, $seconds seconds for each of:$targets"

# Lines of a file, each shrunk where it fails outside the fuzzer too: what ended the fuzzer's process is
# told there as it was found.
shrink() {
  while IFS= read -r line; do
    printf '%s\n' "$line" > "$work/line.txt"
    smaller=$(timeout 60 "$build/bin/strideproof_fuzz_replay" "$work/line.txt" 2>&1 < /dev/null | sed -n 's/^finding: //p' | head -n 1)
    printf '%s\n' "${smaller:-$line}"
  done < "$1"
}

found=0
for target in "$@"; do
  fuzzer=$build/bin/strideproof_fuzz_$target
  log=$out/$target.log
  here=$work/$target
  mkdir -p "$here/grown" "$here/merged" "$here/artifacts"
  known=
  if [ -s "$out/$target.txt" ]; then known=$out/$target.txt; fi
  "$convert" encode "$target" "$here/seeds" "$root/corpus" ${known:+"$known"} || exit 2

  STRIDEPROOF_FINDINGS=$here/findings
  export STRIDEPROOF_FINDINGS
  : > "$here/findings"
  options="-detect_leaks=0 -entropic=0 -mutate_depth=20 -timeout=60 -print_funcs=0"
  # shellcheck disable=SC2086
  "$fuzzer" $options -seed="$seed" -fork="$jobs" -ignore_crashes=1 -max_total_time="$seconds" \
    -artifact_prefix="$here/artifacts/" "$here/grown" "$here/seeds" > "$log" 2>&1
  status=$?

  # Inputs that ended without a word.
  for kind in timeout oom; do
    for input in "$here/artifacts/$kind"-*; do
      [ -e "$input" ] && "$convert" decode "$target" "$input" >> "$here/findings"
    done
  done
  sort -u "$here/findings" > "$here/told"
  shrink "$here/told" > "$here/findings"
  sort -u "$here/findings" | grep -vxF -f "$out/findings.txt" > "$here/new"
  cat "$here/new" >> "$out/findings.txt"

  # shellcheck disable=SC2086
  if "$fuzzer" $options -merge=1 -artifact_prefix="$here/artifacts/merge-" "$here/merged" "$here/seeds" "$here/grown" >> "$log" 2>&1 &&
    "$convert" decode "$target" "$here/merged" > "$here/text"; then
    mv "$here/text" "$out/$target.txt"
  else
    say "$target: the corpus could not be merged, see $log"
  fi

  executions=$(sed -n 's/^#\([0-9][0-9]*\): .*exec.*/\1/p' "$log" | tail -n 1)
  lines=$(wc -l < "$here/findings")
  say "$target: ${executions:-0} executions, $(wc -l < "$out/$target.txt" 2> /dev/null || echo 0) cases kept," \
    "$(sort -u "$here/findings" | wc -l) findings, $(wc -l < "$here/new") of them new"
  if [ "$lines" -gt 0 ]; then
    found=1
    sort -u "$here/findings" | head -n 10 | sed "s|.*|./run replay '&'|"
  elif [ "$status" != 0 ] || [ -z "$executions" ]; then
    tail -n 20 "$log" >&2
    die "$target ended with status $status and no finding, see $log"
  fi
done
exit $found
