#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Builds the source distribution of the Python package, and from it a wheel that needs no GLib of the system: the
# library has its own, without SELinux and libmount, and hides its symbols.
#
# usage: build-wheel.sh GLIB.tar.xz FOLDER
#
# It needs Python's build, meson-python and cffi, and the static libraries of libffi, PCRE2 and zlib: on Debian
# python3-build, python3-mesonpy, python3-wheel, python3-cffi, libffi-dev, libpcre2-dev and zlib1g-dev. It fetches
# nothing.
set -eu

source=$(cd "$(dirname "$0")/.." && pwd)
glib=$(realpath "$1")
mkdir -p "$2"
wheels=$(realpath "$2")
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m build --no-isolation --sdist --outdir "$wheels" "$source"
mkdir "$work/deid" "$work/glib"
tar -xf "$(ls -t "$wheels"/deid-*.tar.gz | head -n 1)" -C "$work/deid" --strip-components=1
tar -xf "$glib" -C "$work/glib" --strip-components=1

meson setup "$work/glib/build" "$work/glib" --buildtype=release --default-library=static --prefer-static \
  -Db_staticpic=true -Dselinux=disabled -Dlibmount=disabled -Dxattr=false -Dnls=disabled -Dtests=false
ninja -C "$work/glib/build" glib/libglib-2.0.a gmodule/libgmodule-2.0.a gobject/libgobject-2.0.a gio/libgio-2.0.a
PKG_CONFIG_PATH="$work/glib/build/meson-uninstalled" "$python" -m build --no-isolation --wheel --outdir "$work" \
  -Csetup-args=-Dprefer_static=true -Csetup-args=-Dunity=on "$work/deid"

# meson-python 0.12 takes all that is installed, and compresses nothing.
"$python" -m wheel unpack --dest "$work/wheel" "$work"/deid-*.whl
cd "$work"/wheel/deid-*
rm -rf deid-*.data .deid.mesonpy.libs/pkgconfig
mv .deid.mesonpy.libs/libdeid.so.0.* .deid.mesonpy.libs/libdeid.so.0
strip --strip-unneeded .deid.mesonpy.libs/libdeid.so.0
"$python" -m wheel pack --dest-dir "$wheels" .
