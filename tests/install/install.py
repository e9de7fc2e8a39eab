# SPDX-License-Identifier: LGPL-2.1-or-later
"""The library from a host's side: a program that knows nothing but `pkg-config deid`.

usage: install.py installed|uninstalled|subproject|narrow|quickstart SOURCE BUILD LIBRARY
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gate import PKG_CONFIG, finish, need, pkg_config, public_headers, run, skip

os.environ.pop('LD_LIBRARY_PATH', None)  # Meson names the library under test there
HERE = Path(__file__).resolve().parent
EXPECTED = 'libdeid 0.1.0: age:1\n'
RELEASE = ['age', '30-39', '30-39', '40-49', '40-49']

# The compiler of a host that has libdeid as a subproject. lib/base/ is compiled, or lib/base/memory.c in a
# unity build; the rest of the library, which is compiled by the same flags, comes from the build under test.
HOST_COMPILER = '''#!/bin/sh
for word; do
  case $word in
    */libdeid.a.p/base_*) break ;;
    */libdeid.a.p/*.c.o) : >"$word.d" && exec cp '{objects}'/"${{word##*/}}" "$word" ;;
  esac
done
exec {compiler} "$@"
'''

# What a host without json-glib has, which the tools alone need.
HOST_PKG_CONFIG = '''#!/bin/sh
for word; do
  case $word in
    json-glib*) exit 1 ;;
  esac
done
exec {pkg_config} "$@"
'''


def environment(**changes):
    return dict(os.environ, **{name: str(value) for name, value in changes.items()})


def build_and_run(directory, pc_directory, library_directory=None):
    """Compiles, links and runs the main job in C and in C++; statically without a directory."""
    static = [] if library_directory else ['--static']
    flags = pkg_config('--cflags', '--libs', *static, 'deid',
                       env=environment(PKG_CONFIG_PATH=pc_directory))
    for compiler in ([need('cc'), '-std=c99', '-x', 'c'], [need('c++'), '-std=c++11', '-x', 'c++']):
        program = directory / 'main-job'
        run([*compiler, HERE / 'main-job.c', '-x', 'none', '-o', program, *flags])
        linked = subprocess.run(['ldd', program], capture_output=True, text=True).stdout
        if ('libdeid.so' in linked) == (library_directory is None):
            sys.exit(f'{program}: expected another kind of library:\n{linked}')
        output = run([program], cwd=directory,
                     env=environment(LD_LIBRARY_PATH=library_directory or ''))
        if output != EXPECTED:
            sys.exit(f'expected {EXPECTED!r}, got {output!r}')
        if sorted((directory / 'release.csv').read_text().split()) != sorted(RELEASE):
            sys.exit((directory / 'release.csv').read_text())


def check_bindings(directory, pkg_configs, libraries):
    """What others read to make bindings is where deid.pc says, if its tools are there."""
    def find(variable):
        return ''.join(pkg_config(f'--variable={variable}', 'deid',
                                  env=environment(PKG_CONFIG_PATH=pkg_configs)))

    expected = {'glibstubdir': ['glib.h', 'glib-object.h', 'gio/gio.h']}
    if subprocess.run([PKG_CONFIG, '--exists', 'gobject-introspection-1.0']).returncode == 0:
        expected.update(girdir=['Deid-0.gir'], typelibdir=['Deid-0.typelib'])
        if shutil.which('vapigen'):
            expected['vapidir'] = ['deid.vapi', 'deid.deps']
    errors = [f'{variable}={find(variable)}: no {name}' for variable, names in expected.items()
              for name in names if not Path(find(variable) or '/nowhere', name).is_file()]
    if 'girdir' in expected and not errors:
        run([sys.executable, HERE.parent / 'bindings/main-job.py', f'{find("girdir")}/Deid-0.gir'],
            env=environment(GI_TYPELIB_PATH=find('typelibdir'), LD_LIBRARY_PATH=libraries))
    examples = Path(source, 'examples/bindings')
    if shutil.which('valac') and 'vapidir' in expected and not errors:
        run(['valac', '--pkg=deid', f'--vapidir={find("vapidir")}', '-X', '-w', '-o', directory / 'job-vala',
             examples / 'job.vala'], cwd=directory, env=environment(PKG_CONFIG_PATH=pkg_configs))
        run([directory / 'job-vala', f'{source}/examples/data'], env=environment(LD_LIBRARY_PATH=libraries))
    flags = pkg_config('--cflags', '--libs', 'deid', env=environment(PKG_CONFIG_PATH=pkg_configs))
    run([need('c++'), '-std=c++17', '-fsyntax-only', examples / 'job.cc', *flags])
    return errors


def configured():
    """How the build under test is configured."""
    options = json.loads(run([need('meson'), 'introspect', '--buildoptions', build]))
    return {option['name']: option['value'] for option in options}


def test_installed(directory):
    """Installs the build under test, then moves the prefix in deid.pc to where it was staged."""
    options = configured()
    if not options['tools'] or options['default_library'] != 'both':
        skip('the build has not -Dtools=true -Ddefault_library=both')
    prefix = directory / 'staged' / Path(options['prefix']).relative_to('/')
    libraries = prefix / options['libdir']
    pkg_configs = libraries / 'pkgconfig'
    run(['meson', 'install', '--no-rebuild', '-C', build, '--destdir', directory / 'staged'])
    errors = [f'{header.name} is not installed' for header in public_headers(source, build)
              if not (prefix / 'include/deid' / header.name).is_file()]
    text = (pkg_configs / 'deid.pc').read_text()
    moved = text.replace(f'prefix={options["prefix"]}\n', f'prefix={prefix}\n')
    if moved == text or options['prefix'] + '/' in moved.replace(f'{prefix}', ''):
        errors.append(f'deid.pc cannot be moved:\n{text}')
    (pkg_configs / 'deid.pc').write_text(moved)
    build_and_run(directory, pkg_configs, libraries)
    errors += check_bindings(directory, pkg_configs, libraries)
    usage = run([prefix / 'bin/deid', 'run', '--help-all'], env=environment(LD_LIBRARY_PATH=libraries))
    if '--input' not in usage:
        errors.append(f'deid run --help-all: {usage}')
    for page in ('man/man1/deid.1', 'man/man1/deid-run.1', 'bash-completion/completions/deid.bash',
                 'zsh/site-functions/_deid', 'fish/vendor_completions.d/deid.fish'):
        if not (prefix / 'share' / page).is_file():
            errors.append(f'{page} is not installed')
    for shared in libraries.glob('libdeid.so*'):
        shared.unlink()
    build_and_run(directory, pkg_configs)
    finish(errors, 'shared, static and the command')


def test_uninstalled(directory):
    library_directory = Path(library).resolve().parent
    build_and_run(directory, build, None if library.endswith('.a') else library_directory)


def write_script(path, text):
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_subproject(directory):
    """The library alone, as a host has it that lacks what the tools and the tests need."""
    options = configured()
    if options['b_sanitize'] != 'none':
        skip('the library is made for a sanitizer')
    compiler = write_script(directory / 'cc', HOST_COMPILER.format(
        objects=f'{Path(library).resolve()}.p', compiler=need('cc')))
    packages = write_script(directory / 'pkg-config', HOST_PKG_CONFIG.format(pkg_config=need(PKG_CONFIG)))
    subprojects = directory / 'subprojects'
    subprojects.mkdir()
    (subprojects / 'deid').symlink_to(source)
    wrap = re.search(r'```ini\n(\[wrap-git\].*?)```', Path(source, 'docs/packages.md').read_text(), re.DOTALL)
    (subprojects / 'deid.wrap').write_text(wrap[1])
    shutil.copy(HERE / 'subproject.build', directory / 'meson.build')
    shutil.copy(HERE / 'main-job.c', directory / 'main-job.c')
    shutil.copy(HERE / 'main-job.c', directory / 'main-job.cc')
    build = directory / 'build'
    run([need('meson'), 'setup', '--wrap-mode=forcefallback', '--buildtype=plain',
         '-Ddefault_library=static', f'-Dunity={options["unity"]}', f'-Dunity_size={options["unity_size"]}',
         build, directory],
        env=environment(CC=compiler, PKG_CONFIG=packages))
    run(['meson', 'test', '-C', build])
    if 'girdir' in (build / 'subprojects/deid/deid.pc').read_text():
        sys.exit('a subproject makes bindings unasked')


def test_narrow(directory):
    """Without 128-bit integers the build is refused by a sentence."""
    (directory / 'empty.c').write_text('int main (void) { return 0; }\n')
    compiler = [need('gcc'), '-m32']
    if subprocess.run([*compiler, directory / 'empty.c', '-o', directory / 'empty'],
                      capture_output=True).returncode != 0:
        skip('gcc -m32 links no program')
    done = subprocess.run([need('meson'), 'setup', directory / 'build', source],
                          env=environment(CC=' '.join(compiler)), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode == 0 or 'libdeid decides by 128-bit integers' not in done.stdout:
        sys.exit(f'expected that a build of 32 bits is refused:\n{done.stdout}')


def test_quickstart(directory):
    """The quickstart's commands know the options and the target. With DEID_TEST_SOAK it is run, from nothing."""
    script = Path(source, 'examples/quickstart.sh').read_text(encoding='utf-8')
    setup = re.search(r'meson setup \$build (.*)', script)
    target = re.search(r'ninja -C \$build (.*)', script)
    run([need('meson'), 'setup', directory / 'build', *shlex.split(setup[1])], cwd=source)
    planned = run(['ninja', '-n', '-C', directory / 'build', *shlex.split(target[1])])
    if 'Linking target tools/deid' not in planned:
        sys.exit(f'expected that the tool is built:\n{planned}')
    if os.environ.get('DEID_TEST_SOAK'):
        shutil.copytree(source, directory / 'deid', ignore=shutil.ignore_patterns('.git', 'build*', 'tests'))
        run(['sh', directory / 'deid/examples/quickstart.sh'])


way, source, build, library = sys.argv[1:]
test = {'installed': test_installed, 'uninstalled': test_uninstalled,
        'subproject': test_subproject, 'narrow': test_narrow, 'quickstart': test_quickstart}[way]
with tempfile.TemporaryDirectory(prefix='deid-install-') as temporary:
    test(Path(temporary))
