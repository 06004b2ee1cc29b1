#!/bin/sh
# fuzz/nightly.sh BUILD_DIR MINUTES: every fuzz target for its share of the time, on all cores.
#
# BUILD_DIR is a build of the preset sanitize. The output is kept between runs as text, in fuzz-out
# next to BUILD_DIR or in STRIDEPROOF_FUZZ_OUT:
#   TARGET.txt     cases that together reach all coverage so far; the next run starts from them
#   findings.txt   findings, shrunk, one line each, the newest last; `./run replay 'LINE'` shows one again. Those of a
#                  run that is interrupted are not shrunk
#   TARGET.found   findings of this run as they come, until they are in findings.txt
#   TARGET.log     of the last run
# STRIDEPROOF_SEED sets the seed. Exit status: 0 nothing found, 1 findings, 2 a broken environment,
# 3 nothing found, but the run was interrupted, or a case took long by the clock and not in
# processor time.
set -u
root=$(cd "$(dirname "$0")/.." && pwd) || exit 2
say() { printf 'fuzz: %s\n' "$*" >&2; }
die() { say "$*"; exit 2; }
work=
trap '[ -z "$work" ] || rm -rf "$work"' EXIT
trap 'exit 3' INT TERM  # until there is output to keep

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
touch "$out/findings.txt" || die "cannot write $out/findings.txt"
work=$(mktemp -d "$out/work.XXXXXX") || exit 2

# shellcheck disable=SC2086
set -- $targets
seconds=$((minutes * 60 / $#))
[ "$seconds" -gt 0 ] || die "MINUTES is a whole number from 1, not '$minutes'"

# --- interruptible jobs
# ------------------------------------------------------------------------------------

found=0 incomplete=0 running=

# run LOG COMMAND...: in its own process group, so that all its processes can be ended.
run() {
  log=$1
  shift
  setsid "$@" >> "$log" 2>&1 < /dev/null &
  running=$!
  wait "$running"
  ended=$?
  running=
  return "$ended"
}

interrupted() {
  trap '' INT TERM
  if [ "$running" ]; then
    kill -KILL "-$running" 2> /dev/null
    wait "$running" 2> /dev/null
  fi
  exec >&3 2>&4
  for target in $targets; do keep_as_found "$target"; done
  say "interrupted; all findings are in $out/findings.txt"
  exit $((found ? 1 : 3))
}
exec 3>&1 4>&2  # also if output is redirected when a signal comes

# --- findings ---------------------------------------------------------------------------------------------------

# keep FILE: appends its lines that findings.txt lacks. Sets the number of lines, and of new ones.
keep() {
  sort -u "$1" > "$work/kept"
  grep -vxF -f "$out/findings.txt" "$work/kept" > "$work/new"
  cat "$work/new" >> "$out/findings.txt" || die "cannot write $out/findings.txt; the findings are in $1"
  lines=$(wc -l < "$work/kept") new=$(wc -l < "$work/new")
  [ "$lines" = 0 ] || found=1
}

# The first of the lines that were kept last.
show() { head -n 10 "$work/kept" | sed "s|.*|./run replay '&'|"; }

# The findings of a target that were not shrunk before the run ended.
keep_as_found() {
  findings_file=$out/$1.found
  for shrinking in "$findings_file".*; do
    [ -e "$shrinking" ] || continue
    cat "$shrinking" >> "$findings_file"
    rm -f "$shrinking"
  done
  if [ -s "$findings_file" ]; then
    keep "$findings_file"
    say "$1: $lines findings, $new of them new, as they were found"
    show
  fi
  rm -f "$findings_file"
}

# replay FILE: runs its case outside the fuzzer. A limit on processor time ends a case that hangs;
# other processes do not affect it.
replay() { run "$work/replayed" prlimit --cpu=60 --core=0 "$build/bin/strideproof_fuzz_replay" "$1"; }

# shrink FROM TO: shrinks each line that also fails outside the fuzzer; other lines stay as found.
shrink() {
  : > "$2"
  while IFS= read -r line <&5; do
    printf '%s\n' "$line" > "$work/line.txt"
    : > "$work/replayed"
    replay "$work/line.txt"
    smaller=$(sed -n 's/^finding: //p' "$work/replayed" | head -n 1)
    printf '%s\n' "${smaller:-$line}" >> "$2"
  done 5< "$1"
}

# --- targets ----------------------------------------------------------------------------------------------------

for target in "$@"; do keep_as_found "$target"; done  # left by a run that was killed
trap interrupted INT TERM
TMPDIR=$work  # of the fuzzers
export TMPDIR
for target in "$@"; do
  fuzzer=$build/bin/strideproof_fuzz_$target
  target_log=$out/$target.log
  here=$work/$target
  mkdir -p "$here/grown" "$here/merged" "$here/artifacts"
  : > "$target_log"
  known=
  if [ -s "$out/$target.txt" ]; then known=$out/$target.txt; fi
  run "$target_log" "$convert" encode "$target" "$here/seeds" "$root/corpus" ${known:+"$known"} ||
    { cat "$target_log" >&2; exit 2; }

  STRIDEPROOF_FINDINGS=$out/$target.found
  export STRIDEPROOF_FINDINGS
  : > "$STRIDEPROOF_FINDINGS"
  # The clock of -timeout only selects cases that may hang; replay decides.
  options="-detect_leaks=0 -entropic=0 -mutate_depth=20 -timeout=60 -print_funcs=0"
  # shellcheck disable=SC2086
  run "$target_log" "$fuzzer" $options -seed="$seed" -fork="$jobs" -ignore_crashes=1 -max_total_time="$seconds" \
    -artifact_prefix="$here/artifacts/" "$here/grown" "$here/seeds"
  status=$?

  # Inputs that ended without output.
  for kind in timeout oom; do
    for input in "$here/artifacts/$kind"-*; do
      [ -e "$input" ] || continue
      "$convert" decode "$target" "$input" > "$work/silent.txt"
      if [ "$kind" = timeout ] && replay "$work/silent.txt"; then
        incomplete=1
        say "$target: a case took 60 s on a busy machine and does not hang: $(cat "$work/silent.txt")"
      else
        cat "$work/silent.txt" >> "$STRIDEPROOF_FINDINGS"
      fi
    done
  done
  sort -u "$STRIDEPROOF_FINDINGS" > "$here/findings"
  shrink "$here/findings" "$here/shrunk"
  keep "$here/shrunk"
  rm -f "$STRIDEPROOF_FINDINGS"
  summary="$lines findings, $new of them new"
  [ "$lines" = 0 ] || show

  # shellcheck disable=SC2086
  if run "$target_log" "$fuzzer" $options -merge=1 -artifact_prefix="$here/artifacts/merge-" "$here/merged" \
    "$here/seeds" "$here/grown" && "$convert" decode "$target" "$here/merged" > "$here/text"; then
    mv "$here/text" "$out/$target.txt"
  else
    say "$target: the corpus could not be merged, see $target_log"
  fi

  executions=$(sed -n 's/^#\([0-9][0-9]*\): .*exec.*/\1/p' "$target_log" | tail -n 1)
  say "$target: ${executions:-0} executions, $(wc -l < "$out/$target.txt" 2> /dev/null || echo 0) cases kept, $summary"
  if [ "$lines" = 0 ] && { [ "$status" != 0 ] || [ -z "$executions" ]; }; then
    tail -n 20 "$target_log" >&2
    die "$target ended with status $status and no finding, see $target_log"
  fi
done
[ "$found" = 1 ] || [ "$incomplete" = 0 ] || exit 3
exit $found
