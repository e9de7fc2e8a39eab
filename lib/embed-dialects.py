# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes the C file that has the texts of the built-in dialects, in the order of DeidDialect.

usage: embed-dialects.py OUTPUT DIALECT...
"""
import json
import sys
from pathlib import Path

output, *dialects = sys.argv[1:]
texts = []
for dialect in dialects:
    lines = Path(dialect).read_text(encoding='ascii').splitlines(keepends=True)
    # An ASCII string in JSON is a string in C, too. Comments stay in the files.
    texts.append('\n'.join(json.dumps(line) for line in lines if not line.startswith('#')))
Path(output).write_text('#include "engine/dialect.h"\n\nconst char *const deid_dialect_texts[] = {\n'
                        + ',\n\n'.join(texts) + '\n};\n', encoding='ascii')
