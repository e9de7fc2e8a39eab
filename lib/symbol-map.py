# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes the linker's version script: each public function under the release that its header marks it
with, everything else hidden.

usage: symbol-map.py OUTPUT HEADER...
"""
import re
import sys
from pathlib import Path

MARKED = re.compile(r'^DEID_AVAILABLE_IN_(\d+)_(\d+)\b[^;(]*?\b(deid_\w+) \(', re.MULTILINE)

output, *headers = sys.argv[1:]
releases = {}
for header in headers:
    for major, minor, name in MARKED.findall(Path(header).read_text(encoding='utf-8')):
        releases.setdefault((int(major), int(minor)), []).append(name)

script, before = '', ''
for release in sorted(releases):
    node = 'DEID_%d.%d' % release
    hidden = '' if before else '  local:\n    *;\n'
    names = ''.join(f'    {name};\n' for name in sorted(releases[release]))
    script += f'{node} {{\n  global:\n{names}{hidden}}}{before};\n'
    before = ' ' + node
Path(output).write_text(script, encoding='utf-8')
