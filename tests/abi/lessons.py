# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every public handle and constructor is named in a lesson, tests/FOLDER/lesson-NAME.c, and so is the
specification of every model and search without a public constructor. Every lesson says what it is
about, has three cases and an error, and is short. Options are taught with what they are options of,
variants of a search with the search.

usage: lessons.py SOURCE
"""
import re
import sys
from pathlib import Path

from gate import finish, functions

MAX_LINES = 90


def find_untaught(names, texts):
    taught = set(re.findall(r'\bdeid_\w+', '\n'.join(texts)))
    constructors = [name for name in names
                    if re.search(r'_new(_|$)', name) and not name.endswith('_options_new')]
    handles = [name[:-len('get_type')] for name in names if name.endswith('_get_type')]
    untaught = sorted(set(constructors) - taught)
    untaught += [f'{handle}…' for handle in handles
                 if not handle.endswith('_options_')
                 and not any(name.startswith(handle) for name in taught)]
    return [f'{name}: in no lesson; write tests/FOLDER/lesson-NAME.c, name it in tests/meson.build'
            for name in untaught]


# Headers of constructors that hosts reach by specifications; the comment of each begins with its name.
PRIVATE = ['lib/privacy/models.h', 'lib/quality/models.h', 'lib/search/search-private.h']


def list_specifications(text):
    names = re.findall(r'^/\* `([\w:-]+)`(?:(?!\*/).)*\*/\nDeid\w+ \*\n?deid_\w+_new_', text,
                       re.MULTILINE | re.DOTALL)
    return {name.split(':')[0] for name in names}


def find_untaught_specifications(names, texts):
    taught = set(re.findall(r'"([\w-]+)[:@"]', '\n'.join(texts)))
    return [f'{name}: in no lesson' for name in sorted(names - taught)]


def find_faults(text):
    if len(text.splitlines()) > MAX_LINES:
        yield f'has more than {MAX_LINES} lines; what proves belongs to the tests beside it'
    if not re.match(r'/\* SPDX[^\n]*\n/\* ', text):
        yield 'does not begin with what it is about'
    if len(re.findall(r'^START_TEST', text, re.MULTILINE)) < 4 or '(test_error)' not in text:
        yield 'has fewer than three cases and an error'


def try_faults(text):
    """Changes that must be found."""
    assert find_untaught(['deid_thing_new_of_some_kind'], [text])
    assert find_untaught(['deid_thing_get_type'], [text])
    assert not find_untaught(['deid_thing_new', 'deid_thing_get_type', 'deid_thing_options_new'], ['deid_thing_new ()'])
    assert list_specifications('/* `a-b:c`: x. */\nDeidX *deid_x_new_b (void);\n') == {'a-b'}
    assert find_untaught_specifications({'unheard-of'}, [text])
    assert not find_untaught_specifications({'a', 'b'}, ['f ("a:1", "b")'])
    assert not list(find_faults(text))
    assert list(find_faults(text + '\n' * MAX_LINES))
    assert list(find_faults(text.replace('\n/* ', '\n\n/* ', 1)))
    assert list(find_faults(text.replace('(test_error)', '(test_other)')))
    assert list(find_faults(text.replace('START_TEST', 'static void', 2)))


def find_unbuilt(paths, build):
    """Lessons that tests/meson.build does not name."""
    return [f'{path}: not named in tests/meson.build' for path in paths
            if f"'{path.stem[len('lesson-'):]}'" not in build]


source = Path(sys.argv[1])
lessons = {path: path.read_text(encoding='utf-8')
           for path in sorted((source / 'tests').glob('**/lesson-*.c')) if path.parent.name != 'support'}
names = [function.name for function in functions(sorted((source / 'include/deid').glob('*.h')))]
try_faults(next(text for path, text in lessons.items() if path.name == 'lesson-k-anonymity.c'))
build = (source / 'tests/meson.build').read_text(encoding='utf-8')
build = build[build.index('\nlessons = {'):]
assert find_unbuilt([Path('tests/lesson-of-nothing.c')], build)
errors = find_untaught(names, lessons.values()) + find_unbuilt(lessons, build)
specifications = set()
for path in PRIVATE:
    found = list_specifications((source / path).read_text(encoding='utf-8'))
    assert found, path
    specifications |= found
errors += find_untaught_specifications(specifications, lessons.values())
errors += [f'{path}: {fault}' for path, text in lessons.items() for fault in find_faults(text)]
finish(errors, f'{len(names)} functions, {len(specifications)} specifications, {len(lessons)} lessons')
