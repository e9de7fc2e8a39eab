#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# From a bare Debian 12 to a first de-identified table: installs what is missing, builds the
# library in build/quickstart, and runs the command deid on the sample data.
#
#     sh examples/quickstart.sh            all of it
#     sh examples/quickstart.sh TOOL       only the last step, with a deid that is built
set -eu

case ${1-} in
'' | /*) tool=${1-} ;;
*) tool=$PWD/$1 ;;
esac
cd "$(dirname "$0")/.."
build=build/quickstart

say ()
{
  printf '\n== %s\n' "$*"
}

# Runs a command quietly; what it says is shown only if it fails.
quietly ()
{
  log=$(mktemp)
  if "$@" >"$log" 2>&1; then
    rm -f "$log"
    return 0
  fi
  cat "$log" >&2
  rm -f "$log"
  echo "quickstart: this failed: $*" >&2
  return 1
}

is_installed ()
{
  dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

# Lists the Debian packages that are missing. A compiler may be any.
list_missing ()
{
  command -v cc >/dev/null || echo gcc libc6-dev
  for package in meson ninja-build libglib2.0-dev libjson-glib-dev; do
    is_installed $package || echo $package
  done
  command -v pkg-config >/dev/null || echo pkg-config
}

install_packages ()
{
  if [ "$(id -u)" -ne 0 ]; then
    echo "quickstart: these packages are missing, and only root can install them:" >&2
    echo "  apt-get install $*" >&2
    return 1
  fi
  say "Installing $*"
  export DEBIAN_FRONTEND=noninteractive
  # A bare system may not know any package yet.
  apt-get install -qq -y --no-install-recommends "$@" >/dev/null 2>&1 && return 0
  quietly apt-get update -qq
  quietly apt-get install -qq -y --no-install-recommends "$@"
}

# Most of the time of a build goes to optimization, and the sample needs none.
build_tool ()
{
  if command -v dpkg-query >/dev/null; then
    missing=$(list_missing | tr '\n' ' ')
    # The list is split into its packages.
    # shellcheck disable=SC2086
    [ -z "$missing" ] || install_packages $missing
  fi
  say "Building in $build"
  [ -f $build/build.ninja ] || quietly meson setup $build -Dunity=on -Doptimization=0 -Ddebug=false -Dtools=true -Dtests=false
  quietly ninja -C $build tools/deid
}

# The first rows of a table, aligned where that is possible.
show_rows ()
{
  if command -v column >/dev/null; then
    head -n 6 "$1" | column -t -s ';'
  else
    head -n 6 "$1"
  fi
}

# Runs deid as you would by hand, and shows the command. The number of policies evaluated is
# the same each time with one thread only.
anonymize ()
{
  printf '\n$ deid run'
  for word in "$@"; do
    case $word in
    --*) printf ' \\\n    %s' "$word" ;;
    *\;*) printf " '%s'" "$word" ;;
    *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n\n'
  "$tool" run "$@" --output "$directory/release.csv" --policy "$directory/policy.json" \
    --page "$directory/page.html"
}

show ()
{
  say "5,000 hospital discharges (synthetic), as they are"
  show_rows examples/data/discharges.csv

  say "The problem, in examples/data/discharges.ini"
  cat examples/data/discharges.ini

  say "Its solution"
  anonymize examples/data/discharges.ini --threads 1

  say "The first rows of what is released, in a shuffled order"
  show_rows "$directory/release.csv"

  say "What the page for those who decide begins with"
  sed -n '/class="lead"/ { s/<[^>]*>//g; p; }' "$directory/page.html" | fold -s -w 78 | sed 's/ $//'
}

if [ -n "$tool" ]; then
  directory=$(mktemp -d)
  trap 'rm -rf "$directory"' EXIT
  show
else
  build_tool
  tool=$build/tools/deid
  directory=$build
  show
  say "The files are in $build"
  echo "   page.html     the page, for a browser; it stays with the custodian"
  echo "   release.csv   the released table"
  echo "   policy.json   the stored policy, for tomorrow's records; it stays with the custodian"
  echo "This deid is not optimized. Build one for work: meson setup build -Dtools=true"
fi
