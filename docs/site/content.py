# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is in the tree as the Markdown and the introspection data that gi-docgen reads: documents, examples with what
they print, and headers."""
import re
import shutil
import sys
import unicodedata
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'tests'))
from gate import parse_rules  # noqa: E402

CORE = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'
GLIB = '{http://www.gtk.org/introspection/glib/1.0}'

# The links of gi-docgen to what a type has, and the pages.
PARTS = {'constructor': ('ctor', 'ctor'), 'method': ('method', 'method'), 'function': ('func', 'type_func')}

# The pages in the order of the navigation. A page is in the first line that names it.
GROUPS = {
    'Start': ['docs/README.md', 'README.md', 'docs/concepts.md', 'docs/how-to.md', 'NEWS.md'],
    'Tutorials': ['examples/README.md', 'examples/quickstart.sh', 'examples/[0-9]*.c', 'examples/bindings/job.[!o]*',
                  'examples/data/README.md'],
    'Guides': ['docs/command-line.md', 'docs/models.md', 'docs/not-promised.md', 'docs/page.md',
               'docs/what-was-done.md', 'docs/alternatives.md', 'docs/local-recoding.md', 'docs/baselines.md',
               'docs/engines.md', 'docs/python.md', 'docs/bindings.md', 'docs/benchmarks.md', 'docs/*.md'],
    'Formats': ['docs/problem-file.md', 'docs/rules.md', 'docs/options.md', 'docs/figures.md', 'docs/arrow.md'],
    'Interface': ['include/deid/deid.h', 'include/deid/*.h*'],
    'Internals': ['CONTRIBUTING.md', 'docs/internals/*.md'],
}
TITLES = {'README.md': 'libdeid in one page', 'include/deid/deid.h': 'The rules of the interface'}
NAMES = {'docs/README.md': 'index', 'README.md': 'overview', 'examples/README.md': 'tutorials',
         'examples/data/README.md': 'data', 'include/deid/deid.h': 'interface'}
LANGUAGES = {'.c': 'c', '.cc': 'cpp', '.rs': 'rust', '.js': 'javascript', '.vala': 'vala', '.py': 'python',
             '.sh': 'sh'}

FENCE = r'^```.*?^```\n'
INDENTED = re.compile(r'(?<=\n\n)(?: {4}.*\n|\n(?= {4}))+')
HEADER = r'\bdeid(?:-[a-z-]+)?\.h(?:pp)?\b'
TOKEN = re.compile(r'(?P<image>!?)\[(?P<text>(?:[^\[\]`]|`[^`]*`)*)\]\((?P<target>[^)\s]+)\)|`(?P<code>[^`]+)`'
                   rf'|(?P<function>\bdeid_\w+) ?\(\)|[#%](?P<name>Deid\w+|DEID_\w+)|(?P<header>{HEADER})'
                   r'|(?P<path>(?<![\w/])docs/[\w/-]+\.md\b)')
# What the comment of a function says in its own words, and of all functions in the comment of its header.
RULE = re.compile(r'(?:^|(?<=[.\n]) ?)(Errors|Complexity|Threads|Source|Sources): ', re.MULTILINE)

# A comment that is of no function, a type, a function.
HEADER_PART = re.compile(r'^/\*\n(?P<words>.*?) \*/\n'
                         r'|^typedef (?:(?:struct|enum)\b[^;{]*?(?:\{[^}]*\} )?|[^;(]*\(\*)(?P<type>Deid\w+)[;)]'
                         r'|^(?:\w[\w *]*?[ *\n])?(?P<function>deid_\w+) \(', re.MULTILINE | re.DOTALL)


def list_names(namespace):
    """For each function, type and enumerator its link of gi-docgen and its page."""
    names = {}

    def add(element, fragment, place, page=None):
        link = f'{fragment}@Deid.{place}'
        names[element.get(C + 'identifier') or element.get(C + 'type')] = link, f'{page or fragment}.{place}.html'

    for kind in namespace:
        tag, name = kind.tag.removeprefix(CORE), kind.get('name')
        if tag == 'function' and kind.get('moved-to') is None:
            add(kind, 'func', name)
        elif tag == 'callback':
            add(kind, 'callback', name)
        elif tag in ('record', 'enumeration'):
            fragment = 'error' if kind.get(GLIB + 'error-domain') else 'struct' if tag == 'record' else 'enum'
            add(kind, fragment, name)
            for member in kind.findall(CORE + 'member'):
                names[member.get(C + 'identifier')] = names[kind.get(C + 'type')]
            for part, (how, page) in PARTS.items():
                for function in kind.findall(CORE + part):
                    add(function, how, f'{name}.{function.get("name")}', page)
    return names


def list_pages(source):
    """The groups of the navigation, with the files of each, and the page of each file."""
    groups, pages = {}, {}
    named = {pattern for patterns in GROUPS.values() for pattern in patterns}
    for group, patterns in GROUPS.items():
        groups[group] = []
        for path in [path for pattern in patterns for path in sorted(source.glob(pattern))]:
            name = str(path.relative_to(source))
            if name in pages or name in named - set(patterns):
                continue
            folder = 'internals-' if 'internals' in name else ''
            suffix = path.suffix.replace('.', '-') if 'bindings/' in name else ''
            pages[name] = NAMES.get(name, folder + path.name.split('.')[0].lower() + suffix) + '.html'
            groups[group].append(name)
    return groups, pages


def escape_code(text):
    """A code span in which neither Markdown nor gi-docgen finds a sign of its own."""
    return '<code>' + ''.join(c if c.isalnum() or c == ' ' else f'&#{ord(c)};' for c in text) + '</code>'


def find_anchor(heading):
    """The anchors of a heading: the one of documents, and the one that gi-docgen makes."""
    heading = re.sub(r'[*`]|<[^>]*>|\]\([^)]*\)', '', heading.strip())
    plain = unicodedata.normalize('NFKD', heading).encode('ascii', 'ignore').decode()
    return (re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-'),
            re.sub(r'[-\s]+', '-', re.sub(r'[^\w\s-]', '', plain).strip().lower()))


def list_summaries(namespace):
    """The first sentence on each function and type; a getter may only say what it returns."""
    summaries = {}
    for element in namespace.iter():
        name = element.get(C + 'identifier') or element.get(C + 'type')
        words, returned = element.find(CORE + 'doc'), element.find(f'{CORE}return-value/{CORE}doc')
        if name and (words is not None or returned is not None):
            text = words.text if words is not None else f'Returns {returned.text}.'
            summaries[name] = re.sub(':$', '.', ' '.join(re.split(r'(?<=\.)\s|\n\n', text)[0].split()))
    return summaries


def fence(found):
    """An indented block as a fenced one, in which gi-docgen changes nothing."""
    code = re.sub('^ {4}', '', found[0].strip('\n'), flags=re.MULTILINE)
    return f'```{"c" if "deid_" in code and ";" in code else ""}\n{code}\n```\n'


def complete(element, text):
    """Gives an element a comment if it has none."""
    comment = element.find(CORE + 'doc')
    if comment is None and text:
        comment = ElementTree.Element(CORE + 'doc', {'filename': '', 'line': '1'})
        comment.text = text
        element.insert(0, comment)
    return comment


def complete_function(function, header, rules):
    """Adds what the header says of all its functions, unless the comment of the function says something else."""
    name, result = function.get('name'), function.find(CORE + 'return-value')
    returned = complete(result, 'the handle' if name == 'ref' else
                        '%TRUE, or %FALSE if it fails' if function.get('throws') else '')
    words = complete(function, 'See the rules of handles in deid.h.' if returned is None
                     else f'Returns {returned.text}.')
    is_setter = re.search('(^|_)(set|add)_', name) and 'Setters' in rules
    if not re.search(r'\bthreads?\b', words.text):
        words.text += f'\n\nThreads: {rules["Setters" if is_setter else "Threads"]}'
    if not re.search(r'\bO\(', words.text):
        rule = rules['Complexity']
        found = name == 'unref' and re.search('of _unref, ([^;.]*)', rule)
        words.text += f'\n\nComplexity: {(found or re.match("([^;.]*?)(?: unless stated|[;.])", rule))[1]}.'
    words.text += f'\n\nDeclared in {header}.'


class Site:
    def __init__(self, source, gir):
        self.source = source
        self.tree = ElementTree.parse(gir)
        namespace = self.tree.getroot().find(CORE + 'namespace')
        self.names, self.summaries = list_names(namespace), list_summaries(namespace)
        self.groups, self.pages = list_pages(source)
        self.images, self.errors = set(), []
        assert len(self.names) > 600 and len(self.pages) > 80, 'nothing was read'

    def read(self, name):
        return (self.source / name).read_text(encoding='utf-8')

    def link_name(self, name):
        """A link to what the headers declare; an enumerator has no page of its own."""
        text = f'[{name}]' if name.startswith('DEID_') else ''
        return f'{text}[{self.names[name][0]}]' if name in self.names else None

    def link_header(self, name):
        page = self.pages.get(f'include/deid/{name}') or self.pages.get(f'include/deid/{name}.in')
        return f'[`{name}`]({page})' if page else f'`{name}`'

    def link_file(self, found, origin):
        """A link to a page or an image; what is not part of the site keeps its text alone."""
        text, (target, _, anchor) = found['text'], found['target'].partition('#')
        text = re.sub('`([^`]*)`', lambda code: escape_code(code[1]), text)
        if re.match(r'\w+:', target):
            return f'[{text}]({target})'
        path = (self.source / origin).parent / target if target else self.source / origin
        name = str(path.resolve().relative_to(self.source.resolve()))
        if found['image']:
            self.images.add(name)
            return f'![{text}]({path.name})'
        if name not in self.pages:
            if not path.exists():
                self.errors.append(f'{origin}: {found["target"]}: there is no such file')
            return text
        if anchor:
            headings = re.findall(r'^#+ (.*)$', path.read_text(encoding='utf-8'), re.MULTILINE)
            anchor = dict(map(find_anchor, headings)).get(anchor)
            if anchor is None:
                self.errors.append(f'{origin}: {found["target"]}: there is no such heading')
        return f'[{text}]({self.pages[name]}{f"#{anchor}" if anchor else ""})'

    def convert_token(self, found, origin):
        if found['target']:
            return self.link_file(found, origin)
        if found['function']:
            return self.link_name(found['function']) or found[0]
        if found['name']:
            return self.link_name(found['name']) or found[0]
        if found['header']:
            return self.link_header(found['header'])
        if found['path']:
            return f'[{found[0]}]({self.pages[found[0]]})' if found[0] in self.pages else found[0]
        code = ' '.join(found['code'].replace('\\|', '|').split())
        name = re.sub(r' ?\(\)$', '', code)
        if name in self.names:
            return self.link_name(name)
        if re.fullmatch(HEADER, code):
            return self.link_header(code)
        path = f'docs/{code}' if code.endswith('.md') and '/' not in code else code
        if path in self.pages and path != origin:
            return f'[{escape_code(code)}]({self.pages[path]})'
        return escape_code(code) if re.search(r'[@#%|\[]', code) else f'`{code}`'

    def convert_prose(self, text, origin):
        """Links, and a blank line before a list, which gi-docgen needs."""
        lines, is_in_list = [], False
        for line in TOKEN.sub(lambda found: self.convert_token(found, origin), text).split('\n'):
            is_item = re.match(r'(- |1\. )', line) is not None
            if is_item and not is_in_list and lines and lines[-1]:
                lines.append('')
            is_in_list = is_item or is_in_list and line != ''
            lines.append(line)
        return '\n'.join(lines)

    def convert(self, text, origin):
        """Markdown of the tree as Markdown of gi-docgen."""
        parts = re.split(f'({FENCE})', f'{text}\n', flags=re.MULTILINE | re.DOTALL)
        parts[::2] = [INDENTED.sub(fence, part) for part in parts[::2]]
        parts = re.split(f'({FENCE})', '\n'.join(parts), flags=re.MULTILINE | re.DOTALL)
        parts[::2] = [self.convert_prose(part, origin) for part in parts[::2]]
        return ''.join(parts)

    def convert_example(self, name):
        """A program: what the comment at its top says, the program, and what it prints."""
        path = self.source / name
        text = re.sub(r'\A(.*SPDX.*\n|#!.*\n)+', '', path.read_text(encoding='utf-8'))
        comment = re.match(r'/\*\n(.*?) \*/\n|"""(.*?)"""\n|((?:(?://|#)[^\n]*\n)+)', text, re.DOTALL)
        words = re.sub(r'^ ?(\*|//|#) ?', '', next(filter(None, comment.groups())), flags=re.MULTILINE).strip('\n#')
        title = re.match(r'[^:.?,]*', words)[0].strip().replace('\n', ' ')
        expected = path.with_suffix('.out').read_text(encoding='utf-8')
        language = LANGUAGES[path.suffix]
        return (f'# {title}\n\n{self.convert(words, name)}\n\n```{language}\n{text[comment.end():].strip()}\n```\n\n'
                f'## Output\n\n```\n{expected}```\n')

    def read_title(self, name):
        if name in TITLES or name.startswith('include/'):
            return TITLES.get(name) or Path(name).name.removesuffix('.in')
        text = self.convert_example(name) if Path(name).suffix in LANGUAGES else self.read(name)
        return re.search(r'^# (.*)$', text, re.MULTILINE)[1].replace('*', '')

    def convert_header(self, name):
        """The comments of a header, and links to what it declares."""
        text = self.read(name)
        lines = [f'# {self.read_title(name)}']
        if name.endswith('.hpp'):
            return f'{lines[0]}\n\n```cpp\n{text}```\n'
        for part in HEADER_PART.finditer(text):
            symbol = part['type'] or part['function']
            if part['words']:
                words = re.sub(r'^ \* ?', '', part['words'], flags=re.MULTILINE)
                words = re.sub(r'^(@?\w+):( \([^)]*\))*:? ', r'\n**\1:** ', words, flags=re.MULTILINE)
                words = re.sub(r'(?<=\n\n)([A-Z]\w+)\. ', r'**\1.** ', words)
                lines += ['', self.convert(words, name), '']
            elif symbol in self.names:
                summary = self.convert(self.summaries.get(symbol, ''), name).strip()
                lines.append(f'- {self.link_name(symbol)}{summary and ": "}{summary}')
        return '\n'.join(lines) + '\n'

    def convert_page(self, name):
        if name.startswith('include/'):
            return self.convert_header(name)
        if Path(name).suffix in LANGUAGES:
            return self.convert_example(name)
        return self.convert(self.read(name), name)

    def complete_reference(self):
        """The comments of the headers in the words of gi-docgen, each with what its header says of all functions."""
        headers = {path.name.removesuffix('.in'): path.read_text(encoding='utf-8')
                   for path in (self.source / 'include/deid').glob('*.h*')}
        for part in (*PARTS, 'callback'):
            for function in self.tree.iter(CORE + part):
                position = function.find(CORE + 'source-position')
                if position is None:
                    continue
                header = Path(position.get('filename')).name
                rules = parse_rules(headers[header])
                for parameter in function.iter(CORE + 'parameter'):
                    complete(parameter, re.sub(r'^(\([^)]*\) ?)+:? ?', '', rules.get(f'@{parameter.get("name")}', '')))
                if part != 'callback':
                    complete_function(function, header, rules)
        for words in self.tree.iter(CORE + 'doc'):
            text = self.convert(words.text, 'include/deid/deid.h').strip()
            words.text = RULE.sub(r'\n\n**\1:** ', text)

    def write_content(self, folder):
        """What gi-docgen reads: pages, images, comments of the headers, settings."""
        files = []
        for name, page in self.pages.items():
            files.append(page.replace('index.html', 'start.html').replace('.html', '.md'))
            text = f'Title: {self.read_title(name)}\n\n{self.convert_page(name)}'
            (folder / files[-1]).write_text(text, encoding='utf-8')
        for image in self.images:
            shutil.copy(self.source / image, folder)
        self.complete_reference()
        for prefix, uri in ('', CORE), ('c', C), ('glib', GLIB):
            ElementTree.register_namespace(prefix, uri[1:-1])
        self.tree.write(folder / 'Deid-0.gir', encoding='utf-8', xml_declaration=True)
        bases = [[name, f'https://docs.gtk.org/{name.lower()}/'] for name in ('GLib', 'GObject', 'Gio')]
        (folder / 'urlmap.js').write_text(f'baseURLs = {bases};\n', encoding='utf-8')
        version = re.search(r"version: '([\d.]+)'", self.read('meson.build'))[1]
        (folder / 'deid.toml').write_text(f'''[library]
version = "{version}"
authors = "the authors of libdeid"
license = "LGPL-2.1-or-later"
description = "De-identification of tables about people"
search_index = true
[theme]
name = "basic"
show_index_summary = true
[[object]]
pattern = "(DEPRECATED|UNAVAILABLE)_.*"
hidden = true
[extra]
content_files = {files}
content_images = {sorted(Path(image).name for image in self.images)}
urlmap_file = "urlmap.js"
''', encoding='utf-8')
