#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# usage: sh tests/fuzz/run.sh BUILD SECONDS SEED [TARGET...]
#
# Builds the fuzz targets by clang with AddressSanitizer and UndefinedBehaviorSanitizer in the folder BUILD,
# and runs each, or those named, for SECONDS, one after another. Inputs that reach new code are kept in
# BUILD/found, where the next run begins with them. Prints for each target how many inputs it ran and how many
# processor seconds it took. Fails if an input was wrong: it is in BUILD/crashes, and the log in BUILD/logs.
set -u
if [ $# -lt 3 ]; then
  echo 'usage: sh tests/fuzz/run.sh BUILD SECONDS SEED [TARGET...]' >&2
  exit 2
fi
source=$(cd "$(dirname "$0")" && pwd)
build=$1
seconds=$2
seed=$3
shift 3
if ! [ -f "$build/build.ninja" ]; then
  CC=${CC:-clang} meson setup "$build" "$source/../.." -Dfuzzing=true -Dunity=on -Dunity_size=90 \
    -Doptimization=1 -Db_sanitize=address,undefined -Db_lundef=false \
    -Dc_args='-g1 -fno-sanitize=function' -Dintrospection=disabled -Dpython=disabled >/dev/null || exit 1
fi
ninja -C "$build" fuzzers >/dev/null || exit 1
if [ $# -eq 0 ]; then
  for program in "$build"/tests/fuzz/fuzz-*; do
    [ -f "$program" ] && set -- "$@" "${program##*/fuzz-}"
  done
fi
export ASAN_OPTIONS=allocator_may_return_null=1:intercept_strstr=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export G_SLICE=always-malloc
mkdir -p "$build/crashes" "$build/logs"
failed=0
for target in "$@"; do
  log=$build/logs/$target
  dictionary=$source/$target.dict
  mkdir -p "$build/found/$target"
  set -- -max_total_time="$seconds" -seed="$seed" -timeout=60 -max_len=4096 -print_final_stats=1
  [ -f "$dictionary" ] && set -- "$@" -dict="$dictionary"
  times >"$log.before"
  "$build/tests/fuzz/fuzz-$target" "$@" -artifact_prefix="$build/crashes/$target-" "$build/found/$target" \
    "$source/corpus/$target" >"$log" 2>&1
  status=$?
  times >"$log.after"
  cpu=$(awk -F '[ms ]+' 'FNR == 2 { before = cpu; cpu = 60 * ($1 + $3) + $2 + $4 } END { print cpu - before }' \
    "$log.before" "$log.after")
  echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, $cpu processor seconds"
  if [ $status -ne 0 ]; then
    tail -n 40 "$log"
    failed=1
  fi
done
exit $failed
