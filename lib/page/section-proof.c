/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "chart/html.h"
#include "page/page-private.h"
#include "search/result-private.h"

#include <math.h>
#include <string.h>

/* How good the result is, and how that can be checked. */

#define SHELL_SAFE G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "._-"

/* A search by steps could always take more of them. */
static void
write_completion (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  double n;

  if (!deid_statistics_find (view->result->statistics, "iterations", &n))
    {
      deid_html_add_raw (html, "The search finished.");
      return;
    }
  deid_html_add_raw (html, "The search took the ");
  deid_figure_add_count (html, (guint64) n, "iterations");
  deid_html_add_raw (html, deid_result_is_proven_optimal (view->result)
                               ? " steps that were asked for."
                               : " steps that were asked for. More steps may lose less.");
}

static void
section_proof_write_end (const DeidPageView *view)
{
  switch (deid_result_get_termination (view->result))
    {
    case DEID_TERMINATION_TIME_LIMIT:
      deid_html_add_raw (view->html, "The search ended at its time limit.");
      break;
    case DEID_TERMINATION_STEP_LIMIT:
      deid_html_add_raw (view->html, "The search ended at its limit of steps.");
      break;
    case DEID_TERMINATION_CANCELLED:
      deid_html_add_raw (view->html, "The search was cancelled.");
      break;
    default:
      write_completion (view);
    }
}

static void
write_choice (const DeidPageView *view)
{
  deid_html_add_raw (
      view->html,
      "<p class=\"box\"><strong>Somebody chose this way to generalize; no search looked for the "
      "one that loses least.</strong> It meets the conditions. Its loss is ");
  deid_figure_add_number (view->html, deid_result_get_loss (view->result), "loss");
  deid_html_add_raw (view->html, ".</p>\n");
}

static void
write_effort (const DeidPageView *view)
{
  const double n = deid_lattice_get_size_as_double (view->lattice);
  DeidHtml *html = view->html;

  deid_html_add_raw (html, ". ");
  section_proof_write_end (view);
  deid_html_add_raw (html, " ");
  deid_figure_add_count (html, deid_result_get_n_evaluated (view->result), "evaluated");
  if (deid_result_get_recoding (view->result) != DEID_RECODING_GLOBAL)
    {
      deid_html_add_raw (html, " ways to generalize whole columns were tried, on the table or on "
                               "parts of it, before groups got labels of their own.</p>\n");
      return;
    }
  deid_html_add_raw (html, " ways to generalize were tried on the table, out of ");
  if (n < 1e15)
    deid_html_add_count (html, (guint64) n);
  else
    deid_html_add_format (html, "%s 10<sup>%.0f</sup>", isfinite (n) ? "about" : "more than",
                          log10 (MIN (n, G_MAXDOUBLE)));
  deid_html_add_raw (html, ".</p>\n");
}

/* What the bound of a local recoding is about, and how far from it the release is at most. */
static void
write_local_bound (const DeidPageView *view)
{
  DeidHtml *html = view->html;

  if (!deid_result_has_local_bound (view->result) || deid_result_is_proven_optimal (view->result))
    return;
  deid_html_add_raw (html,
                     "<p>No recoding with such labels loses less than that bound, whatever its "
                     "groups are. The proof gives each record a price: no group can cost less than "
                     "the prices of its records. The gap is ");
  deid_html_add_number (html, deid_result_get_gap (view->result), 4);
  deid_html_add_raw (html, ".</p>\n");
}

/* A gap can be smaller than what the digits of losses show. */
static double
get_gap_share (const DeidResult *result)
{
  const double loss = deid_result_get_loss (result);

  return loss > 0 ? deid_result_get_gap (result) / loss : 0;
}

static void
section_proof_write_optimum (const DeidPageView *view)
{
  const gboolean is_proven = deid_result_is_proven_optimal (view->result);
  DeidHtml *html = view->html;

  deid_html_add_format (html, "<p class=\"box\">%s The loss is ",
                        is_proven
                            ? "<strong>Proven: every other combination of generalizations that "
                              "meets the conditions loses at least as much.</strong>"
                            : "<strong>It is not proven that this is the least loss.</strong>");
  deid_figure_add_number (html, deid_result_get_loss (view->result), "loss");
  if (!is_proven && !(deid_result_get_lower_bound (view->result) > 0))
    deid_html_add_raw (html, ". How much less another combination could lose is not known");
  else if (!is_proven)
    {
      deid_html_add_format (html, ". No %s can lose less than ", deid_page_name_solution (view));
      deid_figure_add_number (html, deid_result_get_lower_bound (view->result), "lower_bound");
      deid_html_add_format (html, ", which is %s less",
                            DEID_PERCENT (get_gap_share (view->result)));
    }
  write_effort (view);
  write_local_bound (view);
}

