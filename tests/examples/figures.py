# SPDX-License-Identifier: LGPL-2.1-or-later
"""README.md and docs/ say of options, specifications and figures what the tools, the library and the
golden counts of the benchmarks say. Each rule is tried on a text that breaks it.

usage: figures.py SOURCE BUILD LIBRARY
"""
import ctypes
import itertools
import re
import sys
from pathlib import Path

from gate import finish, run, skip


def check_options(text, known):
    """Options that no tool has."""
    return [f'{option}: no tool has this option'
            for option in sorted(set(re.findall(r'(?<![\w-])--[a-z][\w-]+', text))) if option not in known]


def check_commands(text, options):
    """Options in commands `deid VERB …` whose verb has none of that name."""
    for verb, words in re.findall(r'\bdeid ([a-z]+) ([^`|>;\n]*)', text.replace('\\\n', ' ')):
        yield from (f'deid {verb} {option}: the verb has no such option'
                    for option in re.findall(r'(?<![\w-])--[a-z][\w-]+', re.sub(r"'[^']*'", '', words))
                    if verb in options and option not in options[verb])


# Of the clients of engines, which documents name.
CLIENT_OPTIONS = {'--catalog', '--format', '--host', '--multiquery', '--output-format', '--outputformat', '--schema',
                  '--showHeader', '--silent'}


def list_options(build):
    """The options of each verb."""
    return {verb: {'--help', '--help-all', *re.findall(r'^  (?:-\w, )?(--[a-z][\w-]+)', run([f'{build}/tools/deid', verb, '--help-all']), re.M)}
            for verb in ('suggest', 'run', 'apply', 'verify', 'report', 'explore', 'hierarchy', 'engine')}


def list_all(options):
    """The options of all verbs, and of the commands that documents name."""
    return {'--version', '--cflags', '--cflags-only-I', '--libs', '--static', '--variable', '--pkg', '--build', '--no-sign', '--threads', '--copies', '--curves', '--database', '--long', '--certificates',
            '--runs', '--rows', '--health', '--plots', *set().union(*options.values())}


def read_rows(text):
    """The rows of all tables, as lists of cells."""
    return [[cell.strip() for cell in line.strip('|').split('|')]
            for line in text.splitlines() if line.startswith('|') and not line.startswith('|--')]


def list_specifications(section):
    return [text for row in read_rows(section) for text in re.findall(r'`([^`]+)`', row[-1])]


def refuse(make, texts, *arguments):
    return [f'{text}: the library refuses this specification' for text in texts
            if make(text.encode(), *arguments, None) is None]


def read_back(library, names, made, text):
    """A specification that the library writes is one that it reads as the same."""
    write = getattr(library, f'deid_{names}_model_to_specification')
    write.restype = ctypes.c_char_p
    write.argtypes = [ctypes.c_void_p]
    written = write(made).decode()
    if written.partition('@')[0].partition(':')[0] != text.partition('@')[0].partition(':')[0]:
        yield f'{text}: the library writes {written}'


def list_names(forms):
    """The names in a NULL-terminated array of forms such as `k:K`."""
    for form in itertools.takewhile(bool, forms):
        yield re.match(rb'\w+', form)[0].decode()


def check_specifications(text, library):
    """Specifications that the library refuses, and models that are not listed."""
    privacy, quality = text.split('## Quality models')
    for section, names in (privacy, 'privacy'), (quality, 'quality'):
        make = getattr(library, f'deid_{names}_model_new_from_specification')
        make.restype = ctypes.c_void_p
        make.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p][0 if names == 'privacy' else 1:]
        listed = list_specifications(section)
        yield from refuse(make, listed, *[None][:names == 'privacy'])
        for specification in listed:
            made = make(specification.encode(), *[None][:names == 'privacy'], None)
            yield from read_back(library, names, made, specification) if made else ()
        forms = getattr(library, f'deid_{names}_model_list_specifications')
        forms.restype = ctypes.POINTER(ctypes.c_char_p)
        for name in list_names(forms(None)):
            if name not in {re.match(r'\w+', specification)[0] for specification in listed}:
                yield f'{name}: this model is not listed'


# What they make of a value depends on a column.
DATA_RULES = {'capacity', 'quantiles', 'rare'}


