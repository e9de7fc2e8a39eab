# SPDX-License-Identifier: LGPL-2.1-or-later
"""How a browser shows pages: at the widths of a desktop, a phone and paper nothing overflows, the text
is there, and nothing is requested but the page.

    test-page-in-browser.py TOOL DATA_DIRECTORY

Skipped without Chromium. A page around them measures frames of each width; all names of hosts lead to
the server of this test, which notes what is asked for.
"""
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from html import unescape
from pathlib import Path

import pages

SKIPPED = 77
WIDTHS = (1280, 390)
PRINTED = 670  # between the margins of A4, in CSS pixels

# What does not fit its frame: a page that is wider, and what stands out without a box that scrolls.
AROUND = '''<!DOCTYPE html><meta charset="utf-8"><title>frames</title><body><script>
const frames = FRAMES, found = [];
function scrolls(element) {
  for (let e = element; e; e = e.parentElement)
    if (["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX)) return true;
  return false;
}
function measure(frame, name, width) {
  const page = frame.contentDocument, root = page.documentElement;
  const out = [...page.body.querySelectorAll("*")].filter(
    e => e.getBoundingClientRect().right > width + 0.5 && !scrolls(e)).map(e => e.outerHTML.slice(0, 90));
  found.push({name, width, wide: root.scrollWidth, out, text: page.body.innerText,
              colour: getComputedStyle(page.body).backgroundColor});
  if (found.length === frames.length) {
    const end = document.createElement("pre");
    end.id = "found";
    end.textContent = JSON.stringify(found);
    document.body.append(end);
  }
}
for (const [name, width] of frames) {
  const frame = document.createElement("iframe");
  frame.style.cssText = `width:${width}px;height:900px;border:0`;
  frame.onload = () => measure(frame, name, width);
  frame.src = name;
  document.body.append(frame);
}
</script>'''


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the files of the server, and notes every request."""

    def do_GET(self):
        self.server.requests.append((self.headers['Host'], self.path))
        content = self.server.contents.get(self.path)
        self.send_response(200 if content else 404)
        self.send_header('Content-Type', 'text/html; charset=utf-8')
        self.end_headers()
        self.wfile.write(content or b'')

    do_POST = do_HEAD = do_GET

    def log_message(self, *arguments):
        pass


def write_pages(tool, folder, data):
    """The content of each page by its path on the server."""
    problems = {'/sample.html': ['--problem', data / 'discharges.ini', '--audience', 'custodian'],
                '/public.html': ['--problem', data / 'discharges.ini', '--audience', 'public'],
                '/choices.html': pages.write_choices_problem(folder, data),
                '/tables.html': ['--problem', data / 'discharges.ini', '--sweep', 'k=3,5,11', '--sweep',
                                 'suppression-limit=0,5%', '--frontier', 'risk'],
                '/hostile.html': [*pages.write_hostile_problem(folder), '--sweep',
                                  f'column {pages.NAMES[0]}.levels=0..1;1..', '--sweep',
                                  f'column {pages.NAMES[3]}.levels=0..1;1..', '--frontier', 'risk']}
    contents = {}
    for name, options in problems.items():
        page = folder / name[1:]
        subprocess.run([tool, 'run', *options, '--threads', '1', '--quiet', '--page', page], check=True,
                       env=pages.ENVIRONMENT)
        contents[name] = page.read_bytes()
    contents['/printed.html'] = contents['/sample.html'].replace(b'@media print', b'@media screen')
    return contents


def browse(chromium, folder, server):
    port = server.server_address[1]
    done = subprocess.run(
        [chromium, '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
         '--no-first-run', '--disable-extensions', '--disable-background-networking',
         '--disable-component-update', '--disable-sync', f'--user-data-dir={folder / "profile"}',
         f'--host-resolver-rules=MAP * 127.0.0.1:{port}', '--virtual-time-budget=4000', '--dump-dom',
         f'http://pages.test:{port}/around.html'],
        capture_output=True, check=False, text=True, encoding='utf-8', timeout=60,
        env={**os.environ, 'HOME': str(folder)})
    found = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stdout[-2000:] + done.stderr[-2000:]
    return json.loads(unescape(found[1]))


def check(found):
    for frame in found:
        where = (frame['name'], frame['width'])
        assert frame['wide'] <= frame['width'], (*where, frame['wide'], frame['out'][:3])
        assert not frame['out'], (*where, frame['out'][:3])
        for text in ('The answer', 'What was asked', 'The prosecutor', 'Linkability', 'Quasi-identifier'):
            assert text in frame['text'], (*where, text)
        assert ('Records withheld' in frame['text']) == (frame['name'] != '/public.html'), where
    assert '<script>alert(1)</script>' in next(
        frame['text'] for frame in found if frame['name'] == '/hostile.html')


def main(tool, data):
    chromium = shutil.which('chromium') or shutil.which('chromium-browser')
    if chromium is None:
        print('chromium is not installed')
        return SKIPPED
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        server.requests, server.contents = [], write_pages(tool, folder, data)
        names = list(server.contents)
        frames = [(name, width) for name in names
                  for width in ([PRINTED] if name == '/printed.html' else WIDTHS)]
        server.contents['/around.html'] = AROUND.replace('FRAMES', json.dumps(frames)).encode()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        found = browse(chromium, folder, server)
        server.shutdown()
        check(found)
        others = [request for request in server.requests
                  if 'pages.test' in request[0] and request[1] not in (*server.contents, '/favicon.ico')]
        others += [request for request in server.requests if 'evil' in request[0]]
        assert not others, others
        assert {path for _, path in server.requests} >= set(names)
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
