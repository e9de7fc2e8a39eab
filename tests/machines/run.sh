#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# usage: sh tests/machines/run.sh s390x|arm64 FOLDER [TEST...]
#
# Builds libdeid for another machine, and runs the command and unit tests there by QEMU: s390x has the other
# byte order, and on arm64 a plain char has no sign. Needs Debian with the packages gcc-s390x-linux-gnu or
# gcc-aarch64-linux-gnu, and qemu-user-static. FOLDER, an absolute path, gets what is downloaded and built; root
# is not needed.
#
# Releases, stored policies, certificates and reports of several problems are compared with those of a command
# for this machine, byte by byte. Then the tests run, or those that are named. Without names these are the tests
# whose results depend on the order of bytes, on sizes and on alignment; `all` is all unit tests without
# programs of their own.
set -u
source=$(cd "$(dirname "$0")/../.." && pwd)
machine=${1:-}
case $machine in
s390x)
  triplet=s390x-linux-gnu
  processor=s390x
  endian=big
  ;;
arm64)
  triplet=aarch64-linux-gnu
  processor=aarch64
  endian=little
  # This processor does not authenticate pointers: that would take half of the time.
  QEMU_CPU=cortex-a72
  export QEMU_CPU
  ;;
*)
  echo 'usage: sh tests/machines/run.sh s390x|arm64 FOLDER [TEST...]' >&2
  exit 2
  ;;
esac
folder=$2
shift 2
root=$folder/$machine-root
build=$folder/$machine
native=$folder/native
failed=0

# The libraries of the machine, unpacked: what is installed here stays as it is.
apt ()
{
  apt-get -q -o APT::Architecture="$machine" -o APT::Architectures="$machine" -o Debug::NoLocking=1 \
    -o APT::Sandbox::User="$(id -un)" -o Dir::State="$root-apt" -o Dir::State::status="$root-apt/status" \
    -o Dir::Cache="$root-apt" "$@"
}

make_root ()
{
  mkdir -p "$root-apt/lists/partial" "$root-apt/archives/partial" "$root.part"
  : >"$root-apt/status"
  apt update && apt install -y --no-install-recommends --download-only check libc6-dev libcsv-dev libglib2.0-dev \
    libjson-glib-dev || return
  for package in "$root-apt"/archives/*.deb; do
    dpkg -x "$package" "$root.part" || return
  done
  # Links such as /lib/…/libm.so.6 lead into the folder, not into the system.
  find "$root.part" -type l -lname '/*' | while read -r link; do
    ln -sf "$root$(readlink "$link")" "$link"
  done
  mv "$root.part" "$root"
}

write_cross_file ()
{
  cat <<END
[binaries]
c = ['$triplet-gcc', '--sysroot=$root']
ar = '$triplet-ar'
strip = '$triplet-strip'
pkgconfig = 'pkg-config'
exe_wrapper = ['qemu-$processor-static', '-L', '$root']

[properties]
sys_root = '$root'
pkg_config_libdir = '$root/usr/lib/$triplet/pkgconfig:$root/usr/share/pkgconfig'

[host_machine]
system = 'linux'
cpu_family = '$processor'
cpu = '$processor'
endian = '$endian'
END
}

# set_up DIRECTORY [MESON-OPTION...]
set_up ()
{
  directory=$1
  shift
  [ -f "$directory/build.ninja" ] || meson setup "$directory" "$source" -Dunity=on -Dtools=true -Ddebug=false \
    -Doptimization=1 -Dintrospection=disabled -Dpython=disabled -Dliblinear=disabled "$@" >/dev/null || return
  ninja -C "$directory" tools/deid >/dev/null
}

# run_problem COMMAND PREFIX OPTION...: the files that a problem leads to, and its report but for time and memory
run_problem ()
{
  command=$1
  prefix=$2
  shift 2
  # shellcheck disable=SC2086
  (cd "$source/examples/data" && $command run --problem discharges.ini --json --output "$folder/release" "$@" \
    >"$folder/report" && sed '/"seconds"/,/}/d; /"peak_rss_bytes"/d' "$folder/report" \
    >"$prefix.report") || return
  for part in release policy certificate; do
    [ ! -f "$folder/$part" ] || mv "$folder/$part" "$prefix.$part" || return
  done
}

# compare NAME OPTION...: what a problem leads to on both machines
compare ()
{
  name=$1
  shift
  rm -f "$folder/of-$machine/$name".* "$folder/of-native/$name".*
  run_problem "qemu-$processor-static -L $root $build/tools/deid" "$folder/of-$machine/$name" "$@" \
    && run_problem "$native/tools/deid" "$folder/of-native/$name" "$@" || failed=1
  for path in "$folder/of-native/$name".*; do
    if cmp "$path" "$folder/of-$machine/${path##*/}"; then
      echo "the same: ${path##*/}"
    else
      failed=1
    fi
  done
}

[ -d "$root" ] || make_root || exit 1
write_cross_file >"$folder/$machine.ini"
set_up "$native" || exit 1
set_up "$build" --cross-file "$folder/$machine.ini" || exit 1
mkdir -p "$folder/of-native" "$folder/of-$machine"
policy=$folder/policy
certificate=$folder/certificate
compare discharges --policy "$policy" --certificate "$certificate" --distortion --explain
compare rules --policy "$policy" --certificate "$certificate" --rule age=intervals:5,10 --rule zip=prefix:3 \
  --rule admission=date:month,year --rule stay=quantiles:4,2
compare models --policy "$policy" --certificate "$certificate" --quality nuentropy:geo \
  --set 'models.model=k:3;el:1.5;to:0.5@diagnosis'
compare cuts --policy "$policy" --generalize-by cuts --step-limit 100
compare local --certificate "$certificate" --recoding local --step-limit 100 --rises 2
if [ $# -eq 0 ]; then
  set -- arrow arrow-export bound-certificate calendar certificate class-map csv csv-reader encodings exact-risk \
    grouping hash-keys hostile-arrow natural number-formats fused-columns policy-flags power-product \
    property-store random-arrow random-problems roll-up snapshots stored-policy verify \
    fuzz-arrow fuzz-certificate fuzz-csv fuzz-report fuzz-rules fuzz-search fuzz-stored-policy
elif [ "$*" = all ]; then
  set -- --suite unit
fi
DEID_TEST_QUICK=${DEID_TEST_QUICK:-50} CK_TIMEOUT_MULTIPLIER=30 \
  meson test -C "$build" --timeout-multiplier 30 --print-errorlogs "$@" || failed=1
exit $failed