def check_rules(rows, library):
    """Rules whose labels of a value are others than stated."""
    make, generalize = library.deid_hierarchy_new_from_specification, library.deid_hierarchy_generalize
    make.restype = ctypes.c_void_p
    make.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    generalize.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint, ctypes.POINTER(ctypes.c_char_p),
                           ctypes.c_void_p]

    def label_value(hierarchy, value, level):
        label = ctypes.c_char_p()
        return label.value if generalize(hierarchy, value, level, label, None) else None

    for rule, _, value, labels in (row for row in rows if len(row) == 4 and row[0] != 'rule'):
        made = make(rule.strip('`').encode(), None)
        found = [label_value(made, value.strip('`').encode(), level + 1) if made else None
                 for level in range(len(re.findall(r'`[^`]+`', labels)))]
        if not made:
            yield f'{rule}: the library refuses this rule'
        elif rule.strip('`').partition(':')[0] not in DATA_RULES and [
                label and label.decode() for label in found] != re.findall(r'`([^`]+)`', labels):
            yield f'{rule}: the labels of {value} are {found}'


def check_rule_kinds(rows, names):
    """Kinds of rules that are listed twice, or have no row."""
    shown = {re.match(r'`?(\w*)', row[0])[1] for row in rows if len(row) == 4}
    yield from (f'{name}: this kind of rule is listed twice' for name in set(names) if names.count(name) > 1)
    yield from (f'{name}: this kind of rule has no row' for name in names if name not in shown)


def list_rule_kinds(library):
    forms = library.deid_hierarchy_list_specifications
    forms.restype = ctypes.POINTER(ctypes.c_char_p)
    return list(list_names(forms(None)))


def read_golden(source, name):
    lines = Path(source, 'bench', name).read_text(encoding='utf-8').splitlines()
    return [line.split() for line in lines if not line.startswith('#')]


def check_searches(rows, golden):
    """Tables of searches: `NAME, N [attributes]` and the counts of policies and evaluated ones."""
    counts = {(name.lower(), n): set(numbers[:2]) for name, n, *numbers in golden}
    for name, *cells in rows:
        found = re.fullmatch(r'(\w+), (\d+)( attributes)?', name)
        key = (found[1].lower(), found[2]) if found else None
        if key in counts:
            stated = {cell.replace(',', '') for cell in cells}
            missing = counts[key] - stated if len(cells) > 4 else {max(counts[key], key=int)} - stated
            if missing:
                yield f'{name}: the golden counts have {", ".join(sorted(missing))}'


def check_counts(rows, golden, n_counts):
    """Tables of models: a specification and the counts of what was evaluated."""
    counts = {specification: numbers[:n_counts] for specification, *numbers in golden}
    for name, *cells in rows:
        expected = counts.get(name.strip('`'))
        if expected and [cell.replace(',', '') for cell in cells[:n_counts]] != expected:
            yield f'{name}: the golden counts are {expected}'


def check_example(rows, printed):
    """Of each alternative its labels and figures, together in what the example prints."""
    for n, risk, loss, words in (row for row in rows if len(row) == 4 and row[0].isdigit()):
        found = re.search(rf'{n} like it, risk {risk}, loss {loss}\n    (.*)\n', printed)
        if not found or not all(part in found.group(1) for part in re.findall(r'`([^`]+)`', words)):
            yield f'{words}: not what 07-alternatives prints'
    for labels, risk, loss in (row for row in rows[1:] if len(row) == 3):
        labels = [re.escape(label) for label in re.findall(r'`([^`]+)`', labels)]
        if not re.search(rf'{risk}  {loss}\n(  .*\n)*?  \w+ +{" ".join(labels)}\n', printed):
            yield f'{" ".join(labels)}: not what 07-alternatives prints'


def check_speeds(readme, benchmarks):
    """Seconds in README.md that are others in docs/benchmarks.md."""
    measured = {row[0].replace(' attributes', ''): row for row in read_rows(benchmarks)}
    for row in read_rows(readme):
        there = measured.get(row[0].replace(' attributes', ''))
        if there and row[3] not in there and row[0] != 'table':
            yield f'{row[0]}: {row[3]}, but {there} in docs/benchmarks.md'


