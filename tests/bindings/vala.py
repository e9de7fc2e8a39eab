# SPDX-License-Identifier: LGPL-2.1-or-later
"""The main job in Vala, compiled as a host does: by `--pkg deid`.

usage: vala.py BUILD VAPI
"""
import os
import sys
import tempfile
from pathlib import Path

from gate import finish, need, run, skip

build, vapi = sys.argv[1:]
if vapi == 'none':
    skip('the build has no vapi')
with tempfile.TemporaryDirectory(prefix='deid-vala-') as temporary:
    run([need('valac'), '--fatal-warnings', '--pkg=gio-2.0', f'--vapidir={Path(vapi).resolve().parent}', '--pkg=deid',
         '-X', '-w', '-o', f'{temporary}/main-job', Path(__file__).resolve().parent / 'main-job.vala'],
        cwd=temporary, env=dict(os.environ, PKG_CONFIG_PATH=build))
    output = run([f'{temporary}/main-job'], cwd=temporary)
finish([] if output == 'age:1, 1 suppressed\n' else [output], output.strip())
