# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes the web site by gi-docgen: the documents, the examples with what they print, and the headers. No text is
written for the site alone.

usage: make_site.py SOURCE GIR FOLDER
"""
import html
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

from content import Site

TYPES_PAGE = 'reference.html'


def edit(path, *changes):
    text = path.read_text(encoding='utf-8')
    for old, new in changes:
        assert text.count(old) == 1, f'{path.name} of gi-docgen has not one {old}'
        text = text.replace(old, new)
    path.write_text(text, encoding='utf-8')


def find_theme():
    """The theme of gi-docgen, which a Python has that is not always the first one in PATH."""
    for python in sys.executable, '/usr/bin/python3':
        done = subprocess.run([python, '-c', 'import gidocgen; print(gidocgen.__path__[0])'], capture_output=True,
                              text=True)
        if done.returncode == 0:
            return Path(done.stdout.strip(), 'templates/basic')
    sys.exit('gi-docgen is not installed')


def write_navigation(site):
    """The groups with their pages; that of the current page is open."""
    for group, names in site.groups.items():
        inside = [site.pages[name] for name in names]
        yield (f'<details class="section" {{% if page in {inside} %}}open{{% endif %}}>'
               f'<summary>{group}</summary><div class="links">')
        titles = [(site.pages[name], site.read_title(name)) for name in names]
        if group == 'Interface':
            titles.insert(1, (TYPES_PAGE, 'Types and functions'))
        for page, title in titles:
            yield (f'<a href="{page}" {{% if page == "{page}" %}}class="current"{{% endif %}}>'
                   f'{html.escape(title)}</a>')
        yield '</div></details>'


def write_theme(site, folder):
    """The theme of gi-docgen with a navigation and a few more rules of style."""
    shutil.copytree(find_theme(), folder / 'basic', dirs_exist_ok=True)
    edit(folder / 'basic/base.html',
         ('<nav class="sidebar', '<a class="menu-link" href="#menu">Menu</a><nav id="menu" class="sidebar'),
         ('<a href="index.html">{{ namespace.name }}</a>', '<a href="index.html">libdeid</a>'),
         ('<p>API Version: {{ namespace.version }}</p>', ''),
         ('{% block sidebar %}', '{% set page = content.output_file|replace("start.html", "index.html")'
          ' if content is defined else "" %}' + '\n'.join(write_navigation(site)) + '{% block sidebar %}'))
    edit(folder / 'basic/namespace.html', ('content_files|length > 0', 'false'),
         ('{% if repository.includes %}', '{% if false %}'),
         ('<h1>{{ namespace.name }} &ndash; {{ namespace.version }}</h1>', '<h1>Types and functions</h1>'),
         ('toggle-wrapper default-hide', 'toggle-wrapper'), ('<tr><td><em>Website', '{# <tr><td><em>Website'),
         ('class="external">{{ CONFIG.browse_url }}</a></td></tr>', '#}'))
    edit(folder / 'basic/style.css', ('@import url("solarized-light.css") (prefers-color-scheme: light);\n', ''),
         ('@import url("solarized-dark.css") (prefers-color-scheme: dark);\n', ''))
    with open(folder / 'basic/style.css', 'a', encoding='utf-8') as style:
        style.write((Path(__file__).parent / 'site.css').read_text(encoding='utf-8'))


class Links(HTMLParser):
    """The anchors and the links of a page."""
    def __init__(self, path):
        super().__init__()
        self.anchors, self.targets = set(), set()
        self.feed(path.read_text(encoding='utf-8'))

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key in ('id', 'name'):
                self.anchors.add(value)
            elif key in ('href', 'src') and not re.match(r'https?:|javascript:|mailto:', value or ''):
                self.targets.add(value)


def finish(folder, site):
    """The first page is the one for readers; names in programs become links, and every link leads somewhere."""
    (folder / 'index.html').rename(folder / TYPES_PAGE)
    (folder / 'start.html').rename(folder / 'index.html')
    edit(folder / 'index.json', ('"start.html"', '"index.html"'))
    edit_names(folder, site.names)
    links = {path.name: Links(path) for path in sorted(folder.glob('*.html'))}
    for name, page in links.items():
        for target in sorted(page.targets):
            file, _, anchor = target.partition('#')
            if file and not (folder / file).is_file():
                yield f'{name}: {target}: there is no such page'
            elif anchor and anchor not in links[file or name].anchors:
                yield f'{name}: {target}: there is no such place'


def edit_names(folder, names):
    for path in folder.glob('*.html'):
        text = path.read_text(encoding='utf-8')
        text = re.sub(r'<span class="(n|nf)">((?:deid_|Deid)\w+)</span>', lambda found: (
            f'<a href="{names[found[2]][1]}">{found[0]}</a>' if found[2] in names else found[0]), text)
        path.write_text(text, encoding='utf-8')


def main(source, gir, folder):
    """Makes the site in a folder, and returns where links lead nowhere."""
    site, content, output = Site(source, gir), folder / 'content', folder / 'html'
    shutil.rmtree(folder, ignore_errors=True)
    content.mkdir(parents=True)
    write_theme(site, folder / 'theme')
    site.write_content(content)
    subprocess.run(['gi-docgen', 'generate', '--quiet', '--fatal-warnings', '--config', content / 'deid.toml',
                    '--content-dir', content, '--templates-dir', folder / 'theme', '--output-dir', output,
                    '--no-namespace-dir', content / 'Deid-0.gir'], check=True)
    errors = [*site.errors, *finish(output, site)]
    if not errors:
        print(f'{len(site.pages)} pages, {len(site.names)} names: {output}/index.html')
    return errors


if __name__ == '__main__':
    sys.exit('\n'.join(main(*map(Path, sys.argv[1:]))) or 0)