def try_scratch(library):
    make = library.deid_quality_model_new_from_specification
    row = '| `{}` | 2 | 3 |'
    golden = [['adult', '9', '120', '21'], ['k:5', '2', '3']]
    for complaints, expected in [
        (check_options('--input --nothing', {'--input'}), 1),
        (check_options('--input', {'--input'}), 0),
        (list(check_commands('deid run a --bb --cc | x --dd', {'run': {'--bb'}})), 1),
        (list(check_commands("deid run 'a --cc' --bb \\\n  --bb", {'run': {'--bb'}})), 0),
        (list(check_commands('deid run a \\\n  --cc', {'run': {'--bb'}})), 1),
        (refuse(make, ['loss:arith', 'nothing']), 1),
        (list(check_rules([['`prefix:2`', '', '`abc`', '`ab*`'], ['`rare:5`', '', '`a`', '`a`']], library)), 0),
        (list(check_rules([['`prefix:2`', '', '`abc`', '`a**`'], ['`prefix:`', '', '`a`', '`a`']], library)), 2),
        (list(check_rule_kinds([['`prefix:2`', '', '', '']], ['prefix'])), 0),
        (list(check_rule_kinds([['`prefix:2`', ''], ['', '', '', '']], ['prefix'])), 1),
        (list(check_rule_kinds([['`prefix:2`', '', '', '']], ['prefix', 'prefix'])), 1),
        (list(check_searches([['Adult, 9', '1', '120', '3 s', '4 s']], golden[:1])), 0),
        (list(check_searches([['Adult, 9', '1', '121', '3 s', '4 s']], golden[:1])), 1),
        (list(check_searches([['Adult, 9', '1', '120', '22', '', '']], golden[:1])), 1),
        (list(check_counts(read_rows(row.format('k:5')), golden[1:], 2)), 0),
        (list(check_counts(read_rows(row.format('k:5')), [['k:5', '2', '4']], 2)), 1),
        (list(check_example([[], ['`a`, `b`', '1', '2']], 'x 1  2\n  age   a b\n')), 0),
        (list(check_example([[], ['`a`, `b`', '1', '2']], 'x 1  2\n  age   a c\n')), 1),
        (list(check_speeds('|A, 1 attributes|1|2|3 s|', '|A, 1|1|4 s|')), 1),
    ]:
        if len(complaints) != expected:
            yield f'scratch: found {complaints}, expected {expected}'


def check_all(source, build, library):
    def read(name):
        return Path(source, name).read_text(encoding='utf-8')

    documents = {name: read(name) for name in
                 ['README.md', *(f'docs/{path.name}' for path in Path(source, 'docs').glob('*.md'))]}
    # Messages name options, too.
    messages = {f'tools/{path.name}': ' '.join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', path.read_text(encoding='utf-8')))
                for path in Path(source, 'tools').glob('*.c')}
    size = len(documents['README.md'].encode())
    if size > 10000:
        yield f'README.md has {size} bytes, more than anybody reads'
    tested = read('tests/examples/meson.build')
    yield from (f'{name}: tests/examples/meson.build does not list it' for name in documents
                if f"'{name}'" not in tested)
    options = list_options(build)
    known = list_all(options) | CLIENT_OPTIONS
    for name, text in documents.items():
        yield from (f'{name}: {complaint}'
                    for complaint in [*check_options(text, known), *check_commands(text, options)])
    for name, text in messages.items():
        yield from (f'{name}: {complaint}' for complaint in check_options(text, known | {'--generate'}))
    yield from check_specifications(documents['docs/models.md'], library)
    rules = read_rows(documents['docs/rules.md'])
    yield from check_rules(rules, library)
    yield from check_rule_kinds(rules, list_rule_kinds(library))
    benchmarks = documents['docs/benchmarks.md']
    for text in documents['README.md'], benchmarks:
        yield from check_searches(read_rows(text), read_golden(source, 'search.golden'))
    yield from check_counts(read_rows(benchmarks), read_golden(source, 'models.golden'), 2)
    yield from check_counts(read_rows(benchmarks), read_golden(source, 'quality.golden'), 1)
    yield from check_example(read_rows(documents['docs/alternatives.md']), read('examples/07-alternatives.out'))
    yield from check_speeds(documents['README.md'], benchmarks)


source, build, path = sys.argv[1:]
if path.endswith('.a'):
    skip('the library is static')
library = ctypes.CDLL(path)
errors = list(check_all(source, build, library))
finish([*try_scratch(library), *errors], 'all of it is so')
