#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Runs the tests of the Python package against a wheel, in an environment of its own that has no other libdeid. Says
# how large the wheel is and how long it takes to import.
#
# usage: wheel.sh WHEEL COMMAND
set -eu

source=$(cd "$(dirname "$0")/../../.." && pwd)
wheel=$(realpath "$1")
command=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

${PYTHON:-python3} -m venv --system-site-packages "$folder"
"$folder/bin/pip" install --quiet --no-index --no-deps "$wheel"
unset LD_LIBRARY_PATH
export PYTHONPATH="$source/tests"
for test in release frames calls models; do
  "$folder/bin/python" "$source/tests/bindings/python/$test.py" "$source" "$command"
done
for test in tables arrow; do
  "$folder/bin/python" "$source/tests/bindings/python/$test.py"
done
du -k "$wheel"
"$folder/bin/python" -c '
import statistics, subprocess, sys, resource

def measure(code):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

with_deid, without = (statistics.median(measure(code) for _ in range(21)) for code in ("import deid", "pass"))
print(f"import deid takes {1000 * (with_deid - without):.0f} ms of processor time")
'
