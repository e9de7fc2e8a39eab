/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How to repeat it: the files by their digests, and the problem file. */
#include <string.h>

#include "page/sections.h"

static const char *const file_names[DEID_N_PAGE_FILES] = {
  [DEID_PAGE_FILE_TABLE] = "The table that was read",
  [DEID_PAGE_FILE_RELEASE] = "The released table",
  [DEID_PAGE_FILE_CERTIFICATE] = "The certificate",
  [DEID_PAGE_FILE_POLICY] = "The stored policy, for records that come later",
};

/* Whether the audience may know of a file. */
static gboolean
section_repeat_is_shown (const DeidPageView *view, guint file)
{
  return view->page->files[file].name != NULL
         && (!view->is_public || file == DEID_PAGE_FILE_RELEASE);
}

static void
write_files (const DeidPageView *view)
{
  DeidHtml *html = view->html;

  deid_html_add_raw (html, "<dl class=\"words\">\n");
  for (guint i = 0; i < DEID_N_PAGE_FILES; i++)
    if (section_repeat_is_shown (view, i))
      {
        const char *sha256 = view->page->files[i].sha256;

        deid_html_add_format (html, "<dt>%s</dt>\n<dd>", file_names[i]);
        deid_html_add_value (html, view->page->files[i].name);
        if (sha256 != NULL)
          {
            deid_html_add_raw (html, "<br><span class=\"note\">SHA-256 of the bytes of the file:"
                                     "</span> <code>");
            deid_html_add_text (html, sha256);
            deid_html_add_raw (html, "</code>");
          }
        deid_html_add_raw (html, "</dd>\n");
      }
  deid_html_add_raw (html, "</dl>\n");
}

/* The lines of a problem file, each of which is escaped by itself, but for the files to write: who
 * repeats a run must not write over what the first one has released. */
static void
section_repeat_write_lines (DeidHtml *html, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gboolean is_output = FALSE;

  deid_html_add_raw (html, "<pre>");
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (lines[i][0] == '[')
        is_output = g_str_equal (lines[i], "[output]");
      if (is_output)
        continue;
      deid_html_add_text (html, lines[i]);
      deid_html_add_raw (html, lines[i + 1] != NULL ? "\n" : "");
    }
  deid_html_add_raw (html, "</pre>\n");
}

/* Tells whether another run may take other steps: one that had no end of its own, or one by steps
 * whose first ones are taken to measure how many there is time for. */
static gboolean
depends_on_time (const DeidPageView *view, const char *statement)
{
  double n;

  switch (deid_result_get_termination (view->result))
    {
    case DEID_TERMINATION_TIME_LIMIT:
    case DEID_TERMINATION_CANCELLED:
      return TRUE;
    default:
      return strstr (statement, "\ntime-limit=none\n") == NULL
             && strstr (statement, "\ntime-limit=auto\n") == NULL
             && deid_statistics_find (deid_result_get_statistics (view->result), "iterations", &n);
    }
}

static void
write_dependence (const DeidPageView *view)
{
  deid_html_add_raw (view->html,
                     deid_result_get_termination (view->result) == DEID_TERMINATION_CANCELLED
                         ? "<p>But the run was cancelled: another one may get further.</p>\n"
                         : "<p>But a run with a time limit does not repeat exactly: how far it "
                           "gets depends on the "
                           "machine.</p>\n");
}

gboolean
deid_page_write_repeat (DeidPageView *view, GError **error)
{
  const char *statement = view->is_public ? NULL : deid_result_get_statement (view->result);
  gboolean has_files = FALSE;

  (void) error;
  for (guint i = 0; i < DEID_N_PAGE_FILES; i++)
    has_files |= section_repeat_is_shown (view, i);
  if (!has_files && statement == NULL)
    return TRUE;
  deid_page_begin_section (view, "repeat",
                           view->is_public ? "The file that this is about" : "How to repeat it");
  if (has_files)
    write_files (view);
  if (statement != NULL)
    {
      deid_html_add_raw (view->html, "<p>This problem file states what was done, and <code>deid-"
                                     "anonymize --problem problem.ini</code> does the same again. "
                                     "It names no file to write: <code>--output FILE</code> says "
                                     "where the table goes, and <code>--input FILE</code> where it "
                                     "is, if it was moved.</p>\n");
      if (depends_on_time (view, statement))
        write_dependence (view);
      section_repeat_write_lines (view->html, statement);
    }
  deid_page_end_section (view);
  return TRUE;
}