/* A name as a shell takes it, so that the command can be copied whatever the name is. */
static void
add_shell_word (DeidHtml *html, const char *option, const char *name)
{
  g_autofree char *word
      = strspn (name, SHELL_SAFE) == strlen (name) ? g_strdup (name) : g_shell_quote (name);

  deid_html_add_raw (html, option);
  deid_html_add_text (html, word);
}

static void
write_certificate (const DeidPageView *view)
{
  DeidHtml *html = view->html;
  const DeidPageFileNote *note = deid_page_get_file (view, DEID_PAGE_FILE_CERTIFICATE, 0);

  if (note == NULL)
    {
      deid_html_add_raw (html, "<p>No certificate was written with this result. A certificate is a "
                               "proof that others can check.</p>\n");
      return;
    }
  deid_html_add_raw (html, "<p>The proof is in the certificate ");
  deid_html_add_value (html, note->name);
  deid_html_add_raw (html, ". Somebody who has the table checks it with the problem file below, "
                           "saved as problem.ini:</p>\n<pre>deid verify problem.ini");
  add_shell_word (html,
                  deid_result_has_local_bound (view->result) ? " --bound " : " --certificate ",
                  note->name);
  for (guint i = 0; (note = deid_page_get_file (view, DEID_PAGE_FILE_RELEASE, i)) != NULL; i++)
    add_shell_word (html, " --release ", note->name);
  deid_html_add_raw (
      html, "</pre>\n<p>If the table is in another place, add <code>--input FILE</code>.</p>\n");
}

gboolean
deid_page_write_proof (DeidPageView *view, GError **error)
{
  if (view->is_public)
    return TRUE;
  deid_page_begin_section (view, "proof", "How sure this is");
  if (deid_page_is_chosen (view))
    write_choice (view);
  else
    section_proof_write_optimum (view);
  if (view->page->release != NULL)
    deid_html_add_raw (view->html, "<p>Code that the search does not use checked the released "
                                   "table against the conditions again.</p>\n");
  write_certificate (view);
  deid_page_end_section (view);
  return TRUE;
}

/* How to repeat it: the files by their digests, and the problem file. */

static const char *const file_names[DEID_N_PAGE_FILES] = {
  [DEID_PAGE_FILE_TABLE] = "The table that was read",
  [DEID_PAGE_FILE_RELEASE] = "The released table",
  [DEID_PAGE_FILE_CERTIFICATE] = "The certificate",
  [DEID_PAGE_FILE_POLICY] = "The stored policy, for later records",
};

/* Whether the audience may know of a file. */
static gboolean
section_repeat_is_shown (const DeidPageView *view, guint file)
{
  return deid_page_get_file (view, file, 0) != NULL
         && (!view->is_public || file == DEID_PAGE_FILE_RELEASE);
}

static void
write_files (const DeidPageView *view)
{
  DeidHtml *html = view->html;

  deid_html_add_raw (html, "<dl class=\"words\">\n");
  for (guint i = 0; i < DEID_N_PAGE_FILES; i++)
    {
      const DeidPageFileNote *note;

      if (!section_repeat_is_shown (view, i))
        continue;
      deid_html_add_format (html, "<dt>%s</dt>\n", file_names[i]);
      for (guint n = 0; (note = deid_page_get_file (view, i, n)) != NULL; n++)
        {
          deid_html_add_raw (html, "<dd>");
          deid_html_add_value (html, note->name);
          if (note->sha256 != NULL)
            {
              deid_html_add_raw (
                  html, "<br><span class=\"note\">SHA-256 of the bytes of the file:</span> <code>");
              deid_html_add_text (html, note->sha256);
              deid_html_add_raw (html, "</code>");
            }
          deid_html_add_raw (html, "</dd>\n");
        }
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
             && deid_statistics_find (view->result->statistics, "iterations", &n);
    }
}

static void
write_dependence (const DeidPageView *view)
{
  deid_html_add_raw (view->html,
                     deid_result_get_termination (view->result) == DEID_TERMINATION_CANCELLED
                         ? "<p>The run was cancelled: another run may get further.</p>\n"
                         : "<p>A run with a time limit does not repeat exactly: how far it gets "
                           "depends on the machine.</p>\n");
}

gboolean
deid_page_write_repeat (DeidPageView *view, GError **error)
{
  const char *statement = view->is_public ? NULL : deid_problem_get_statement (view->problem);
  gboolean has_files = FALSE;

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
      deid_html_add_raw (view->html,
                         "<p>This problem file states what was done. <code>deid run "
                         "problem.ini</code> does the same again. The problem file names "
                         "no file to write: add <code>--output FILE</code>, and <code>--input "
                         "FILE</code> if the table was moved.</p>\n");
      if (depends_on_time (view, statement))
        write_dependence (view);
      section_repeat_write_lines (view->html, statement);
    }
  deid_page_end_section (view);
  return TRUE;
}
