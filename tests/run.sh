#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# usage: sh tests/run.sh [--soak]
#
# Builds libdeid and runs its tests, one phase after another:
#
#   test       what no later phase runs, in the C locale: gates, bindings, packages, short benchmarks, tests that
#              compare numbers of threads, and the suite `unwatched`, which is engines, pages, and most tests of
#              commands
#   reference  reference results, under a locale that writes 1,5
#   valgrind   the lessons, which use each part of the library, under Valgrind
#   sanitize   unit tests and examples, once: with the library and the tools under AddressSanitizer and
#              UndefinedBehaviorSanitizer, and under that locale. Lessons are left to Valgrind
#   clang      everything read by clang without a warning, each file on its own and without precompiled
#              headers: what a file does not include, it does not see
#
# The library is one object in the phase test (-Dunity=on), without a warning: static names are unique. It is a
# few objects under AddressSanitizer.
#
# By default random tests draw a twentieth of their trials, and a fiftieth under Valgrind and the sanitizers.
# With --soak the first phase runs all suites and draws all trials, and
#
#   - the studies of bench/studies/ are built and tried; by default clang only reads them;
#   - all reference results are compared, with each search. By default, rows on which the reference itself took
#     long are left out, except one of each model, and each other search runs on a third of the rows;
#   - Valgrind runs unit tests without threads, but for many random trials;
#   - clang also builds the library and the unit tests with threads, which run under ThreadSanitizer, and those
#     that ask for an object for each file;
#   - the sanitizers run what they leave out by default. They also check each access to memory for alignment,
#     NULL and the size of the object. This doubles the size of the library, and AddressSanitizer sees most of
#     these errors;
#   - engines are tested with a newer ClickHouse than Debian's;
#   - libFuzzer runs each fuzz target for a minute, from the seed 1;
#   - each kind of change of the ABI is tried, the quickstart is run from nothing, and the web site is made.
#
# Files of tests are in memory, where there is room: a disk that syncs each would take longer than the
# tests. One test more runs than there are cores: some wait for signals, pipes and clocks. The builds of
# sanitize and clang are made at a lower priority while earlier phases run, so that no core waits for the last
# test of a phase, or for the longest object.
# Timeouts are there for tests that hang; they are so long that a busy machine does not run into them.
#
# Engines that tables stay in are started by their tests, once for all of them, in folders of their own:
# PostgreSQL on a socket, ClickHouse on free ports of 127.0.0.1.
#
# The last line counts the tests. On Debian it first installs the packages that are missing, if it is
# root, and DuckDB by npm, where that is there. Build directories are in build/, or in DEID_BUILD, an absolute
# path.
set -u
cd "$(dirname "$0")/.." || exit 1
build=${DEID_BUILD:-$PWD/build}
failed=0
skipped=0
beside= # prefix of a command that runs while tests run
machine=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/') # as npm has it
MESON_TESTTHREADS=$(($(nproc 2>/dev/null || echo 1) + 1))
CK_TIMEOUT_MULTIPLIER=10
export MESON_TESTTHREADS CK_TIMEOUT_MULTIPLIER
case ${1:-} in
'')
  export DEID_TEST_QUICK=20
  alone='abi install bindings bench memcheck measuring raced unwatched' # the suites of the phase test
  built="others reference $alone"
  valgrind='--suite memcheck'
  watched_build='unit examples -unwatched -raced -memcheck'
  watched='--suite unit --suite examples --no-suite unwatched --no-suite raced --no-suite memcheck'
  unchecked=-fno-sanitize=null,alignment,object-size
  of_clang=
  studies=
  fuzz_seconds=0
  of_packages=
  ;;
--soak)
  export DEID_TEST_SOAK=1
  alone=
  built=
  valgrind='--suite unit --no-suite threads --no-suite trials'
  watched_build='unit examples'
  watched='--suite unit --suite examples'
  unchecked=
  of_clang='apart threads'
  studies=-Dstudies=true
  fuzz_seconds=60
  of_packages='dh:debhelper lintian:lintian'
  ;;
*)
  echo 'usage: sh tests/run.sh [--soak]' >&2
  exit 2
  ;;
esac

# Makes builds of the sanitizers link faster; hosts never link these.
link_by_lld ()
{
  command -v ld.lld >/dev/null 2>&1 && export CC_LD=lld
}

