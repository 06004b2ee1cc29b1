#!/bin/bash
# Builds the fuzz targets into $OUT, each with its seeds, as OSS-Fuzz and ClusterFuzzLite ask for: with the
# compiler and the flags that they set ($CC, $CXX, $CFLAGS, $CXXFLAGS, $LIB_FUZZING_ENGINE), in $WORK.
set -eu
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [ ! -f "$root/CMakePresets.json" ]; then root=$SRC/strideproof; fi  # the script alone was copied

# The packages that the project links are built with libstdc++.
export CXXFLAGS="${CXXFLAGS//-stdlib=libc++/}"
build=$WORK/strideproof
# shellcheck disable=SC2016
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DSTRIDEPROOF_FUZZERS=ON \
  -DCMAKE_BUILD_RPATH='$ORIGIN/lib'
cmake --build "$build" --target strideproof_fuzzers

mkdir -p "$OUT/lib"
for seeds in "$build"/fuzz/seeds/*/; do
  name=$(basename "$seeds")
  fuzzer=strideproof_fuzz_$name
  cp "$build/bin/$fuzzer" "$OUT/"
  (cd "$seeds" && cmake -E tar cf "$OUT/${fuzzer}_seed_corpus.zip" --format=zip .)
  printf '[libfuzzer]\nentropic = 0\ndetect_leaks = 0\n' > "$OUT/$fuzzer.options"
  # Shared libraries of packages are not where the targets run.
  ldd "$build/bin/$fuzzer" | awk '$3 ~ /lib(fmt|hwy|stdc\+\+)\.so/ {print $3}' | xargs -r cp -t "$OUT/lib"
done
