#!/bin/bash -eu
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Builds the fuzz targets in the image of OSS-Fuzz, which sets the compiler, its flags, OUT and WORK. Targets
# run where none of the libraries is installed: these are copied, with those that they need.
meson setup "$WORK/build" -Dfuzzing=true -Db_lundef=false -Dintrospection=disabled -Dpython=disabled \
  -Dliblinear=disabled
ninja -C "$WORK/build" fuzzers
mkdir -p "$OUT/lib"
for program in "$WORK"/build/tests/fuzz/fuzz-*; do
  [ -f "$program" ] || continue
  name=$(basename "$program")
  target=${name#fuzz-}
  [ "$target" != report ] || continue # it reads the schema of reports from the source tree
  ldd "$program" | awk '/=> \// { print $3 }' | grep -vE '/(libc|libm|ld-linux[^/]*|libpthread|librt|libdl)\.so' \
    | xargs -I LIBRARY cp -L LIBRARY "$OUT/lib/"
  cp "$program" "$OUT/"
  patchelf --force-rpath --set-rpath '$ORIGIN/lib' "$OUT/$name"
  zip -q -j "$OUT/${name}_seed_corpus.zip" tests/fuzz/corpus/"$target"/*
  if [ -f "tests/fuzz/$target.dict" ]; then
    cp "tests/fuzz/$target.dict" "$OUT/$name.dict"
  fi
done
