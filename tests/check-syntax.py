# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads by clang the sources of a build that these targets do not compile, without making an object: all its
warnings come before that. The files of a target are read by one process, each on its own: most of the time
of a small file goes to starting the compiler and loading the modules of GLib.

usage: check-syntax.py BUILD TARGET...
"""
import json
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

MOST_FILES = 40  # in one process, so that all cores have work until the end

build, *targets = sys.argv[1:]


def make_command(driver):
    """What the driver would start to read `-`; a list of files can take its place."""
    shown = subprocess.run([*driver, '-fsyntax-only', '-###', '-'], cwd=build, text=True, capture_output=True).stderr
    command = shlex.split(next(line for line in shown.splitlines() if '"-cc1"' in line))
    place = command.index('-main-file-name')
    return command[:place] + command[place + 2:-1]


def read(part):
    driver, files = part
    done = subprocess.run([*make_command(driver), *files], cwd=build, text=True, capture_output=True)
    print(done.stderr, end='')
    return done.returncode == 0


compiled = set(subprocess.run(['ninja', '-t', 'inputs', *targets], cwd=build, text=True, check=True,
                              stdout=subprocess.PIPE).stdout.splitlines())
groups = {}
with open(f'{build}/compile_commands.json', encoding='utf-8') as file:
    for entry in json.load(file):
        if entry['output'] in compiled:
            continue
        words = shlex.split(entry['command'])
        for option in ('-o', '-MQ', '-MF'):
            place = words.index(option)
            del words[place:place + 2]
        words = [word for word in words if word not in ('-MD', '-c', entry['file'])]
        language = 'c++' if entry['file'].endswith('.cc') else 'c'
        groups.setdefault((*words, '-x', language), []).append(entry['file'])
parts = [(driver, files[i:i + MOST_FILES]) for driver, files in groups.items()
         for i in range(0, len(files), MOST_FILES)]
parts.sort(key=lambda part: -len(part[1]))
with ThreadPoolExecutor(os.cpu_count()) as pool:
    failed = list(pool.map(read, parts)).count(False)
print(f'{sum(len(files) for _, files in parts)} files')
sys.exit(failed > 0)
