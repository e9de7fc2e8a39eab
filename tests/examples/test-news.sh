#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Every public function is in the list of new API of some release.
#
#     test-news.sh NEWS MAP
set -eu

symbols=$(sed -n 's/^ *\(deid_[a-z0-9_]*\);$/\1/p' "$2")
[ -n "$symbols" ] || { echo "$2: no symbols" >&2; exit 1; }
missing=$(for symbol in $symbols; do
  grep -qF "\`$symbol\`" "$1" || echo "$symbol"
done)
[ -z "$missing" ] || { printf '%s lacks:\n%s\n' "$1" "$missing" >&2; exit 1; }