say ()
{
  printf '\n=== %s\n' "$*"
}

# What is needed, as COMMAND:PACKAGE, or :PACKAGE where no command tells.
needed='cc:gcc :libc6-dev meson:meson ninja:ninja-build pkg-config:pkg-config :libglib2.0-dev
  :libcsv-dev :libjson-glib-dev :check'
gates='c++:g++ clang:clang :libclang-rt-dev llvm-symbolizer:llvm valgrind:valgrind :libc6-dbg
  g-ir-scanner:gobject-introspection :libgirepository1.0-dev :gir1.2-glib-2.0 :python3-gi
  :python3-cffi :python3-dev swig:swig valac:valac :locales clang-format:clang-format
  abidw:abigail-tools ld.lld:lld :liblinear-dev :libsqlite3-dev sqlite3:sqlite3 psql:postgresql clickhouse-client:clickhouse-client :clickhouse-server chromium:chromium tidy:tidy :python3-html5lib gi-docgen:gi-docgen
  R:r-base-core :r-cran-jsonlite :r-cran-bit64 :python3-pandas'
gates="$gates $of_packages"

list_missing ()
{
  for item in "$@"; do
    package=${item#*:}
    command -v "${item%%:*}" >/dev/null 2>&1 \
      || dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' \
      || printf '%s ' "$package"
  done
}

install_packages ()
{
  [ $# -eq 0 ] && return
  say "install $*"
  if [ "$(id -u)" -ne 0 ]; then
    echo "missing packages, which only root can install: $*"
    return 1
  fi
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

# shellcheck disable=SC2046,SC2086
install_missing ()
{
  command -v dpkg-query >/dev/null 2>&1 || return 0
  if [ -n "$(list_missing $needed $gates)" ] && [ "$(id -u)" -eq 0 ]; then
    apt-get update
  fi
  install_packages $(list_missing $needed) || return 1
  install_packages $(list_missing $gates) || echo 'the tests that need them are skipped'
}

# find_library FOLDER PACKAGE FILE: sets `library` to the file of a library that Debian does not have, and npm
# does for some machines
find_library ()
{
  library=$build/$1/node_modules/$2/$3
  [ -e "$library" ] && return
  command -v npm >/dev/null 2>&1 || return
  say "install $2"
  npm install --prefix "$build/$1" --no-audit --no-fund "$2" || echo 'the tests that need it are skipped'
}

# list_targets SUITES: what these suites need; `others` adds all that is not in tests/, and `made` all sources
# that are made
# shellcheck disable=SC2086
list_targets ()
{
  [ -z "$1" ] && return
  python3 tests/list-targets.py "$directory" ${1#made}
  [ "${1#made}" = "$1" ] || ninja -C "$directory" -t targets all | sed -n 's/^\([^ ]*\.c\): CUSTOM_COMMAND.*/\1/p'
}

# build_in DIRECTORY SUITES [MESON-OPTION...]: builds what these suites need, or all if it is empty
# shellcheck disable=SC2046
build_in ()
{
  directory=$build/$1
  suites=$2
  shift 2
  rm -f "$directory"/meson-logs/testlog*
  reconfigure=
  [ -f "$directory/build.ninja" ] && reconfigure=--reconfigure
  if meson setup $reconfigure "$directory" "$@" >"$directory.log" 2>&1 \
      && $beside ninja -C "$directory" $(list_targets "$suites") >>"$directory.log" 2>&1; then
    return 0
  fi
  tail -n 60 "$directory.log"
  echo "$directory: the build failed"
  failed=$((failed + 1))
  return 1
}

# test_in DIRECTORY LOG [MESON-TEST-OPTION...]
test_in ()
{
  directory=$build/$1
  log=$directory/meson-logs/$2
  logbase=${2%-valgrind}
  shift 2
  meson test -C "$directory" --no-rebuild --print-errorlogs --timeout-multiplier 10 --logbase "$logbase" "$@"
  status=$?
  if [ ! -s "$log.json" ]; then
    echo "$log.json: no test ran"
    failed=$((failed + 1))
  elif [ $status -ne 0 ] && python3 tests/count.py 1 0 0 "$log.json" >/dev/null; then
    echo "$log.json: no test failed, but meson test ended with status $status"
    failed=$((failed + 1))
  fi
}

# start_build FUNCTION: calls it in the background
start_build ()
{
  report=$build/$1.log
  (failed=0; beside='nice -n 5'; "$1"; exit "$failed") >"$report" 2>&1 &
  builder=$!
}

# finish_build: waits for that build and prints its output. Returns: its status
finish_build ()
{
  wait "$builder"
  status=$?
  cat "$report"
  failed=$((failed + status))
  return "$status"
}

skip ()
{
  echo "skipped: $*"
  skipped=$((skipped + 1))
}

use_memory_for_files ()
{
  [ -n "${TMPDIR:-}" ] && return
  [ "$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')" -gt 2000000 ] 2>/dev/null || return
  TMPDIR=$(mktemp -d /dev/shm/deid-tests-XXXXXX) || return
  chmod 755 "$TMPDIR" # a test runs as another user
  export TMPDIR
  trap 'rm -rf "$TMPDIR"' EXIT
}

# shellcheck disable=SC2086
test_in_c_locale ()
{
  suites='--no-suite reference'
  [ -z "$alone" ] || suites=$(printf ' --suite %s' $alone)
  LC_ALL=C test_in test testlog $suites
}

# Finds a locale that writes 1,5, and takes the C locale where there is none.
find_comma_locale ()
{
  locale=de_DE.UTF-8
  locale_path=
  point=,
  if ! locale -a | grep -qi '^de_DE\.utf-\?8$'; then
    mkdir -p "$build/locale"
    locale_path=$build/locale
    localedef -i de_DE -f UTF-8 "$locale_path/de_DE.UTF-8"
  fi
  if [ "$(LOCPATH=$locale_path LC_ALL=$locale locale decimal_point)" != , ]; then
    skip 'there is no de_DE.UTF-8: the C locale takes its place'
    locale=C
    locale_path=
    point=.
  fi
}

test_reference ()
{
  LOCPATH=$locale_path LC_ALL=$locale DEID_TEST_DECIMAL_POINT=$point DEID_TEST_QUICK=20 \
    test_in test testlog-reference --suite reference
}

build_sanitized ()
{
  flags="-g1 -fno-sanitize-recover=all $unchecked"
  if "${CC:-cc}" --version | grep -q clang; then
    flags="$flags -fno-sanitize=function" # GLib calls functions through other types
  fi
  link_by_lld
  # shellcheck disable=SC2086
  build_in sanitize "$watched_build" $as_few_objects -Doptimization=1 -Db_sanitize=address,undefined \
    -Db_lundef=false -Dc_args="$flags"
}

test_sanitized ()
{
  leaks=1
  echo 'int main (void) { return 0; }' >"$build/empty.c"
  "${CC:-cc}" -fsanitize=address "$build/empty.c" -o "$build/empty"
  if ! ASAN_OPTIONS=detect_leaks=1 "$build/empty" >/dev/null 2>&1; then
    echo 'leaks cannot be detected here'
    leaks=0
  fi
  # Its strstr() measures the whole text each time, so that splitting one into lines is quadratic.
  # shellcheck disable=SC2086
  LOCPATH=$locale_path LC_ALL=$locale DEID_TEST_DECIMAL_POINT=$point DEID_TEST_QUICK=50 \
    CK_FORK=no G_SLICE=always-malloc \
    ASAN_OPTIONS=detect_leaks=$leaks:allocator_may_return_null=1:intercept_strstr=0 \
    UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
    test_in sanitize testlog-sanitize $watched
}

# shellcheck disable=SC2086
test_under_valgrind ()
{
  if command -v valgrind >/dev/null 2>&1; then
    test_in test testlog-valgrind --setup valgrind $valgrind
  else
    skip 'valgrind is not installed'
  fi
}

# Most of the time of this build would go to reading the headers of GLib and Check a thousand times. As
# modules they are read once, and a file still has to include what it needs of them.
# shellcheck disable=SC2046,SC2086
find_module_flags ()
{
  glib=$(pkg-config --variable=includedir glib-2.0)/glib-2.0
  cat >"$build/clang.modulemap" <<EOF
module GLib [system] {
  module base { header "$glib/glib.h" export * }
  module object { header "$glib/glib-object.h" export * }
  module io { header "$glib/gio/gio.h" export * }
}
module Check [system] { header "$(pkg-config --variable=includedir check)/check.h" export * }
EOF
  module_flags="-fmodules -fmodules-cache-path=$build/clang-modules"
  module_flags="$module_flags -fmodule-map-file=$build/clang.modulemap"
  printf '#include <gio/gio.h>\n#include <check.h>\n' \
    | clang $module_flags $(pkg-config --cflags gio-2.0 check) -fsyntax-only -x c - || module_flags=
}

# Finds out whether ThreadSanitizer runs here, if tests are to run under it.
find_watcher ()
{
  watched_by=none
  [ -z "$of_clang" ] && return
  echo 'int main (void) { return 0; }' >"$build/race.c"
  if clang -fsanitize=thread "$build/race.c" -o "$build/race" && "$build/race"; then
    watched_by=thread
  else
    skip 'ThreadSanitizer does not run here'
    of_clang=apart
  fi
}

# shellcheck disable=SC2046
build_by_clang ()
{
  find_module_flags
  link_by_lld
  CC=clang build_in clang "made $of_clang" -Doptimization=1 -Db_pch=false -Dintrospection=disabled -Dstudies=true \
    --werror -Db_sanitize=$watched_by -Db_lundef=false -Dc_args="-g1 $module_flags" || return
  if ! $beside python3 tests/check-syntax.py "$directory" $(list_targets "made $of_clang"); then
    echo "$directory: clang warns"
    failed=$((failed + 1))
  fi
}

# shellcheck disable=SC2046
test_by_clang ()
{
  [ -z "$of_clang" ] && return
  CK_FORK=no G_SLICE=always-malloc DEID_TEST_QUICK=50 \
    test_in clang testlog-clang $(printf ' --suite %s' $of_clang)
}

# The library chDB, which npm has, is a newer ClickHouse than that of Debian.
test_newer_clickhouse ()
{
  find_library chdb "@chdb/lib-linux-$machine-gnu" libchdb.so
  if ! [ -e "$library" ]; then
    skip 'there is no chDB for this machine'
    return
  fi
  DEID_CHDB=$library DEID_TEST_QUICK=20 test_in test testlog-clickhouse engine engines
}

fuzz ()
{
  echo 'int LLVMFuzzerTestOneInput (const char *b, long n) { return n > 0 && b[0] < 0 ? -1 : 0; }' >"$build/fuzz.c"
  if ! command -v clang >/dev/null 2>&1; then
    skip 'clang is not installed'
  elif ! clang -fsanitize=fuzzer,address "$build/fuzz.c" -o "$build/empty-fuzzer"; then
    skip 'libFuzzer is not installed'
  elif ! sh tests/fuzz/run.sh "$build/fuzz" "$fuzz_seconds" 1; then
    failed=$((failed + 1))
  fi
}

# shellcheck disable=SC2086
install_missing || exit 1
mkdir -p "$build"
if [ -z "${DEID_DUCKDB:-}" ]; then
  find_library duckdb "@duckdb/node-bindings-linux-$machine" libduckdb.so
  export DEID_DUCKDB="$library"
fi
find_comma_locale
use_memory_for_files
say test
as_one_object='-Dunity=on -Dunity_size=2000'
as_few_objects='-Dunity=on -Dunity_size=90' # sanitizers take so long that all cores should work
start_build build_sanitized
# shellcheck disable=SC2086
build_in test "$built" $as_one_object $studies --werror -Doptimization=1 -Dtools=true -Ddefault_library=both \
  -Dc_args=-g1
status=$?
if [ $status -eq 0 ]; then
  test_in_c_locale
  say reference
  test_reference
  say valgrind
  test_under_valgrind
  [ -z "$alone" ] && say clickhouse && test_newer_clickhouse
fi
say sanitize
finish_build
status=$?
has_clang=
if command -v clang >/dev/null 2>&1; then
  has_clang=yes
  find_watcher
  start_build build_by_clang
else
  skip 'clang is not installed'
fi
[ $status -eq 0 ] && test_sanitized
say clang
[ -n "$has_clang" ] && finish_build && test_by_clang
if [ "$fuzz_seconds" -gt 0 ]; then
  say fuzz
  fuzz
fi
say total
set -- "$build"/*/meson-logs/testlog*.json
[ -e "$1" ] || shift
python3 tests/count.py 0 "$failed" "$skipped" "$@"
