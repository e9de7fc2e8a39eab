# SPDX-License-Identifier: LGPL-2.1-or-later
"""The web site: documents and comments of the headers are turned into the Markdown of gi-docgen, every function has a
link, and no link is dead. With DEID_TEST_SOAK gi-docgen makes the pages, and their links are followed.

usage: site.py SOURCE BUILD GIR
"""
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from gate import finish, functions, public_headers, skip

source, build, gir = map(Path, sys.argv[1:])
if str(gir) == 'none':
    skip('the build has no introspection')
sys.path.insert(0, str(source / 'docs/site'))
from content import Site, escape_code, find_anchor  # noqa: E402
from make_site import finish as finish_site, main  # noqa: E402

CASES = {
    'deid_job_run() and `deid_job_new ()`': '[method@Deid.Job.run] and [ctor@Deid.Job.new]',
    '`deid_job_list_keys`': '[func@Deid.Job.list_keys]',
    'deid_nothing()': 'deid_nothing()',
    '#DeidJob, %DEID_ERROR_IO': '[struct@Deid.Job], [DEID_ERROR_IO][error@Deid.Error]',
    '%NULL and #GError': '%NULL and #GError',
    '`%25` is 5 %': '<code>&#37;25</code> is 5 %',
    '`a|b`': '<code>a&#124;b</code>',
    '| `a\\|b` |': '| <code>a&#124;b</code> |',
    'See `docs/rules.md`.': 'See [<code>docs&#47;rules&#46;md</code>](rules.html).',
    'docs/rules.md lists': '[docs/rules.md](rules.html) lists',
    '[deid-job.h](../include/deid/deid-job.h)': '[deid-job.h](deid-job.html)',
    '[a](models.md#privacy-models-of-a-class)': '[a](models.html#privacy-models-of-a-class)',
    '[tools](../tools)': 'tools',
    'Models:\n- k\n- l': 'Models:\n\n- k\n- l',
    'counted from\n0. Then': 'counted from\n0. Then',
    'A call:\n\n    deid_free (x);\n': 'A call:\n\n```c\ndeid_free (x);\n```\n',
    '```sh\ndeid_job_run()\n```': '```sh\ndeid_job_run()\n```',
}


def try_cases(site):
    for text, expected in CASES.items():
        found = site.convert(text, 'docs/models.md').strip()
        if found != expected.strip():
            yield f'{text}: {found!r}, expected {expected!r}'
    for link in '[a](nothing.md)', '[a](rules.md#nothing)':
        site.convert(link, 'docs/models.md')
        if not site.errors:
            yield f'{link}: expected a complaint'
        site.errors.clear()
    if escape_code('a_b') != '<code>a&#95;b</code>' or find_anchor('A *b*, `c`') != ('a-b-c', 'a-b-c'):
        yield 'escape_code or find_anchor'


def try_finish(site, folder):
    """Dead links of pages are found, and functions in programs become links."""
    for name, text in {'index.html': '<a href="nothing.html"></a><a href="index.html#there"></a>',
                       'index.json': '"start.html"',
                       'start.html': '<p id="there"><a href="#not-there"></a><span class="n">deid_free</span>',
                       'func.free.html': ''}.items():
        (folder / name).write_text(text, encoding='utf-8')
    found = list(finish_site(folder, site))
    if found != ['index.html: #not-there: there is no such place',
                 'reference.html: nothing.html: there is no such page']:
        yield f'found {found}'
    if '<a href="func.free.html"><span class="n">deid_free</span></a>' not in (folder / 'index.html').read_text():
        yield 'deid_free is no link'


def check_content(site, folder):
    """The pages that gi-docgen would make: links of documents lead to them, and headers link all functions."""
    site.write_content(folder)
    yield from site.errors
    pages = {*site.pages.values(), 'reference.html', *(page for _, page in site.names.values())}
    texts = {path.name: path.read_text(encoding='utf-8') for path in folder.glob('*.md')}
    linked = set()
    for name, text in texts.items():
        prose = re.sub(r'^```.*?^```$|`[^`]*`', '', text, flags=re.MULTILINE | re.DOTALL)
        linked |= set(re.findall(r'\[(\w+@[\w.]+)\]', prose)) if name.startswith('deid-') else set()
        for page in re.findall(r'\]\(([\w.-]+\.html)', prose):
            if page not in pages:
                yield f'{name}: {page}: there is no such page'
        for function in re.findall(r'(?<![\w@.])(deid_\w+) ?\(\)', prose):
            if function in site.names:
                yield f'{name}: {function}() is no link'
    for function in functions(public_headers(source, build)):
        if not function.name.endswith('_get_type') and site.names[function.name][0] not in linked:
            yield f'{function.name}: no page of a header links it'


with tempfile.TemporaryDirectory(prefix='deid-site-') as temporary:
    site = Site(source, gir)
    folder = Path(temporary)
    errors = [*try_cases(site), *try_finish(site, folder), *check_content(site, folder)]
    if not errors and 'DEID_TEST_SOAK' in os.environ and shutil.which('gi-docgen'):
        errors = main(source, gir, folder / 'site')
    finish(errors, f'{len(site.pages)} pages')
