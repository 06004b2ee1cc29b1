#!/bin/sh
# stop_at.sh FILE TEXT SIGNAL leader|group COMMAND...: runs the command in a process group of its own,
# with SIGINT ignored, as a shell starts background commands. Sends the signal to the command or to
# its group when FILE holds the text: stopped.out, stopped.err or another file that it writes. Ends
# with its output and status, or with status 99 if it leaves temporary files.
file=$1 text=$2 signal=$3 to=$4
shift 4
rm -f "$file"
mkdir -p tmp
TMPDIR=$PWD/tmp setsid "$@" > stopped.out 2> stopped.err &
leader=$!
has_text() { grep -qsF -e "$text" "$file"; }
while grep -qs ') [^Z] ' /proc/$leader/stat && ! has_text; do sleep 0.05; done
has_text || echo "ended before it printed: $text" >&2
target=$leader
[ "$to" = leader ] || target=-$leader
kill -s "$signal" -- "$target"
wait $leader
status=$?
cat stopped.out
cat stopped.err >&2
[ -z "$(ls tmp)" ] || { echo "leaves temporary files" >&2; exit 99; }
exit $status
