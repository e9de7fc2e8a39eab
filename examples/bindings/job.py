# SPDX-License-Identifier: LGPL-2.1-or-later
"""A job in Python with PyGObject, which calls the whole library.

    python3 job.py examples/data

The package deid (docs/python.md) takes data frames instead.
"""
import sys

import gi

gi.require_version('Deid', '0')
from gi.repository import Deid, GLib  # noqa: E402


def load(folder):
    """Reads a problem file, which names the table and its hierarchies."""
    job = Deid.Job.new()
    job.load_file(f'{folder}/discharges.ini', None)
    return job


def release(folder):
    job = load(folder)
    result = job.run(None)
    table = job.release(result, None)
    print('policy', result.get_policy().to_text())
    print(f'loss {result.get_loss():.6f}')
    print('rows', table.get_n_rows())


def ask_too_much(folder):
    """The table has fewer than 5,000 patients, so no policy makes 5,000 of them look alike."""
    job = load(folder)
    job.set('models', 'model', 'k:5000', None)
    try:
        job.run(None)
    except GLib.Error as error:
        if not error.matches(Deid.error_quark(), Deid.Error.NO_SOLUTION):
            raise
        print('k:5000', Deid.enum_get_name('DeidError', error.code))


folder = sys.argv[1] if len(sys.argv) > 1 else 'examples/data'
release(folder)
ask_too_much(folder)
